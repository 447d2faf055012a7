/** Streams of one JSON value a line (NDJSON), as Ollama sends them. */
import { isRecord, parseJson, type JsonRecord } from './json.ts';

/** The records in order; blank lines, a last line that was cut, and everything that is no object are skipped. */
export function parseJsonLines(source: string): JsonRecord[] {
  return source
    .split('\n')
    .filter((line) => line.trimStart().startsWith('{'))
    .map(parseJson)
    .filter(isRecord);
}
