/**
 * The tables of an export, with the SQL of each column (docs/export.md). The order of the columns is that of the files.
 * A new column may be added at any time; a column that is renamed or means something else needs a new EXPORT_FORMAT.
 */

/** `json` is JSON as text, because its shape differs from row to row. */
export type ExportType = 'text' | 'integer' | 'number' | 'boolean' | 'time' | 'json' | 'texts';

export const EXPORT_FORMAT = 1;

export type ExportTable = 'traces' | 'spans' | 'calls' | 'scores';

type Column = readonly [type: ExportType, sql: string];
type ExportColumns = Readonly<Record<string, Column>>;

const text = (column: string): Column => ['text', column];
const hex = (column: string): Column => ['text', `encode(${column}, 'hex')`];
const integer = (column: string): Column => ['integer', column];
const boolean = (column: string): Column => ['boolean', column];
const texts = (column: string): Column => ['texts', column];
/** With microseconds, as PostgreSQL stores them. */
const time = (column: string): Column => ['time', `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`];

const TRACES: ExportColumns = {
  trace_id: hex('t.trace_id'),
  day: text('t.day::text'),
  name: text('t.name'),
  input: text('t.asked'),
  session_id: text('t.session_id'),
  user_id: text('t.user_id'),
  environment: text('t.environment'),
  release: text('t.release'),
  service: text('t.service'),
  tags: texts('t.tags'),
  added_tags: texts('t.added_tags'),
  removed_tags: texts('t.removed_tags'),
  bookmarked: boolean('t.bookmarked'),
  metadata: ['json', 't.metadata::text'],
  models: texts('t.models'),
  agents: texts('t.agents'),
  started_at: time('t.started_at'),
  ended_at: time('t.ended_at'),
  updated_at: time('t.updated_at'),
  spans: integer('t.span_count'),
  model_calls: integer('t.generation_count'),
  model_calls_reporting_thinking: integer('t.generations_reporting'),
  model_calls_without_price: integer('t.generations_unpriced'),
  agent_runs_counted: integer('t.runs_counted'),
  steps: integer('t.step_count'),
  calls: integer('t.call_count'),
  errors: integer('t.error_count'),
  input_tokens: integer('t.input_tokens'),
  cache_read_tokens: integer('t.cache_read_tokens'),
  output_tokens: integer('t.output_tokens'),
  thinking_tokens: integer('t.reasoning_tokens'),
  thinking_hidden_tokens: integer('t.hidden_reasoning_tokens'),
  input_nano_usd: integer('t.input_cost'),
  answer_nano_usd: integer('t.answer_cost'),
  thinking_readable_nano_usd: integer('t.readable_cost'),
  thinking_summary_only_nano_usd: integer('t.summary_cost'),
  thinking_no_text_nano_usd: integer('t.no_text_cost'),
  thinking_text_unknown_nano_usd: integer('t.untold_cost'),
};

const SPANS: ExportColumns = {
  trace_id: hex('s.trace_id'),
  span_id: hex('s.span_id'),
  parent_span_id: hex('s.parent_span_id'),
  day: text('s.day::text'),
  kind: text('s.kind'),
  name: text('s.name'),
  started_at: time('s.started_at'),
  duration_ns: integer('s.duration_ns'),
  status: text('s.status'),
  status_message: text('s.status_message'),
  service: text('s.service'),
  scope: text('s.scope'),
  convention: text('s.convention'),
  agent_name: text('s.agent_name'),
  call_id: text('s.call_id'),
  tool_name: text('s.tool_name'),
  provider: text('s.provider'),
  request_model: text('s.request_model'),
  response_model: text('s.response_model'),
  response_id: text('s.response_id'),
  finish_reason: text('s.finish_reason'),
  reasoning_effort: text('s.reasoning_effort'),
  streaming: boolean('s.streaming'),
  first_token_ms: integer('s.ttft_ms'),
  incomplete: boolean('s.incomplete'),
  duplicate_of: hex('s.duplicate_of'),
  described_in: hex('s.described_in'),
  input_tokens: integer('s.input_tokens'),
  cache_read_tokens: integer('s.cache_read_tokens'),
  cache_write_tokens: integer('s.cache_write_tokens'),
  cache_write_hour_tokens: integer('s.cache_write_hour_tokens'),
  output_tokens: integer('s.output_tokens'),
  thinking_tokens: integer('s.reasoning_tokens'),
  thinking_tokens_source: text('s.reasoning_source'),
  thinking_state: text('s.thinking_state'),
  thinking_readable_tokens: integer('s.readable_tokens'),
  thinking_summary_only_tokens: integer('s.summary_tokens'),
  thinking_no_text_tokens: integer('s.no_text_tokens'),
  input_nano_usd: integer('s.input_cost'),
  cache_read_nano_usd: integer('s.cache_read_cost'),
  cache_write_nano_usd: integer('s.cache_write_cost'),
  cache_write_hour_nano_usd: integer('s.cache_write_hour_cost'),
  output_nano_usd: integer('s.output_cost'),
  thinking_nano_usd: integer('s.reasoning_cost'),
  total_nano_usd: integer('s.total_cost'),
  cost_source: text('s.cost_source'),
};

