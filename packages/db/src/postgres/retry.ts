/** Runs a transaction again when it failed for a reason that passes. */
import type { Sql } from './connect.ts';
import { ensurePartitions } from './partitions.ts';

const ATTEMPTS = 5;

/**
 * A row that the transaction depends on was deleted before it could be locked. Run again, the transaction starts from
 * the current state.
 */
export class GoneMeanwhile extends Error {
  override name = 'GoneMeanwhile';
}

/**
 * Resolves to what `run`, a whole transaction, resolves to. Runs it up to five times when it fails for a reason that
 * passes: a serialization failure, a deadlock, a trace that was deleted meanwhile, or a missing partition for today.
 * Rethrows any other error, and the error of the fifth attempt.
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

/** SQLSTATE classes that the same data would cause again: data exception, integrity violation, program limit. */
export function isFaultOfData(error: unknown): boolean {
  return /^(22|23|54)/.test(sqlState(error) ?? '');
}

/** Returns why the database refused data. Leaves out the message, because PostgreSQL's messages may quote content. */
export function refusalOf(error: unknown): string {
  const routine = error instanceof Error && 'routine' in error ? ` in ${String(error.routine)}` : '';
  return `the database refused it (SQLSTATE ${sqlState(error)}${routine})`;
}

/**
 * The code of a database error: PostgreSQL's five characters (`40001`), or that of a lost connection (`ECONNREFUSED`).
 */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  const isOfShard = 'routine' in error && error.routine === 'ReportCopyError';
  return (isOfShard ? stateOfShard(error.message) : undefined) ?? String(error.code);
}

/**
 * Citus 13.2 reports a shard's error in COPY (`ReportCopyError` in multi_copy.c) as an internal error with only the
 * message, while errors of statements keep their SQLSTATE. The coordinator parses the values, so the shards can only
 * report constraints and index limits.
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
