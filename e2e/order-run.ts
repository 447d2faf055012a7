// Runs of an agent that refunds orders, as any OpenTelemetry exporter would send them: a sound one, and one with faults.
import { randomBytes } from 'node:crypto';
import { expect } from './fixtures.ts';
import { send, traceOf } from './otlp.ts';
import type { OwnProject } from './own-project.ts';

interface Step {
  thought: string;
  tool: string;
  arguments: Record<string, unknown>;
  result: unknown;
}

const LOOK: Step = {
  thought: 'I look up the orders of customer cus_7731.',
  tool: 'find_orders',
  arguments: { customer: 'cus_7731' },
  result: { orders: [{ id: 'ord_81f2c9', total: 42 }] },
};

const refundOf = (order: string): Step => ({
  thought: 'The last order is ord_81f2c9. I refund it.',
  tool: 'refund_order',
  arguments: { order_id: order },
  result: { status: 'refunded' },
});

/** Looks, and refunds the order that it has seen. */
export const SOUND_RUN: readonly Step[] = [LOOK, refundOf('ord_81f2c9')];
/** Refunds an order that nobody named, and then looks twice at the same. */
export const FAULTY_RUN: readonly Step[] = [LOOK, refundOf('ord_99ab41'), LOOK, LOOK];

const TOOLS = ['find_orders', 'refund_order'].map((name) => ({ type: 'function', name, parameters: {} }));
const SECOND = 1_000_000_000n;
/** All runs start as long ago, so that the run that is sent last is the newest. */
const MOST_STEPS = 10;

/** Stores the run. Resolves to the id of its trace. */
export async function storeOrderRun(
  { ingestUrl, ingestKey }: OwnProject,
  steps: readonly Step[],
  { release }: { release?: string } = {},
): Promise<string> {
  const traceId = randomBytes(16).toString('hex');
  const messages: object[] = [
    { role: 'user', parts: [{ type: 'text', content: 'I am cus_7731. Refund my last order.' }] },
  ];
  const resource: Around['resource'] = release === undefined ? {} : { 'service.version': release };
  const requests = steps.map((step, index) => {
    const { body } = responseOf(step, { index, messages: [...messages], resource, traceId });
    messages.push(
      { role: 'assistant', parts: partsOf(step, index) },
      { role: 'tool', parts: [{ type: 'tool_call_response', id: `call_${index}`, response: step.result }] },
    );
    const [span] = body.resourceSpans[0]!.scopeSpans[0]!.spans;
    for (const end of ['startTimeUnixNano', 'endTimeUnixNano'] as const)
      span![end] = String(BigInt(span![end]) - BigInt(MOST_STEPS - index) * SECOND);
    return body;
  });
  const resourceSpans = requests.flatMap((body) => body.resourceSpans);
  expect(await send({ resourceSpans }, { ingestUrl, key: ingestKey })).toBe(200);
  return traceId;
}

const partsOf = ({ thought, tool, arguments: given }: Step, index: number) => [
  { type: 'reasoning', content: thought },
  { type: 'tool_call', id: `call_${index}`, name: tool, arguments: given },
];

interface Around {
  index: number;
  messages: object[];
  resource: Record<string, string>;
  traceId: string;
}

function responseOf(step: Step, { index, messages, resource, traceId }: Around) {
  const attributes = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'openai',
    'gen_ai.request.model': 'gpt-5.2',
    'gen_ai.system_instructions': JSON.stringify([{ type: 'text', content: 'You refund orders.' }]),
    'gen_ai.tool.definitions': JSON.stringify(TOOLS),
    'gen_ai.input.messages': JSON.stringify(messages),
    'gen_ai.output.messages': JSON.stringify([
      { role: 'assistant', parts: partsOf(step, index), finish_reason: 'tool_call' },
    ]),
    'gen_ai.usage.input_tokens': 900,
    'gen_ai.usage.output_tokens': 60,
    'gen_ai.usage.reasoning.output_tokens': 12,
  };
  return traceOf({ name: 'chat gpt-5.2', attributes, resource }, traceId);
}
