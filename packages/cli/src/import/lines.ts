// The lines of a transcript as JSON objects, read piece by piece: a file may have a gigabyte.
import { isRecord, type JsonRecord } from '@subtext/reasoning';
import { createReadStream } from 'node:fs';

export interface TranscriptLine {
  /** Counted from 1; it stays the same when the file grows. */
  number: number;
  record: JsonRecord;
}

export interface UnreadLines {
  count: number;
}

/** In characters. A longer line is left out, so that it does not fill the memory. */
const LONGEST_LINE = 32_000_000;

/** Counts the lines that are no JSON object, or are too long. The last line of a growing file may be unfinished. */
export async function* transcriptLines(path: string, unread: UnreadLines): AsyncGenerator<TranscriptLine> {
  let [number, line, isTooLong] = [0, '', false];
  const finish = (): TranscriptLine | undefined => {
    number += 1;
    const record = isTooLong ? undefined : parsed(line);
    if (record === undefined && (isTooLong || line.trim() !== '')) unread.count += 1;
    [line, isTooLong] = ['', false];
    return record && { number, record };
  };
  for await (const piece of createReadStream(path, 'utf8') as AsyncIterable<string>) {
    let from = 0;
    for (let end = piece.indexOf('\n'); end >= 0; end = piece.indexOf('\n', from)) {
      line += piece.slice(from, end);
      from = end + 1;
      const found = finish();
      if (found) yield found;
    }
    if (line.length + piece.length - from > LONGEST_LINE) [line, isTooLong] = ['', true];
    else line += piece.slice(from);
  }
  const last = finish();
  if (last) yield last;
}

function parsed(line: string): JsonRecord | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
