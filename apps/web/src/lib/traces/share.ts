// Constants of share links, shared by server and browser.

/** Replaces the project in the URL of a shared trace, so that visitors do not learn its name. */
export const SHARED_PROJECT = 'shared';

/** Replaces a text that the link does not show; the text itself is not sent. */
export const NOT_SHARED = '[not shared]';

/** The kinds of text that a link can show, with their labels. */
export const SHARED_KINDS = [
  { kind: 'thoughts', label: 'Thoughts' },
  { kind: 'said', label: 'Inputs, messages and answers' },
  { kind: 'arguments', label: 'Arguments of calls' },
  { kind: 'results', label: 'Results and error messages' },
] as const;

export type SharedKind = (typeof SHARED_KINDS)[number]['kind'];
export type Shows = Record<SharedKind, boolean>;

/** Days after which a link expires; null = never. */
export const EXPIRIES = [
  { days: 1, label: '1 day' },
  { days: 7, label: '7 days' },
  { days: 30, label: '30 days' },
  { days: null, label: 'never' },
] as const;
