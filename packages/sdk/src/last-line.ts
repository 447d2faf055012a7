/**
 * Streams of one JSON value a line say in their last line that they are whole (Ollama: `"done": true`), and the client reads no further:
 * the end of the body never comes, and the calls in it would wait for it. So the line is the end. Used by observed-fetch.ts.
 */
import { memoised } from './memoised.ts';

const isOfLines = memoised((contentType) => /\b(?:x-ndjson|jsonl)\b/.test(contentType));
/** Longer than any line that ends a stream; a line that is longer is none. */
const MAX_LINE = 4 * 1024 * 1024;

/** undefined for bodies that are no such stream, else true at the chunk that holds the last line. */
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

/** Only what may be the last line is parsed. */
function isLastLine(line: string): boolean {
  if (!/"done":\s*true/.test(line)) return false;
  try {
    return (JSON.parse(line) as { done?: unknown } | null)?.done === true;
  } catch {
    return false; // the rest of it is still to come
  }
}
