/**
 * The generations of a trace up to one of them, read from their payloads, the nearest first: as many as a bound of
 * characters allows.
 */
import {
  TraceBlocks,
  traceGenerations,
  tracePayloads,
  type Sql,
  type TraceGenerationRow,
  type TraceKey,
} from '@subtext/db';
import { readGeneration, type ReadGeneration } from './read-generation.ts';

/** More generations than this before a step are left to what its request repeats of them. */
const MOST_GENERATIONS = 20_000;
/** Payloads are read from the step backwards until so much has been read. */
const MOST_CHARACTERS = 64_000_000;

export interface Recorded {
  row: TraceGenerationRow;
  read: ReadGeneration;
}

export interface RecordedUpTo {
  /** In order of time; the last is the one that was asked for. */
  generations: Recorded[];
  /** Earlier generations that were not read. */
  unread: number;
}

/**
 * The generation `spanId` and those before it in the trace, in order of time, read from their payloads as far as that
 * is not too much (`unread` says how many are left out); undefined when the span is no generation of this trace.
 */
export async function generationsUpTo(sql: Sql, key: TraceKey, spanId: string): Promise<RecordedUpTo | undefined> {
  const rows = await traceGenerations(sql, key, { spanId, limit: MOST_GENERATIONS });
  if (rows.length === 0) return undefined;
  const blocks = await TraceBlocks.open(sql, key);
  const generations: Recorded[] = [];
  let characters = 0;
  let at = rows.length - 1;
  // A request that continues a stored response holds only what is new: then the requests before it are needed, too.
  let continues = false;
  while (at >= 0 && characters < MOST_CHARACTERS) {
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

/** One generation, read from its payload with everything that was sent to the model. */
export async function readOne(sql: Sql, key: TraceKey, row: TraceGenerationRow): Promise<ReadGeneration> {
  const bodies = await tracePayloads(sql, key, spansOf(row));
  return readGeneration(row, bodiesFor(row, bodies), { input: true });
}

const spansOf = ({ spanId, copies }: TraceGenerationRow): string[] => [spanId, ...copies];

const bodiesFor = (row: TraceGenerationRow, bodies: ReadonlyMap<string, string>): string[] =>
  spansOf(row).flatMap((id) => bodies.get(id) ?? []);
