/** Runs a transaction again when the database asks for it. */
import type { Sql } from './connect.ts';
import { ensurePartitions } from './partitions.ts';

const ATTEMPTS = 5;

/** What a transaction had built on was gone before it could be locked: run again, it begins anew. */
export class GoneMeanwhile extends Error {
  override name = 'GoneMeanwhile';
}

/** Serialization failures, deadlocks (with other programs) and what is forgotten meanwhile pass; a partition may be missing just after midnight. */
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

/** The five characters of PostgreSQL, or the code of a lost connection. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

async function ensureToday(sql: Sql): Promise<void> {
  const [row] = await sql<{ today: string }[]>`SELECT current_date AS today`;
  await ensurePartitions(sql, row!.today);
}
