/** SQL conditions for rows of `tool_call_texts` that contain some words: by their text, and by the index of the day. */
import type { Fragment } from 'postgres';
import type { Sql } from '../../postgres/connect.ts';
import { containing } from '../../postgres/like-pattern.ts';
import { CALL_WORDS } from '../../rows/search-index.ts';
import { searchable } from './search-fields.ts';

/**
 * Condition: a row of `tool_call_texts x` contains the terms verbatim. Comparing the text costs a twenty-fifth of
 * splitting it into words.
 */
export function containsText(sql: Sql, terms: readonly string[]): Fragment {
  const texts = sql`concat_ws(' ', array_to_string(x.thoughts, ' '), x.preamble, x.arguments)`;
  const found = terms.map((term) => sql`${texts} ilike ${containing(term)}`);
  // Checked only for matches, because few texts contain marks of withheld text, and removing these costs more than the
  // comparison.
  const kept = terms.map((term) => sql`(${searchable(sql, texts)}) ilike ${containing(term)}`);
  return [...found, ...kept].reduce((all, one) => sql`${all} and ${one}`, sql`true`);
}

/**
 * Asks the index for all words at once. It is not asked for phrases, because PostgreSQL would split every matching row
 * again, and the comparison of the text gives the same answer. Of a term with several words, all but the last must be
 * whole words, because a space follows them in the text. A prefix search takes two to four times as long, because it
 * merges all words with that prefix.
 */
export function hasWords(sql: Sql, terms: readonly string[]): Fragment {
  const split = terms.map((term) => /^(?:(.*)[ \t\n\r])?(.*)$/s.exec(term.trim())!);
  const inner = split.flatMap(([, words]) => words ?? []).join(' ');
  const whole = sql`phraseto_tsquery('pg_catalog.simple', search_text(${inner || null}::text))`;
  const begun = sql`call_query(${split.map(([, , last]) => last).join(' ')})`;
  const all = sql`concat_ws(' & ', nullif(${whole}::text, ''), ${begun}::text)`;
  return sql`${sql.unsafe(CALL_WORDS)} @@ nullif(regexp_replace(${all}, '<(-|\\d+)>', '&', 'g'), '')::tsquery`;
}

/**
 * Condition: a row of `tool_call_texts x` contains the words. The text comes first, because comparing it costs less.
 */
export const containsWords = (sql: Sql, words: string): Fragment =>
  sql`${containsText(sql, [words])} and ${hasWords(sql, [words])}`;
