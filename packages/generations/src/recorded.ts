/**
 * The generations of a trace up to one of them, read from their payloads, nearest first, up to a limit of characters.
 */
import {
  TraceBlocks,
  traceGenerations,
  tracePayloads,
  type Sql,
  type TraceGenerationRow,
  type TraceKey,
} from '@subtext/db';
import { readGeneration, type ReadGeneration } from '@subtext/conventions';

/** Earlier generations above this number are taken from the history in the request. */
const MAX_GENERATIONS = 20_000;
/** Payloads are read backwards from the step up to this size. */
const MAX_CHARACTERS = 64_000_000;

export interface Recorded {
  row: TraceGenerationRow;
  read: ReadGeneration;
}

export interface RecordedUpTo {
  /** In order of time; the last is the requested one. */
  generations: Recorded[];
  /** Earlier generations that were not read. */
  unread: number;
}

/**
 * The generation `spanId` and those before it in the trace, in order of time, read from their payloads up to the limit
 * (`unread` = the number left out); undefined when the span is not a generation of this trace.
 */
export async function generationsUpTo(sql: Sql, key: TraceKey, spanId: string): Promise<RecordedUpTo | undefined> {
  const rows = await traceGenerations(sql, key, { spanId, limit: MAX_GENERATIONS });
  if (rows.length === 0) return undefined;
  const blocks = await TraceBlocks.open(sql, key);
  const generations: Recorded[] = [];
  let characters = 0;
  let at = rows.length - 1;
  // A request that continues a stored response has only the new messages, so the requests before it are needed, too.
  let continues = false;
  while (at >= 0 && characters < MAX_CHARACTERS) {
    const row = rows[at]!;
    const own: string[] = [];
    for (const id of spansOf(row)) {
      const body = await blocks.body(id);
      if (body !== undefined) own.push(body);
    }
    characters += own.reduce((sum, body) => sum + body.length, 0);
    const read = readGeneration(row, own, { input: generations.length === 0 || continues });
    generations.push({ row, read });
    continues ||= read.generation.previousResponseId !== undefined;
    at -= 1;
  }
  return { generations: generations.toReversed(), unread: at + 1 };
}

/** One generation with its whole request, read from its payload. */
export async function readOne(sql: Sql, key: TraceKey, row: TraceGenerationRow): Promise<ReadGeneration> {
  const bodies = await tracePayloads(sql, key, spansOf(row));
  return readGeneration(row, bodiesFor(row, bodies), { input: true });
}

export const spansOf = ({ spanId, copies }: TraceGenerationRow): string[] => [spanId, ...copies];

const bodiesFor = (row: TraceGenerationRow, bodies: ReadonlyMap<string, string>): string[] =>
  spansOf(row).flatMap((id) => bodies.get(id) ?? []);
