/**
 * All that a database holds, as text: every table, every column, also what is packed. For tests that look for what must
 * not be there.
 */
import { zstdDecompressSync } from 'node:zlib';
import type { Sql } from '@subtext/db';

/** Tables that hold what an owner wrote, not what was sent. */
const SETTINGS = new Set(['project_rules', '_prisma_migrations']);

export async function everythingStored(sql: Sql): Promise<string> {
  const tables = await sql<{ name: string }[]>`
    SELECT relname AS name FROM pg_class
    WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition`;
  // Without any table, the search would find nothing and every check would pass.
  if (tables.length === 0) throw new Error('There are no tables to look into.');
  const texts: string[] = [];
  for (const { name } of tables) {
    if (SETTINGS.has(name)) continue;
    for (const row of await sql`SELECT * FROM ${sql(name)}`) texts.push(`${name} ${storedText(Object.values(row))}`);
  }
  return texts.join('\n');
}

function storedText(value: unknown): string {
  if (value instanceof Uint8Array) {
    const bytes = Buffer.from(value);
    const plain = bytes.length < 4 || bytes.readUInt32LE(0) !== ZSTD;
    return (plain ? bytes : zstdDecompressSync(bytes)).toString('latin1');
  }
  if (Array.isArray(value)) return value.map(storedText).join(' ');
  if (typeof value === 'object' && value !== null && !(value instanceof Date)) return JSON.stringify(value);
  return String(value);
}

/** First bytes of a zstd frame. */
const ZSTD = 0xfd2fb528;

/**
 * True when the text is stored: as it is, as JSON writes it, as bytes in hex, as bytes in base64 at any of three
 * offsets.
 */
export function holds(everything: string, secret: string): boolean {
  const bytes = Buffer.from(secret);
  const encoded = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    return text.slice(before === 0 ? 0 : before + 1, -4);
  });
  const forms = [
    secret,
    JSON.stringify(secret).slice(1, -1),
    bytes.toString('hex'),
    bytes.toString('latin1'),
    ...encoded,
  ];
  return forms.some((form) => everything.includes(form));
}
