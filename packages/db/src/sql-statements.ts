/** The statements of a file of SQL, one by one: Citus hands the whole text of a query on to its nodes, and those take one statement at a time. */
import type { Sql } from './connect.ts';

const COMMENT = /--[^\n]*|\/\*[^]*?\*\//g;
/** A semicolon; and before it in the alternatives what may hold one that ends nothing: comments, quoted text and names, text between dollars. */
const TOKEN =
  /--[^\n]*|\/\*[^]*?\*\/|\be'(?:[^'\\]|\\[^]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|(?<![\w$])(\$(?:[a-z_]\w*)?\$)[^]*?\1|;/gi;

/** As `sql.unsafe(text)`, on a Citus too; in the transaction that `sql` is of, if any. */
export async function runStatements(sql: Pick<Sql, 'unsafe'>, text: string): Promise<void> {
  for (const statement of statementsOf(text)) await sql.unsafe(statement);
}

/** Each with the comments before it. Not for comments within comments, and for no function whose body is `BEGIN ATOMIC`. */
export function statementsOf(text: string): string[] {
  const ends = [...text.matchAll(TOKEN)].filter(([token]) => token === ';').map(({ index }) => index);
  return [...ends, text.length]
    .map((end, place) => text.slice(place === 0 ? 0 : ends[place - 1]! + 1, end).trim())
    .filter((statement) => statement.replaceAll(COMMENT, '').trim() !== '');
}