const CALLS: ExportColumns = {
  trace_id: hex('c.trace_id'),
  span_id: hex('c.span_id'),
  call_index: integer('c.call_index'),
  day: text('c.day::text'),
  described_by: text('c.described_by'),
  type: text('c.type'),
  call_id: text('c.call_id'),
  tool_name: text('c.tool_name'),
  parent_call_id: text('c.parent_call_id'),
  started_at: time('c.started_at'),
  duration_ns: integer('c.duration_ns'),
  duration_inferred: boolean('c.duration_inferred'),
  status: text('c.status'),
  incomplete: boolean('c.incomplete'),
  thinking_state: text('c.thinking_state'),
  thought_of_call: text('c.reasoning_ref'),
  thinking_tokens: integer('c.reasoning_tokens'),
  thinking_tokens_source: text('c.reasoning_tokens_source'),
  thinking_nano_usd: integer('c.reasoning_cost'),
  thinking_format: text('c.reasoning_format'),
  thinking_field: text('c.reasoning_field'),
  thoughts: texts('x.thoughts'),
  message: text('x.preamble'),
  arguments: text('x.arguments'),
};

const SCORES: ExportColumns = {
  id: text('o.id::text'),
  trace_id: hex('o.trace_id'),
  span_id: hex('o.span_id'),
  target: text('o.target'),
  name: text('o.name'),
  number: ['number', 'o.number'],
  label: text('o.label'),
  thumbs: boolean('o.thumbs'),
  comment: text('o.comment'),
  source: text('o.source'),
  created_at: time('o.created_at'),
  updated_at: time('o.updated_at'),
};

export const EXPORT_COLUMNS: Readonly<Record<ExportTable, ExportColumns>> = {
  traces: TRACES,
  spans: SPANS,
  calls: CALLS,
  scores: SCORES,
};

/** Columns whose values are in the packed block of a span (packed-results.ts), from which the page reads them. */
const UNPACKED: Readonly<Partial<Record<ExportTable, Record<string, ExportType>>>> = {
  spans: { sent: 'json' },
  calls: { result: 'text' },
};

/** The types of all columns by table, for the program that writes the files. */
export const EXPORT_SCHEMA: Readonly<Record<ExportTable, Readonly<Record<string, ExportType>>>> = {
  traces: typesOf('traces'),
  spans: typesOf('spans'),
  calls: typesOf('calls'),
  scores: typesOf('scores'),
};

function typesOf(table: ExportTable): Record<string, ExportType> {
  const stored = Object.entries(EXPORT_COLUMNS[table]).map(([name, [type]]) => [name, type]);
  return { ...(Object.fromEntries(stored) as Record<string, ExportType>), ...UNPACKED[table] };
}

/** The SELECT list of a table. */
export const exportList = (table: ExportTable): string =>
  Object.entries(EXPORT_COLUMNS[table])
    .map(([name, [, sql]]) => `${sql} AS ${name}`)
    .join(', ');
