/** Which models return a summary where the wire says "thinking". Used by readers and by decoders of foreign spans. */

const CLAUDE_WITH_VERBATIM_THINKING = /claude[-_ ]?(?:instant|v?[1-3](?![0-9]))/i;

/**
 * True when the visible thinking of this model is the provider's summary of it: Claude since 4 and Gemini, on every
 * wire format (providers.md §4, §5). False for unknown or missing names: OpenAI's summaries are marked as such on the
 * wire.
 */
export function summarisesThinking(model: string | undefined): boolean {
  if (model === undefined) return false;
  if (/gemini/i.test(model)) return true;
  return /claude/i.test(model) && !CLAUDE_WITH_VERBATIM_THINKING.test(model);
}
