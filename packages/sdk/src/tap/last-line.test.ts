/** The last line of a stream of JSON lines is its end, wherever the chunks are cut. */
import { describe, expect, it } from 'vitest';
import { lastLineWatch } from './last-line.ts';

const LINES =
  '{"message":{"content":"ü \\"done\\":true"},"done":false}\n{"message":{"done":true},"done":false}\n{"message":{},"done":true,"eval_count":5}\n';

function lastChunk(text: string, size: number): number | undefined {
  const isLast = lastLineWatch('application/x-ndjson');
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) if (isLast?.(bytes.subarray(at, at + size))) return at + size;
  return undefined;
}

describe('the last line of a stream', () => {
  it('is found with its last byte, in chunks of any size', () => {
    const end = Buffer.byteLength(LINES) - 1;
    for (let size = 1; size <= end + 1; size++) {
      expect(lastChunk(LINES, size), `chunks of ${size}`).toBe(Math.ceil(end / size) * size);
    }
  });

  it('is not the same text in a message or call of the model', () => {
    expect(lastChunk(LINES.split('\n').slice(0, 2).join('\n'), 7)).toBeUndefined();
  });

  it('is searched only in streams of lines', () => {
    expect(lastLineWatch('text/event-stream')).toBeUndefined();
    expect(lastLineWatch(undefined)).toBeUndefined();
  });
});
