/**
 * A run as the SDK records it, in a real database, for the tests of the rooms beside it: a thought, a call with its result, an
 * answer, a call without capture.
 */
import type { Sql, TraceKey } from '@subtext/db';

export const SPANS = { first: '0a'.repeat(8), tool: '0b'.repeat(8), second: '0c'.repeat(8), bare: '0d'.repeat(8) };
export const SIGNATURE = 'sig-of-the-first-thought';
export const HOSTILE = '$(touch /tmp/hacked) `id` \u202e"quoted"\nJSON\n\'; rm -rf /';

const START = Date.UTC(2026, 10, 20, 10);
const BYTEA = 17;
const bytes = (hex: string) => Buffer.from(hex, 'hex');
const json = JSON.stringify;

const said = (content: string) => ({ type: 'text', content, key: '0' });
const asked = { role: 'user', parts: [said(`Refund order 8812. ${HOSTILE}`)] };
const call = { type: 'tool_call', id: 'toolu_1', name: 'get_order', arguments: { id: 8812 }, item_type: 'tool_use' };
const thought = {
  ...{ type: 'reasoning', content: 'The id looks valid; check the order first.', key: '0' },
  ...{ format: 'anthropic', field: 'thinking', signature: SIGNATURE },
};
const result = { type: 'tool_call_response', id: 'toolu_1', response: '{"state":"paid"}' };
const tools = [{ name: 'get_order', description: 'An order by its id.', input_schema: { type: 'object' } }];

const CLAUDE = {
  'gen_ai.operation.name': 'chat',
  'gen_ai.provider.name': 'anthropic',
  'gen_ai.request.model': 'claude-opus-4-8',
  'subtext.api': 'anthropic.messages',
};
const request = (messages: unknown[], output: unknown[]) => ({
  ...CLAUDE,
  'gen_ai.system_instructions': json([{ type: 'text', content: 'Be careful with money.' }]),
  'gen_ai.tool.definitions': json(tools),
  'gen_ai.input.messages': json(messages),
  'gen_ai.output.messages': json([{ role: 'assistant', parts: output }]),
  ['__proto__']: 'polluted',
});

const PAYLOADS: Readonly<Record<string, object>> = {
  [SPANS.first]: request([asked], [thought, call]),
  [SPANS.second]: request(
    [asked, { role: 'assistant', parts: [call] }, { role: 'user', parts: [result] }],
    [said('Order 8812 is paid; the refund is on its way.')],
  ),
  [SPANS.bare]: { ...CLAUDE, 'subtext.withheld': ['gen_ai.input.messages'] },
};

export async function insertRun(sql: Sql, { projectId, traceId }: TraceKey): Promise<void> {
  const [{ day }] = (await sql`select current_date::text as day`) as unknown as [{ day: string }];
  const key = { project_id: projectId, day, trace_id: bytes(traceId) };
  const at = (second: number) => ({ started_at: new Date(START + second * 1000) });
  const insert = (table: string, row: object) => sql`insert into ${sql(table)} ${sql({ ...row, ...key } as never)}`;
  await insert('traces', { ...at(0), ended_at: new Date(START + 9000), asked: 'Refund order 8812.' });
  const model = { provider: 'anthropic', request_model: 'claude-opus-4-8', convention: 'subtext', name: 'chat' };
  const span = { ...model, duration_ns: 1_000_000n, status: 'unset' };
  for (const [index, name] of (['first', 'second', 'bare'] as const).entries())
    await insert('spans', {
      ...span,
      ...at(index * 3),
      span_id: bytes(SPANS[name]),
      kind: 'generation',
      input_tokens: 1000n,
    });
  await insert('spans', { ...span, ...at(1), span_id: bytes(SPANS.tool), kind: 'tool', name: 'execute_tool' });
  const described = {
    call_id: 'toolu_1',
    type: 'function',
    tool_name: 'get_order',
    status: 'ok',
    thinking_state: 'readable',
  };
  const one = { thought_count: 1, thought_characters: 42 };
  for (const [id, who, second] of [
    ['first', 'generation', 0],
    ['tool', 'execution', 1],
  ] as const) {
    const place = { span_id: bytes(SPANS[id]), call_index: 0 };
    await insert('tool_calls', {
      ...described,
      ...at(second),
      ...place,
      described_by: who,
      ...(id === 'first' && one),
    });
    const texts =
      id === 'first' ? { thoughts: [thought.content], arguments: '{"id":8812}' } : { result: '{"state":"paid"}' };
    await insert('tool_call_texts', { ...place, ...texts });
  }
  for (const [id, attributes] of Object.entries(PAYLOADS)) {
    const body = json({ spanId: id, name: 'chat', attributes, events: [] });
    await insert('payloads', {
      span_id: bytes(id),
      span_ids: sql.array([bytes(id)], BYTEA),
      bodies: Buffer.from(body),
    });
  }
}
