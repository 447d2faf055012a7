/** What is true of a row of `tool_call_texts` that contains some words: by its text, and by the index of its day. */
import type { Fragment } from 'postgres';
import type { Sql } from '../connect.ts';
import { containing } from '../like-pattern.ts';
import { CALL_WORDS } from '../search-index.ts';
import { searchable } from './search-fields.ts';

/**
 * What a row of `tool_call_texts x` contains verbatim. Comparing the text costs a twenty-fifth of splitting it into
 * words.
 */
export function containsText(sql: Sql, terms: readonly string[]): Fragment {
  const texts = sql`concat_ws(' ', array_to_string(x.thoughts, ' '), x.preamble, x.arguments)`;
  const found = terms.map((term) => sql`${texts} ilike ${containing(term)}`);
  // Only of what was found: few texts are not kept, and taking them out costs more than looking for words.
  const kept = terms.map((term) => sql`(${searchable(sql, texts)}) ilike ${containing(term)}`);
  return [...found, ...kept].reduce((all, one) => sql`${all} and ${one}`, sql`true`);
}

/**
 * The index is asked for all words at once, not for one after the other: for that it would have every row split anew,
 * and the comparison of the text says the same. So a term that says more than one word is asked for by whole words, but
 * for its last: in the text they stand before a space, too. A beginning takes the index two to four times as long,
 * since it puts all words together that begin so.
 */
export function hasWords(sql: Sql, terms: readonly string[]): Fragment {
  const split = terms.map((term) => /^(?:(.*)[ \t\n\r])?(.*)$/s.exec(term.trim())!);
  const inner = split.flatMap(([, words]) => words ?? []).join(' ');
  const whole = sql`phraseto_tsquery('pg_catalog.simple', search_text(${inner || null}::text))`;
  const begun = sql`call_query(${split.map(([, , last]) => last).join(' ')})`;
  const all = sql`concat_ws(' & ', nullif(${whole}::text, ''), ${begun}::text)`;
  return sql`${sql.unsafe(CALL_WORDS)} @@ nullif(regexp_replace(${all}, '<(-|\\d+)>', '&', 'g'), '')::tsquery`;
}

/** What is true of a row of `tool_call_texts x` that contains the words; the text first, since it costs less. */
export const containsWords = (sql: Sql, words: string): Fragment =>
  sql`${containsText(sql, [words])} and ${hasWords(sql, [words])}`;
