/**
 * In streams with one JSON value per line, the last line marks the end (Ollama: `"done": true`), and the client stops
 * reading there: the end of the body never comes, and its calls would wait for it. So this line is the end. Used by
 * exchange-tap.ts.
 */
import { memoized } from '../platform/memoized.ts';

const isOfLines = memoized((contentType) => /\b(?:x-ndjson|jsonl)\b/.test(contentType));
/** Longer than any last line; longer lines are cut and do not match. */
const MAX_LINE = 4 * 1024 * 1024;

/** Returns undefined for other bodies, else a function that is true for the chunk with the last line. */
export function lastLineWatch(contentType: string | undefined): ((chunk: Uint8Array) => boolean) | undefined {
  if (!isOfLines(contentType ?? '')) return undefined;
  const decoder = new TextDecoder();
  let open = '';
  return (chunk) => {
    const lines = (open + decoder.decode(chunk, { stream: true })).split('\n');
    open = (lines.at(-1) ?? '').slice(0, MAX_LINE);
    return lines.some(isLastLine);
  };
}

/** Parses only lines that may be the last one. */
function isLastLine(line: string): boolean {
  if (!/"done":\s*true/.test(line)) return false;
  try {
    return (JSON.parse(line) as { done?: unknown } | null)?.done === true;
  } catch {
    return false; // the line is not complete yet
  }
}
