/**
 * The states of the thinking behind a call, as on the wire (`subtext.thinking.state`).
 * readable: verbatim text. summary: the provider's summary. redacted: withheld for safety. encrypted: sent, unreadable.
 * withheld: tokens billed or a sign of thinking, no text. shared: belongs to the call in `reasoningRef`. none: 0
 * reported, and no sign of thinking. unreported: nothing reported.
 */
export const THINKING_STATES = [
  'readable',
  'summary',
  'redacted',
  'encrypted',
  'withheld',
  'shared',
  'none',
  'unreported',
] as const;
export type ThinkingState = (typeof THINKING_STATES)[number];

/** Billed thinking whose verbatim text is not available. */
export const HIDDEN_STATES: readonly ThinkingState[] = ['summary', 'redacted', 'encrypted', 'withheld'];
