/** A run of an order agent as spans, with planted faults: each step answers the request that all steps before it made. */
import { randomBytes } from 'node:crypto';
import { jsonRequest, jsonSpan } from './otlp-json.ts';

interface Call {
  name: string;
  arguments: unknown;
  result?: unknown;
}

export interface RunStep {
  thought?: string;
  thinkingTokens?: number;
  calls?: Call[];
  text?: string;
}

export interface OrderRun {
  traceId: string;
  /** One for each step, in their order. */
  spanIds: string[];
  request: object;
}

const TOOLS = ['get_order', 'refund_order', 'list_files'].map((name) => ({
  ...{ type: 'function', name, description: `Calls ${name}.` },
  parameters: { type: 'object', properties: { order_id: { type: 'string' } } },
}));

const text = (key: string, value: unknown) => ({
  key,
  value: { stringValue: typeof value === 'string' ? value : JSON.stringify(value) },
});
const INSTRUCTIONS = [
  text('gen_ai.system_instructions', [{ type: 'text', content: 'You are the agent of a shop.' }]),
  text('gen_ai.tool.definitions', TOOLS),
];
const count = (key: string, value: number) => ({ key, value: { intValue: String(value) } });

interface RunOptions {
  /** false: as senders do that leave out the system prompt and the tools. */
  reportsInstructions?: boolean;
  /** In milliseconds. */
  startedAt?: number;
}

export function orderRun(
  input: string,
  steps: readonly RunStep[],
  { reportsInstructions = true, startedAt = 1_790_000_000_000 }: RunOptions = {},
): OrderRun {
  const traceId = randomBytes(16).toString('hex');
  const messages: object[] = [{ role: 'user', parts: [{ type: 'text', content: input }] }];
  const spanIds: string[] = [];
  const spans = steps.map(({ thought, thinkingTokens, calls = [], text: answer }, index) => {
    const ids = calls.map((_, at) => `call_${index}_${at}`);
    const parts = [
      ...(thought === undefined ? [] : [{ type: 'reasoning', content: thought }]),
      ...calls.map((call, at) => ({ type: 'tool_call', id: ids[at], name: call.name, arguments: call.arguments })),
      ...(answer === undefined ? [] : [{ type: 'text', content: answer }]),
    ];
    const reason = calls.length > 0 ? 'tool_calls' : 'stop';
    const span = jsonSpan({
      traceId,
      startTimeUnixNano: String((BigInt(startedAt) + BigInt(index) * 1_000n) * 1_000_000n),
      endTimeUnixNano: String((BigInt(startedAt) + BigInt(index) * 1_000n + 500n) * 1_000_000n),
      attributes: [
        ...[text('gen_ai.operation.name', 'chat'), text('gen_ai.provider.name', 'openai')],
        ...[text('gen_ai.request.model', 'gpt-5.2'), text('gen_ai.response.model', 'gpt-5.2')],
        text('gen_ai.response.finish_reasons', [reason]),
        ...(reportsInstructions ? INSTRUCTIONS : []),
        text('gen_ai.input.messages', messages),
        text('gen_ai.output.messages', [{ role: 'assistant', parts, finish_reason: reason }]),
        ...[count('gen_ai.usage.input_tokens', 1_000), count('gen_ai.usage.output_tokens', 200)],
        ...(thinkingTokens === undefined ? [] : [count('gen_ai.usage.reasoning.output_tokens', thinkingTokens)]),
      ],
    });
    messages.push({ role: 'assistant', parts });
    for (const [at, { result }] of calls.entries())
      messages.push({ role: 'tool', parts: [{ type: 'tool_call_response', id: ids[at], response: result }] });
    spanIds.push(span.spanId);
    return span;
  });
  return { traceId, spanIds, request: jsonRequest(spans) };
}

/**
 * The second step reads that it must not refund, and refunds an order that was never named; then the same call is made
 * twice.
 */
export const FAULTY_RUN: readonly RunStep[] = [
  {
    thought: "I'll call get_order for order ord_8812.",
    calls: [
      {
        ...{ name: 'get_order', arguments: { order_id: 'ord_8812' } },
        result: { customer: 'cus_77ab12', total: '49.90', status: 'shipped' },
      },
    ],
  },
  {
    thought: 'I look at order ord_8812 again. I must not call refund_order.',
    calls: [
      {
        name: 'refund_order',
        arguments: { order_id: 'ord_9931', customer: 'CUS_77AB12', notify: true },
        result: 'refunded',
      },
    ],
  },
  { calls: [{ name: 'list_files', arguments: { folder: 'invoices' }, result: ['a.pdf'] }] },
  { calls: [{ name: 'list_files', arguments: { folder: 'invoices' }, result: ['a.pdf'] }] },
  { text: 'The refund is done.' },
];
