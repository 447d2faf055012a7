/**
 * Counts the tokens of a text, to estimate thinking that the provider did not count (docs/development/decisions/0010).
 * Used where generations are attributed.
 */
import { createRequire } from 'node:module';

type Tokenizer = (text: string, options: { disallowedSpecial: Set<string> }) => number;

/**
 * Loading takes a quarter of a second and 70 MB, and most installations never need it, so it is loaded at the first
 * text.
 */
let tokenizer: Tokenizer | undefined;

function load(): Tokenizer {
  const require = createRequire(import.meta.url);
  const encoding = require('gpt-tokenizer/encoding/o200k_base') as { countTokens: Tokenizer };
  return (tokenizer = encoding.countTokens);
}

/** `<|endoftext|>` in a thought is text like any other; by default it throws. */
const NOTHING_IS_SPECIAL = { disallowedSpecial: new Set<string>() };

/** Characters. A longer text is counted up to here and the rest extrapolated: 5 to 50 ms for any input. */
const SAMPLE = 100_000;

/**
 * A run of one class takes time by the square of its length: 30,000 Chinese characters without punctuation took five
 * seconds. Cut into pieces, which cost at most a token each, it takes a hundredth.
 */
const LONG_RUN = /([\p{L}\p{M}]{64}|\s{64}|[^\s\p{L}\p{M}\p{N}]{64})/u;

/**
 * Uses the tokenizer of OpenAI's newer models (o200k), which is not the thinking model's: good only for shares and
 * estimates.
 */
export function countTokens(text: string): number {
  const count = tokenizer ?? load();
  const sample = text.slice(0, SAMPLE);
  const tokens = sample.split(LONG_RUN).reduce((sum, piece) => sum + count(piece, NOTHING_IS_SPECIAL), 0);
  return sample.length === text.length ? tokens : Math.round((tokens * text.length) / sample.length);
}
