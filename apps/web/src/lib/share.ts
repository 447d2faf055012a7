// What share links are spoken of with, on both sides.

/** Stands for the project in the address of a shared trace: whoever has the link learns no name of it. */
export const SHARED_PROJECT = 'shared';

/** In the place of a text that a link does not show; no text of the trace is behind it. */
export const NOT_SHARED = '[not shared]';

/** The kinds of text that a link shows, or does not, with the words for them. */
export const SHARED_KINDS = [
  { kind: 'thoughts', label: 'Thoughts' },
  { kind: 'said', label: 'What was asked, said and answered' },
  { kind: 'arguments', label: 'Arguments of calls' },
  { kind: 'results', label: 'Results and error messages' },
] as const;

export type SharedKind = (typeof SHARED_KINDS)[number]['kind'];
export type Shows = Record<SharedKind, boolean>;

/** Days after which a link opens nothing; null = never. */
export const EXPIRIES = [
  { days: 1, label: '1 day' },
  { days: 7, label: '7 days' },
  { days: 30, label: '30 days' },
  { days: null, label: 'never' },
] as const;
