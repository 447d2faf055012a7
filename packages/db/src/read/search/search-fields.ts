/** The kinds of text of a call, and how the search statements match words in them. */
import { HELD_MARK } from '@subtext/reasoning';
import type { Fragment } from 'postgres';
import type { Sql } from '../../postgres/connect.ts';
import type { CallKey } from '../../rows/row-keys.ts';

/** `said` is the text before a call or after the last one; `answer` is the text of a response without calls. */
export const SEARCH_FIELDS = ['thought', 'said', 'args', 'result', 'answer'] as const;
export type SearchField = (typeof SEARCH_FIELDS)[number];

/** The key of a described call in any trace. */
export interface FoundCall extends CallKey {
  /** 32 hex digits. */
  traceId: string;
}

/** The text without the marks that replace withheld texts, so that a search does not match them. */
export const searchable = (sql: Sql, text: Fragment): Fragment =>
  sql`case when ${text} like '%characters]%' then regexp_replace(${text}, ${HELD_MARK}, '', 'g') else ${text} end`;

const HELD = new RegExp(HELD_MARK, 'g');

/** The TypeScript version of `searchable`. */
export const withoutHeld = (text: string): string => (text.includes('characters]') ? text.replaceAll(HELD, '') : text);

/** The texts of `tool_calls c` with its `tool_call_texts x` as a row of columns, except for packed results. */
export const fieldColumns = (sql: Sql): Fragment => sql`
  ${searchable(sql, sql`array_to_string(x.thoughts, E'\n\n')`)} as thought,
  ${searchable(sql, sql`case c.type when 'trailing' then concat_ws(E'\n', x.preamble, x.arguments) when 'answer' then null else x.preamble end`)} as said,
  ${searchable(sql, sql`case when c.type not in ('answer', 'trailing') then x.arguments end`)} as args,
  ${searchable(sql, sql`x.result`)} as result,
  ${searchable(sql, sql`case c.type when 'answer' then concat_ws(E'\n', x.preamble, x.arguments) end`)} as answer`;

/**
 * Rows `given (trace_id, span_id, call_index, holds, place)` for keys, in their order. `holds` is a value per key that
 * was computed from its packed result.
 */
export const givenCalls = (
  sql: Sql,
  keys: readonly FoundCall[],
  holds: readonly (string | null)[] = [],
): Fragment => sql`
  unnest(${keys.map((key) => key.traceId)}::text[], ${keys.map((key) => key.spanId)}::text[], ${keys.map((key) => key.index)}::int[], ${holds}::text[])
    with ordinality as given (trace_id, span_id, call_index, holds, place)`;

/**
 * Matches one character of a script that separates words with spaces. Words of other scripts are found anywhere in a
 * text.
 */
const SPACED = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]/u;

/** Returns a regular expression of PostgreSQL that matches the term in any case at the beginning of a word. */
export function termPattern(term: string): string {
  return SPACED.test(term.charAt(0)) ? `(^|[^[:alnum:]])${escaped(term)}` : escaped(term);
}

/** The JavaScript version of `termPattern`; matches any of the terms. */
export function termExpression(...terms: readonly string[]): RegExp {
  const patterns = terms.map((term) =>
    SPACED.test(term.charAt(0)) ? String.raw`(?:^|[^\p{L}\p{N}])${escaped(term)}` : escaped(term),
  );
  return new RegExp(patterns.join('|'), 'iu');
}

const escaped = (term: string): string => term.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
