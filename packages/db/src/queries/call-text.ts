/** One text of one call, a piece at a time; its whole length says how much is left. */
import type { Fragment } from 'postgres';
import type { Sql } from '../connect.ts';
import type { CallKey, TraceKey } from '../row-keys.ts';

export type CallTextField = 'thought' | 'preamble' | 'arguments' | 'result';

export interface CallTextPiece extends CallKey {
  field: CallTextField;
  /** Which of several thoughts, from 0. */
  block: number;
  /** In characters. */
  offset: number;
  length: number;
}

export interface CallText {
  text: string;
  totalCharacters: number;
  /** How many thoughts the call has; 1 for other fields. */
  blocks: number;
}

/** undefined when there is no such text. */
export async function callText(sql: Sql, trace: TraceKey, piece: CallTextPiece): Promise<CallText | undefined> {
  const [row] = await sql<CallText[]>`
    select substr(field, ${piece.offset + 1}::int, ${piece.length}::int) as text, length(field) as "totalCharacters", blocks
    from traces t
    join tool_call_texts x on x.project_id = t.project_id and x.day = t.day and x.trace_id = t.trace_id
    cross join lateral (select ${FIELDS[piece.field](sql, piece.block)}) as chosen (field, blocks)
    where t.project_id = ${trace.projectId} and t.trace_id = decode(${trace.traceId}, 'hex')
      and x.span_id = decode(${piece.spanId}, 'hex') and x.call_index = ${piece.index} and field is not null`;
  return row;
}

const FIELDS: Record<CallTextField, (sql: Sql, block: number) => Fragment> = {
  thought: (sql, block) => sql`x.thoughts[${block + 1}::int], coalesce(cardinality(x.thoughts), 0)`,
  preamble: (sql) => sql`x.preamble, 1`,
  arguments: (sql) => sql`x.arguments, 1`,
  result: (sql) => sql`x.result, 1`,
};
