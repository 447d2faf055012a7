/** Recorded steps in a real database, as the SDK reports them, for the tests of this package and of the web app. */
import type { Sql } from '@subtext/db';

const BYTEA = 17;
const bytes = (hex: string) => Buffer.from(hex, 'hex');
const json = JSON.stringify;

export const hexId = (number: number, digits: number): string => number.toString(16).padStart(digits, '0');
export const traceIdOf = (number: number): string => hexId(number, 32);
export const spanIdOf = (number: number): string => hexId(number, 16);

export interface RecordedRun {
  projectId: string;
  /** Its trace and span have ids by this number. */
  number: number;
  provider?: string;
  api?: string;
  model?: string;
  effort?: string | null;
  /** Arguments of the recorded call of get_order; null = the step answered without a tool. */
  order?: number | string | null;
  /** Attributes in place of those of the span. */
  attributes?: Readonly<Record<string, unknown>>;
}

/** One run of one step: the user asks for an order, and the model looks it up. */
export async function recordRun(sql: Sql, run: RecordedRun): Promise<void> {
  const { projectId, number, provider = 'openai', api = 'openai.responses', model = 'gpt-5.2', effort = 'high' } = run;
  const [{ day }] = (await sql`select current_date::text as day`) as unknown as [{ day: string }];
  const key = { project_id: projectId, day, trace_id: bytes(traceIdOf(number)) };
  const at = new Date(Date.now() - 60_000 + number);
  const insert = (table: string, row: object) => sql`insert into ${sql(table)} ${sql({ ...row, ...key } as never)}`;
  await insert('traces', { started_at: at, ended_at: at, asked: questionOf(number), models: [model] });
  await insert('spans', {
    ...{ span_id: bytes(spanIdOf(number)), kind: 'generation', name: 'chat', convention: 'subtext', status: 'unset' },
    ...{ started_at: at, duration_ns: 2_000_000_000n, provider, request_model: model, reasoning_effort: effort },
    ...{ input_tokens: 300n, output_tokens: 200n, reasoning_tokens: 150n, total_cost: 3_325_000n },
  });
  const attributes = { ...attributesOf(run, { provider, api, model, effort }), ...run.attributes };
  const body = json({ name: 'chat', scope: { name: '@subtext/sdk' }, attributes });
  await insert('payloads', {
    span_id: bytes(spanIdOf(number)),
    span_ids: sql.array([bytes(spanIdOf(number))], BYTEA),
    bodies: Buffer.from(body),
  });
}

export const questionOf = (number: number): string => `Where is order ${4000 + number}?`;

const TOOL = {
  type: 'function',
  name: 'get_order',
  description: 'An order by its id.',
  parameters: { type: 'object', properties: { id: { type: 'number' } } },
};
const CLAUDE_TOOL = { name: TOOL.name, description: TOOL.description, input_schema: TOOL.parameters };

type Named = Required<Pick<RecordedRun, 'provider' | 'api' | 'model'>> & { effort: string | null };

function attributesOf({ number, order = 4000 + number }: RecordedRun, { provider, api, model, effort }: Named) {
  const said = (content: string) => ({ type: 'text', content, key: '0' });
  const call = {
    type: 'tool_call',
    id: 'call_1',
    name: 'get_order',
    arguments: { id: order },
    item_type: 'function_call',
  };
  const output = order === null ? [said('I do not know.')] : [call];
  return {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': provider,
    'gen_ai.request.model': model,
    ...(effort !== null && { 'gen_ai.request.reasoning.level': effort }),
    'subtext.api': api,
    'gen_ai.system_instructions': json([{ type: 'text', content: 'Be brief.' }]),
    'gen_ai.tool.definitions': json([provider === 'anthropic' ? CLAUDE_TOOL : TOOL]),
    'gen_ai.input.messages': json([{ role: 'user', parts: [said(questionOf(number))] }]),
    'gen_ai.output.messages': json([{ role: 'assistant', parts: output }]),
  };
}
