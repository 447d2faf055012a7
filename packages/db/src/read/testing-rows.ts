/**
 * Inserts rows of a trace for tests of queries. Columns that a test omits get a plain default; the test gives the
 * totals of the trace.
 */
import type { Columns } from './trace/trace-columns.ts';
import type { Sql } from '../postgres/connect.ts';

type Row = Record<string, unknown>;
export interface TestTrace {
  projectId: string;
  traceId: string;
  trace?: Row;
  /** `span_id` as 16 hex digits; the trace's project, id and day are added. */
  spans?: (Row & { span_id: string })[];
  calls?: (Row & { span_id: string; call_index: number; texts?: Row })[];
  payloads?: { span_id: string; body: string }[];
}

const START = new Date('2026-11-20T10:00:00Z');
const bytes = (hex: unknown) => (typeof hex === 'string' ? Buffer.from(hex, 'hex') : null);

export async function insertTrace(sql: Sql, { projectId, traceId, ...rows }: TestTrace): Promise<void> {
  const [{ day }] = (await sql`select current_date::text as day`) as unknown as [{ day: string }];
  const key = { project_id: projectId, day, trace_id: bytes(traceId) };
  await insert(sql, 'traces', [
    { started_at: START, ended_at: rows.trace?.started_at ?? START, ...rows.trace, ...key },
  ]);
  await insert(
    sql,
    'spans',
    (rows.spans ?? []).map((span) => ({ ...SPAN, ...span, ...key, ...ids(span) })),
  );
  const calls = rows.calls ?? [];
  await insert(
    sql,
    'tool_calls',
    calls.map(({ texts, ...call }) => (void texts, { ...CALL, ...call, ...key, span_id: bytes(call.span_id) })),
  );
  const withTexts = calls.filter((call) => call.texts);
  await insert(
    sql,
    'tool_call_texts',
    withTexts.map(({ span_id, call_index, texts }) => ({ ...texts, ...key, span_id: bytes(span_id), call_index })),
  );
  await insert(
    sql,
    'payloads',
    (rows.payloads ?? []).map(({ span_id, body }) => ({
      ...key,
      span_id: bytes(span_id),
      span_ids: sql.array([bytes(span_id)], BYTEA),
      bodies: Buffer.from(body),
    })),
  );
}

/** Inserts a row of model_rollups. Sums that the test omits are 0. */
export async function insertModelHour(
  sql: Sql,
  hour: { project_id: string; hour: Date | string; model: string } & Row,
): Promise<void> {
  const zeros = Object.fromEntries(MODEL_SUMS.map((sum) => [sum, 0]));
  await insert(sql, 'model_rollups', [{ ...zeros, provider: 'openai', agent_name: '', reasoning_effort: '', ...hour }]);
}

const MODEL_SUMS = [
  ...['generations', 'generations_reporting', 'generations_unpriced', 'errors', 'input_tokens', 'cache_read_tokens'],
  ...['output_tokens', 'reasoning_tokens', 'readable_tokens', 'summary_tokens', 'no_text_tokens', 'input_cost'],
  ...['answer_cost', 'readable_cost', 'summary_cost', 'no_text_cost', 'runs_counted', 'generations_in_runs'],
];

const SPAN = {
  kind: 'generation',
  name: 'chat',
  started_at: START,
  duration_ns: 1_000_000n,
  status: 'unset',
  convention: 'subtext',
};
const CALL = {
  described_by: 'generation',
  type: 'function',
  tool_name: 'get_order',
  started_at: START,
  status: 'unset',
  thinking_state: 'unreported',
};

function ids(span: Row): Row {
  return {
    span_id: bytes(span.span_id),
    parent_span_id: bytes(span.parent_span_id),
    duplicate_of: bytes(span.duplicate_of),
  };
}

/** OID of the type bytea. */
const BYTEA = 17;

/** One statement per row, because the rows of one test may have different columns. */
async function insert(sql: Sql, table: string, rows: Row[]): Promise<void> {
  for (const row of rows) await sql`insert into ${sql(table)} ${sql(row as Record<string, string>)}`;
}

/** The rows that the columns of traceColumns are. */
export const rowsOf = ({ length, columns }: Columns<object>): Record<string, unknown>[] =>
  Array.from({ length }, (_, at) =>
    Object.fromEntries(Object.entries<readonly unknown[]>(columns).map(([key, values]) => [key, values[at]])),
  );
