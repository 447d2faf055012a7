/**
 * Spans that a ledger sends: generations with calls, thoughts and costs, their tools, and some generations that two
 * instrumentations report.
 */
import { randomBytes, randomInt } from 'node:crypto';
import { jsonSpan, type JsonSpan } from '../src/testing/otlp-json.ts';

export interface SentSpan {
  span: JsonSpan;
  /** The expected count: a generation that is reported twice counts once. */
  counted: string;
  outputTokens: number;
}

export interface TrafficOptions {
  traces: readonly string[];
  count: number;
  startTimeUnixNano?: bigint;
}

const START = 1_790_000_000_000_000_000n;
const SECOND = 1_000_000_000n;

export function someSpans({ traces, count, startTimeUnixNano = START }: TrafficOptions): SentSpan[] {
  const spans: SentSpan[] = [];
  while (spans.length < count) {
    const at = startTimeUnixNano + BigInt(randomInt(20_000)) * SECOND;
    const traceId = traces[randomInt(traces.length)]!;
    // One in eight has not ended yet.
    const end = randomInt(8) === 0 ? 0n : at + SECOND;
    const times = { startTimeUnixNano: String(at), endTimeUnixNano: String(end) };
    if (spans.length % 4 === 3) spans.push(tool(traceId, times));
    else spans.push(...generations(traceId, times).slice(0, count - spans.length));
  }
  return spans;
}

type Times = Record<'startTimeUnixNano' | 'endTimeUnixNano', string>;

const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });
const count = (key: string, value: number) => ({ key, value: { intValue: String(value) } });

/** One span, or in one of eight cases two spans of the same response. */
function generations(traceId: string, times: Times): SentSpan[] {
  const responseId = `resp_${randomBytes(8).toString('hex')}`;
  const outputTokens = randomInt(10, 3_000);
  const parts = [
    { type: 'reasoning', content: `Is it ${randomInt(100)}?` },
    { type: 'tool_call', id: `call_${responseId}`, name: `tool_${randomInt(3)}`, arguments: { id: 7 } },
  ];
  const attributes = [
    text('gen_ai.operation.name', 'chat'),
    text('gen_ai.provider.name', 'openai'),
    text('gen_ai.request.model', 'gpt-5.2'),
    text('gen_ai.response.id', responseId),
    count('gen_ai.usage.input_tokens', randomInt(5_000)),
    count('gen_ai.usage.output_tokens', outputTokens),
    count('gen_ai.usage.reasoning.output_tokens', randomInt(outputTokens)),
    text('gen_ai.output.messages', JSON.stringify([{ role: 'assistant', parts }])),
  ];
  const seen = randomInt(8) === 0 ? 2 : 1;
  return Array.from({ length: seen }, () => ({
    span: jsonSpan({ traceId, ...times, attributes }),
    counted: responseId,
    outputTokens,
  }));
}

function tool(traceId: string, times: Times): SentSpan {
  const attributes = [text('gen_ai.operation.name', 'execute_tool'), text('gen_ai.tool.name', 'tool_1')];
  const span = jsonSpan({ traceId, ...times, name: 'execute_tool tool_1', attributes });
  return { span, counted: span.spanId, outputTokens: 0 };
}
