/**
 * The generations of a trace up to one of them, read from their payloads, the nearest first: as many as a bound of
 * characters allows.
 */
import { traceGenerations, tracePayloads, type Sql, type TraceGenerationRow, type TraceKey } from '@subtext/db';
import { readGeneration, type ReadGeneration } from './read-generation.ts';

/** More generations than this before a step are left to what its request repeats of them. */
const MOST_GENERATIONS = 20_000;
const AT_ONCE = 16;
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
  const generations: Recorded[] = [];
  let characters = 0;
  let at = rows.length - 1;
  while (at >= 0 && characters < MOST_CHARACTERS) {
    const some = rows.slice(Math.max(0, at - AT_ONCE + 1), at + 1);
    const bodies = await tracePayloads(sql, key, some.flatMap(spansOf));
    for (const row of some.toReversed()) {
      const own = bodiesFor(row, bodies);
      characters += own.reduce((sum, body) => sum + body.length, 0);
      // A request that goes on from a stored response holds only what is new: then those before it are needed, too.
      const input = generations.length === 0 || goesOnFromStored(generations);
      generations.push({ row, read: readGeneration(row, own, { input }) });
      at -= 1;
      if (characters >= MOST_CHARACTERS) break;
    }
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

const goesOnFromStored = (generations: readonly Recorded[]): boolean =>
  generations.some(({ read }) => read.generation.previousResponseId !== undefined);
