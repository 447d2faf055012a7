/** Streams with one JSON value per line (NDJSON), as Ollama sends them. */
import { isRecord, parseJson, type JsonRecord } from './json.ts';

/** The records in order; blank lines, a truncated last line, and anything that is not an object are skipped. */
export function parseJsonLines(source: string): JsonRecord[] {
  return source
    .split('\n')
    .filter((line) => line.trimStart().startsWith('{'))
    .map(parseJson)
    .filter(isRecord);
}
