/** All rows of `streamTexts`, for tests that want to see them together. */
import type { Sql } from '../postgres/connect.ts';
import { TraceBlocks } from '../read/trace/trace-blocks.ts';
import { streamTexts, type IndexedTexts } from '../read/trace/trace-texts.ts';
import type { CallKey, TraceKey } from '../rows/row-keys.ts';

export async function allTexts(sql: Sql, trace: TraceKey, keys: readonly CallKey[]): Promise<IndexedTexts[]> {
  const all: IndexedTexts[] = [];
  const blocks = await TraceBlocks.open(sql, trace);
  for await (const some of streamTexts(sql, trace, { keys, blocks })) all.push(...some);
  return all;
}
