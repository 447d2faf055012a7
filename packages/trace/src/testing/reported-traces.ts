/**
 * Arbitrary traces for properties: nested spans of several instrumentations, snapshots, log records of contents, inputs
 * and costs, and runs with usage, with so few distinct values that they often concern the same model call.
 */
import fc from 'fast-check';
import { THINKING_STATES } from '@subtext/reasoning';
import { BLANK_CALL, BLANK_FACTS, BLANK_SPAN } from '../rows/blank-records.ts';
import type { CallRecord, LogRecordThinking, PriceRecord, SpanRecord, StorableSpan } from '../rows/span-record.ts';
import { thinkingOf } from '../settle/log-record-thinking.ts';
import { costed } from '../settle/row-cost.ts';

const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
const ids = (letters: string) => fc.constantFrom(...letters).map((letter) => letter.repeat(16));

const PRICE: PriceRecord = {
  provider: 'openai',
  model: 'gpt-5.2',
  matchedModel: 'gpt-5.2',
  source: 'test',
  asOf: '2026-11-01',
  inputRate: 1_000_000_000,
  cacheReadRate: null,
  cacheWriteRate: null,
  cacheWriteHourRate: null,
  outputRate: 4_000_000_000,
  reasoningRate: null,
  promptOver: null,
};

const call: fc.Arbitrary<CallRecord> = fc
  .record({
    describedBy: fc.constantFrom('generation', 'generation', 'execution', 'history'),
    type: fc.constantFrom('function', 'function', 'answer', 'trailing'),
    callId: orNull(fc.constantFrom('call_1', 'call_2')),
    thinkingState: fc.constantFrom(...THINKING_STATES),
    thoughtCount: fc.constantFrom(0, 1),
    reasoningTokens: orNull(fc.nat({ max: 50 })),
    reasoningTokensSource: fc.constantFrom('reported', 'apportioned'),
  })
  .map((fields) => ({ ...BLANK_CALL, startedAt: '2026-11-21T10:00:00.000000Z', ...fields }) as CallRecord);

/** Few values, so that spans are often nested, report the same figures and share a response id. */
const shape = fc.record({
  spanId: ids('123456'),
  parentSpanId: orNull(ids('1234567')),
  kind: fc.constantFrom('generation', 'generation', 'generation', 'agent', 'chain', 'tool', 'embedding', 'rerank'),
  scope: fc.constantFrom('framework', 'client', '@subtext/sdk', 'gcp.vertex.agent', null),
  startedAt: fc.nat({ max: 3 }).map((second) => `2026-11-21T10:00:0${second}.000000Z`),
  durationNs: fc.constantFrom(1e9, 3e9),
  requestModel: fc.constantFrom('gpt-5.2', 'gpt-5.2', 'openai/gpt-5.2-2026-01-15'),
  responseId: orNull(fc.constantFrom('resp_1', 'resp_2')),
  status: fc.constantFrom('ok', 'error'),
});
const usage = fc.constantFrom(
  { inputTokens: 210, outputTokens: 96, reasoningTokens: 64 },
  { inputTokens: 210, outputTokens: 96, reasoningTokens: null },
  { inputTokens: 210, outputTokens: 90, outputSource: 'apportioned' as const, reasoningTokens: null },
  { inputTokens: 300, outputTokens: 10, reasoningTokens: 0 },
  { inputTokens: 210, outputTokens: null, reasoningTokens: null },
  { inputTokens: null, outputTokens: null, reasoningTokens: null },
);
const text = orNull(fc.constantFrom('Is A7 in stock?', 'Three.'));
const content = fc.record({ calls: fc.array(call, { maxLength: 3 }), inputPreview: text, isBare: fc.boolean() });

function stored(span: Partial<SpanRecord>, calls: CallRecord[], price: PriceRecord | null): StorableSpan {
  const whole: SpanRecord = { ...BLANK_SPAN, ...span };
  const row = { span: { ...whole, ...thinkingOf(whole, null) }, calls, price };
  const known = costed(row, { rates: price, reported: null }) ?? row;
  return {
    projectId: '',
    traceId: 'a'.repeat(32),
    trace: { ...BLANK_FACTS, endedAt: '2026-11-21T10:00:09.000000Z' },
    body: '{}',
    ...known,
  };
}

/** A span, in up to three versions: snapshots of it while it runs, and the span with its end. */
const versions: fc.Arbitrary<StorableSpan[]> = fc
  .record({ shape, usage, content, snapshots: fc.nat({ max: 2 }), isEnded: fc.boolean(), isPriced: fc.boolean() })
  .map(({ shape, usage, content: { calls, inputPreview, isBare }, snapshots, isEnded, isPriced }) => {
    const fields = { ...shape, inputPreview } as Partial<SpanRecord>;
    const open = Array.from({ length: snapshots }, (_, index) =>
      stored({ ...fields, durationNs: null, snapshot: index + 1 }, calls.slice(0, index), null),
    );
    const ended = stored({ ...fields, ...usage }, isBare ? [] : calls, isPriced ? PRICE : null);
    return isEnded || snapshots === 0 ? [...open, ended] : open;
  });

const state = fc.constantFrom(...THINKING_STATES);
const block = fc.record({ kind: fc.constantFrom('readable', 'summary', 'noText'), length: orNull(fc.nat({ max: 9 })) });
const thinking: fc.Arbitrary<LogRecordThinking> = fc.record({
  state: fc.record({ alone: state, thought: state, none: state }),
  calls: fc.array(fc.record({ thought: state, none: state, blocks: fc.array(block, { maxLength: 2 }) }), {
    minLength: 3,
    maxLength: 3,
  }),
  pays: fc.record({ thought: fc.boolean(), none: fc.boolean() }),
});

/** A log record: of the content of a response, of a message of the user, or of a cost. */
const record: fc.Arbitrary<StorableSpan[]> = fc
  .record({
    spanId: ids('abc'),
    attachedTo: ids('1234567'),
    startedAt: fc.constantFrom('2026-11-21T10:00:01.000000Z', '2026-11-21T10:00:02.000000Z'),
    responseId: orNull(fc.constantFrom('resp_1', 'resp_2')),
    of: fc.constantFrom('response', 'message', 'cost'),
    calls: fc.array(call, { minLength: 1, maxLength: 3 }),
    thinking,
    text,
    cost: fc.constantFrom(7, 1_000_000),
  })
  .map(({ attachedTo, of, calls, thinking, text, cost, ...fields }) => {
    const previews = { inputPreview: of === 'cost' ? null : text, outputPreview: of === 'response' ? 'Three.' : null };
    const log = stored({ ...fields, ...previews, kind: 'span', durationNs: 0 }, of === 'response' ? calls : [], null);
    const span = { ...log.span, thinkingState: null };
    const described = log.calls.some(({ describedBy }) => describedBy === 'generation');
    if (of === 'cost') return [{ ...log, span, attachedTo, logRecordCost: cost }];
    return [{ ...log, span, attachedTo, ...(described && { logRecordThinking: thinking }) }];
  });

/** All versions of up to eight spans and log records of one trace. */
export const reportedTraces = (projectId: string): fc.Arbitrary<StorableSpan[]> =>
  fc
    .uniqueArray(fc.oneof({ weight: 3, arbitrary: versions }, { weight: 1, arbitrary: record }), {
      minLength: 1,
      maxLength: 8,
      selector: ([first]) => first!.span.spanId,
    })
    .map((spans) => spans.flat().map((span) => ({ ...span, projectId })));
