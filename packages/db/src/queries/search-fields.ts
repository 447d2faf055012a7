/**
 * The texts of a call by what they are, and how words are looked for in them: what the statements of the search have in
 * common.
 */
import { HELD_MARK } from '@subtext/reasoning';
import type { Fragment } from 'postgres';
import type { Sql } from '../connect.ts';
import type { CallKey } from '../row-keys.ts';

/** `said` is what stood before a call or after the last one; `answer` the text of a response without calls. */
export const SEARCH_FIELDS = ['thought', 'said', 'args', 'result', 'answer'] as const;
export type SearchField = (typeof SEARCH_FIELDS)[number];

/** A description of a call, in any trace. */
export interface FoundCall extends CallKey {
  /** 32 hex digits. */
  traceId: string;
}

/** A text as it can be searched: what stands in place of one that is not kept has no words of anybody. */
export const searchable = (sql: Sql, text: Fragment): Fragment =>
  sql`case when ${text} like '%characters]%' then regexp_replace(${text}, ${HELD_MARK}, '', 'g') else ${text} end`;

const HELD = new RegExp(HELD_MARK, 'g');

/** `searchable` for a text that is here. */
export const withoutHeld = (text: string): string => (text.includes('characters]') ? text.replaceAll(HELD, '') : text);

/** The fields of `tool_calls c` with its `tool_call_texts x`, but for a packed result, as a row of text columns. */
export const fieldColumns = (sql: Sql): Fragment => sql`
  ${searchable(sql, sql`array_to_string(x.thoughts, E'\n\n')`)} as thought,
  ${searchable(sql, sql`case c.type when 'trailing' then concat_ws(E'\n', x.preamble, x.arguments) when 'answer' then null else x.preamble end`)} as said,
  ${searchable(sql, sql`case when c.type not in ('answer', 'trailing') then x.arguments end`)} as args,
  ${searchable(sql, sql`x.result`)} as result,
  ${searchable(sql, sql`case c.type when 'answer' then concat_ws(E'\n', x.preamble, x.arguments) end`)} as answer`;

/**
 * `given (trace_id, span_id, call_index, holds, place)` for keys, in their order. `holds`: what is told of the packed
 * result of each.
 */
export const givenCalls = (
  sql: Sql,
  keys: readonly FoundCall[],
  holds: readonly (string | null)[] = [],
): Fragment => sql`
  unnest(${keys.map((key) => key.traceId)}::text[], ${keys.map((key) => key.spanId)}::text[], ${keys.map((key) => key.index)}::int[], ${holds}::text[])
    with ordinality as given (trace_id, span_id, call_index, holds, place)`;

/** One character of a word in a script that puts blanks between words; others are found anywhere. */
const SPACED = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]/u;

/** A regular expression of Postgres: the term as it was typed, in any case, at the beginning of a word. */
export function termPattern(term: string): string {
  return SPACED.test(term.charAt(0)) ? `(^|[^[:alnum:]])${escaped(term)}` : escaped(term);
}

/** `termPattern` for a text that is here: any of the terms. */
export function termExpression(...terms: readonly string[]): RegExp {
  const patterns = terms.map((term) =>
    SPACED.test(term.charAt(0)) ? String.raw`(?:^|[^\p{L}\p{N}])${escaped(term)}` : escaped(term),
  );
  return new RegExp(patterns.join('|'), 'iu');
}

const escaped = (term: string): string => term.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
