/**
 * Splits a file of SQL into single statements, because Citus passes the text of a query on to its nodes, which accept
 * only one statement at a time.
 */
import type { Sql } from './connect.ts';

const COMMENT = /--[^\n]*|\/\*[^]*?\*\//g;
/**
 * A semicolon, or (matched first) something that may contain one that ends nothing: a comment, quoted text, a quoted
 * name, dollar-quoted text.
 */
const TOKEN =
  /--[^\n]*|\/\*[^]*?\*\/|\be'(?:[^'\\]|\\[^]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|(?<![\w$])(\$(?:[a-z_]\w*)?\$)[^]*?\1|;/gi;

/** Like `sql.unsafe(text)`, but also works on Citus. Runs in the transaction of `sql`, if there is one. */
export async function runStatements(sql: Pick<Sql, 'unsafe'>, text: string): Promise<void> {
  for (const statement of statementsOf(text)) await sql.unsafe(statement);
}

/**
 * Each statement includes the comments before it. Supports neither nested comments nor function bodies with `BEGIN
 * ATOMIC`.
 */
export function statementsOf(text: string): string[] {
  const ends = [...text.matchAll(TOKEN)].filter(([token]) => token === ';').map(({ index }) => index);
  return [...ends, text.length]
    .map((end, place) => text.slice(place === 0 ? 0 : ends[place - 1]! + 1, end).trim())
    .filter((statement) => statement.replaceAll(COMMENT, '').trim() !== '');
}
