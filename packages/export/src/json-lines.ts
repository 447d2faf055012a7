/** JSONL: a row a line, as the source wrote it. */
import type { RowWriter, WriteBytes } from './row-writer.ts';

/** Characters; smaller pieces would cost more than they save. */
const PIECE = 1_000_000;

export function jsonLines(write: WriteBytes): RowWriter {
  let [lines, size]: [string[], number] = [[], 0];
  const flush = async () => {
    if (lines.length === 0) return;
    const bytes = Buffer.from(`${lines.join('\n')}\n`);
    [lines, size] = [[], 0];
    await write(bytes);
  };
  return {
    add: async (rows) => {
      for (const row of rows) {
        lines.push(row);
        size += row.length;
        if (size >= PIECE) await flush();
      }
    },
    end: flush,
  };
}
