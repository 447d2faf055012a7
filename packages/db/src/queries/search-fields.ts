/** The texts of a call by what they are, and how words are looked for in them: what the statements of the search have in common. */
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

/** The fields of `tool_calls c` with its `tool_call_texts x`, as a row of text columns. */
export const fieldColumns = (sql: Sql): Fragment => sql`
  array_to_string(x.thoughts, E'\n\n') as thought,
  case c.type when 'trailing' then concat_ws(E'\n', x.preamble, x.arguments) when 'answer' then null else x.preamble end as said,
  case when c.type not in ('answer', 'trailing') then x.arguments end as args,
  x.result,
  case c.type when 'answer' then concat_ws(E'\n', x.preamble, x.arguments) end as answer`;

/** `given (trace_id, span_id, call_index, place)` for keys, in their order. */
export const givenCalls = (sql: Sql, keys: readonly FoundCall[]): Fragment => sql`
  unnest(${keys.map((key) => key.traceId)}::text[], ${keys.map((key) => key.spanId)}::text[], ${keys.map((key) => key.index)}::int[])
    with ordinality as given (trace_id, span_id, call_index, place)`;

/** One character of a word in a script that puts blanks between words; others are found anywhere. */
const SPACED = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]/u;

/** A regular expression of Postgres: the term as it was typed, in any case, at the beginning of a word. */
export function termPattern(term: string): string {
  const escaped = term.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return SPACED.test(term.charAt(0)) ? `(^|[^[:alnum:]])${escaped}` : escaped;
}
