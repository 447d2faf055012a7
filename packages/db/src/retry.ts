/** Runs a transaction again when the database asks for it. */
import type { Sql } from './connect.ts';
import { ensurePartitions } from './partitions.ts';

const ATTEMPTS = 5;

/** What a transaction had built on was gone before it could be locked: run again, it begins anew. */
export class GoneMeanwhile extends Error {
  override name = 'GoneMeanwhile';
}

/**
 * Resolves to what `run`, a whole transaction, resolves to; runs it again, five times in all, when PostgreSQL gave it up for a reason that passes: a
 * serialization failure, a deadlock, a trace that was deleted meanwhile, or a partition of today that nobody has made yet. Any other error, and
 * that of the fifth time, is thrown on.
 */
export async function retrying<Result>(sql: Sql, run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      if (isMissingPartition(error)) await ensureToday(sql);
      else if (!isTransient(error)) throw error;
    }
  }
}

function isTransient(error: unknown): boolean {
  return error instanceof GoneMeanwhile || ['40001', '40P01'].includes(sqlState(error) ?? '');
}

function isMissingPartition(error: unknown): boolean {
  return sqlState(error) === '23514' && (error as Error).message.startsWith('no partition of relation');
}

/** Classes of SQLSTATE that the same data will meet again: data exception, integrity violation, program limit. */
export function isFaultOfData(error: unknown): boolean {
  return /^(22|23|54)/.test(sqlState(error) ?? '');
}

/** Why the database refused data; without the value: messages of PostgreSQL may quote contents. */
export function refusalOf(error: unknown): string {
  const routine = error instanceof Error && 'routine' in error ? ` in ${String(error.routine)}` : '';
  return `the database refused it (SQLSTATE ${sqlState(error)}${routine})`;
}

/** The code of an error of the database: five characters of PostgreSQL (`40001`), or that of a lost connection (`ECONNREFUSED`). */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  const isOfShard = 'routine' in error && error.routine === 'ReportCopyError';
  return (isOfShard ? stateOfShard(error.message) : undefined) ?? String(error.code);
}

/**
 * Citus 13.2 passes on what a shard answers to COPY (`ReportCopyError` in multi_copy.c) with the words alone, as an internal error, while those of
 * statements keep their state. Values are parsed by the coordinator: what is left to a shard are constraints and limits of indexes.
 */
const WORDS_OF_SHARDS: readonly (readonly [RegExp, string])[] = [
  [/^new row for relation ".*" violates check constraint "/, '23514'],
  [/^no partition of relation ".*" found for row$/, '23514'],
  [/^duplicate key value violates unique constraint "/, '23505'],
  [/^insert or update on table ".*" violates foreign key constraint "/, '23503'],
  [/^null value in column ".*" violates not-null constraint$/, '23502'],
  [/^index row (?:size \d+ exceeds|requires \d+ bytes,) /, '54000'],
  [/^string is too long for tsvector /, '54000'],
];

function stateOfShard(message: string): string | undefined {
  return WORDS_OF_SHARDS.find(([words]) => words.test(message))?.[1];
}

async function ensureToday(sql: Sql): Promise<void> {
  const [row] = await sql<{ today: string }[]>`SELECT current_date AS today`;
  await ensurePartitions(sql, row!.today);
}
