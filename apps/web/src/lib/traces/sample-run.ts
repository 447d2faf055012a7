/** A sample run as OTLP/JSON, for users without an agent: a thought, the tool call it led to, and the answer. Pure. */

interface Attribute {
  key: string;
  value: { stringValue: string } | { intValue: string };
}
const attribute = (key: string, value: string): Attribute => ({ key, value: { stringValue: value } });
const count = (key: string, value: number): Attribute => ({ key, value: { intValue: String(value) } });

const ROOT = 'a0';
const CALL = { name: 'get_weather', id: 'call_1', arguments: { city: 'Lisbon' } };

interface SampleSpan {
  /** The last digits of its id. */
  id: string;
  name: string;
  kind: 1 | 3;
  /** Milliseconds after the start of the run. */
  from: number;
  to: number;
  attributes: readonly Attribute[];
}

/** Hex digits and seconds, or shell expressions that produce them. */
export interface SampleIds {
  trace: string;
  /** A span id without its last two digits. */
  span: string;
  /** Seconds since 1970. */
  seconds: string;
}

const spanOf = ({ id, name, kind, from, to, attributes }: SampleSpan, ids: SampleIds) => ({
  traceId: ids.trace,
  spanId: ids.span + id,
  ...(id === ROOT ? {} : { parentSpanId: ids.span + ROOT }),
  name,
  kind,
  startTimeUnixNano: nanoseconds(ids, from),
  endTimeUnixNano: nanoseconds(ids, to),
  attributes,
});

const nanoseconds = ({ seconds }: SampleIds, milliseconds: number) =>
  `${seconds}${String(milliseconds).padStart(3, '0')}000000`;

interface SampleGeneration {
  input: readonly object[];
  output: readonly object[];
  tokens: { input: number; output: number; thinking: number };
}

const generation = ({ input, output, tokens }: SampleGeneration) => [
  attribute('gen_ai.operation.name', 'chat'),
  attribute('gen_ai.provider.name', 'deepseek'),
  attribute('gen_ai.request.model', 'deepseek-v4-flash'),
  count('gen_ai.usage.input_tokens', tokens.input),
  count('gen_ai.usage.output_tokens', tokens.output),
  count('gen_ai.usage.reasoning.output_tokens', tokens.thinking),
  attribute('gen_ai.input.messages', JSON.stringify(input)),
  attribute('gen_ai.output.messages', JSON.stringify([{ role: 'assistant', parts: output }])),
];

const QUESTION = { role: 'user', parts: [{ type: 'text', content: 'Do I need an umbrella in Lisbon?' }] };
const ASKS = [
  { type: 'reasoning', content: 'They ask about today in Lisbon. I cannot know the weather, so I look it up.' },
  { type: 'tool_call', ...CALL },
];
const RESULT = { sky: 'rain', millimetres: 7 };
const ANSWERS = [
  { type: 'reasoning', content: 'Seven millimetres is real rain. Yes, and short.' },
  { type: 'text', content: 'Yes: 7 mm of rain are expected.' },
];

const SPANS: readonly SampleSpan[] = [
  {
    ...{ id: ROOT, name: 'invoke_agent umbrella', kind: 1, from: 0, to: 950 },
    attributes: [attribute('gen_ai.operation.name', 'invoke_agent'), attribute('gen_ai.agent.name', 'umbrella')],
  },
  {
    ...{ id: 'a1', name: 'chat deepseek-v4-flash', kind: 3, from: 0, to: 400 },
    attributes: generation({ input: [QUESTION], output: ASKS, tokens: { input: 61, output: 44, thinking: 24 } }),
  },
  {
    ...{ id: 'a2', name: `execute_tool ${CALL.name}`, kind: 1, from: 400, to: 600 },
    attributes: [
      attribute('gen_ai.operation.name', 'execute_tool'),
      attribute('gen_ai.tool.name', CALL.name),
      attribute('gen_ai.tool.call.id', CALL.id),
      attribute('gen_ai.tool.call.arguments', JSON.stringify(CALL.arguments)),
      attribute('gen_ai.tool.call.result', JSON.stringify(RESULT)),
    ],
  },
  {
    ...{ id: 'a3', name: 'chat deepseek-v4-flash', kind: 3, from: 600, to: 950 },
    attributes: generation({
      input: [
        QUESTION,
        { role: 'assistant', parts: ASKS },
        { role: 'tool', parts: [{ type: 'tool_call_response', id: CALL.id, response: RESULT }] },
      ],
      output: ANSWERS,
      tokens: { input: 118, output: 29, thinking: 13 },
    }),
  },
];

const RESOURCE = [attribute('service.name', 'hello')];

export const sampleSpans = (ids: SampleIds) => SPANS.map((span) => ({ ...spanOf(span, ids), resource: RESOURCE }));

/** One export request. */
export const sampleRequest = (ids: SampleIds) => ({
  resourceSpans: [
    { resource: { attributes: RESOURCE }, scopeSpans: [{ spans: SPANS.map((span) => spanOf(span, ids)) }] },
  ],
});
