/**
 * Scales past one machine: on a database with the extension `citus` (https://github.com/citusdata/citus), distributes
 * the tables by project.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sql } from './connect.ts';

/**
 * Does nothing when the extension is missing or everything is already distributed. Resolves to whether the database has
 * Citus.
 */
export async function distribute(sql: Sql): Promise<boolean> {
  if (!(await isCitus(sql))) return false;
  await sql.unsafe(await readFile(join(import.meta.dirname, '../../../../prisma/citus/distribute.sql'), 'utf8'));
  return true;
}

export async function isCitus(sql: Sql): Promise<boolean> {
  const rows = await sql`SELECT FROM pg_extension WHERE extname = 'citus'`;
  return rows.length > 0;
}
