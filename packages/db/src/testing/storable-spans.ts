/** Storable spans for tests of the write path: a fixed one to vary by hand, and arbitrary ones for properties. */
import fc from 'fast-check';
import { THINKING_STATES } from '@subtext/reasoning';
import {
  BLANK_CALL,
  BLANK_FACTS,
  BLANK_SPAN,
  chargeCalls,
  thinkingOf,
  type CallRecord,
  type LogRecordThinking,
  type SpanRecord,
  type StorableSpan,
  type TraceFacts,
} from '@subtext/trace';

interface Overrides {
  traceId?: string;
  span?: Partial<SpanRecord>;
  calls?: CallRecord[];
  trace?: Partial<TraceFacts>;
  body?: string;
}

/** The span id for a name of at most eight letters. */
export const spanIdOf = (name: string): string => Buffer.from(name.padEnd(8, '.')).toString('hex');

export function storableSpan(overrides: Overrides): StorableSpan {
  return {
    projectId: '',
    traceId: overrides.traceId ?? 'a'.repeat(32),
    span: { ...SPAN, ...overrides.span },
    calls: overrides.calls ?? [CALL],
    trace: { ...FACTS, ...overrides.trace },
    price: null,
    body: overrides.body ?? '{}',
  };
}

const SPAN: SpanRecord = {
  ...BLANK_SPAN,
  spanId: 'a'.repeat(16),
  kind: 'generation',
  name: 'chat gpt-5.2',
  startedAt: '2026-11-21T10:00:00.000000Z',
  durationNs: 1_000_000,
  status: 'ok',
  provider: 'openai',
  requestModel: 'gpt-5.2',
};

const CALL: CallRecord = {
  ...BLANK_CALL,
  callId: 'call_1',
  toolName: 'get_order',
  startedAt: SPAN.startedAt,
  thinkingState: 'readable',
};

const FACTS: TraceFacts = { ...BLANK_FACTS, endedAt: '2026-11-21T10:00:01.000000Z' };

const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
const time = fc.nat({ max: 5 }).map((hour) => `2026-11-21T0${hour}:00:00.000000Z`);
const amount = fc.nat({ max: 3_000_000 });
/** Nanoseconds, some at the bounds of buckets (latency-histogram.ts). */
const lasted = orNull(fc.constantFrom(0, 999_999, 1_000_000, 1_414_213, 1_414_214, 5_000_000_000, 90_000_000_000_000));
/** Few words, on both sides of U+FFFF, where the orders of JavaScript and the database differ. */
const word = fc.constantFrom('a', 'B', '\uFF5E', '\u{1F600}', 'constructor');

const call: fc.Arbitrary<CallRecord> = fc
  .record({
    describedBy: fc.constantFrom('generation', 'execution', 'history'),
    type: fc.constantFrom('function', 'server', 'answer', 'trailing'),
    toolName: fc.constantFrom('get_order', 'update_order', 'text_output'),
    thinkingState: fc.constantFrom(...THINKING_STATES, 'shared'),
    callId: orNull(fc.constantFrom('call_1', 'call_2')),
    durationNs: lasted,
    durationInferred: fc.boolean(),
    status: fc.constantFrom('unset', 'ok', 'error', 'no_result'),
    reasoningRef: orNull(fc.constantFrom('call_1', 'call_2')),
    thoughtCount: fc.constantFrom(0, 0, 1),
    reasoningTokens: orNull(amount),
    reasoningTokensSource: fc.constantFrom('reported', 'apportioned', 'estimated'),
    reasoningCost: orNull(amount),
  })
  .map((fields) => ({ ...CALL, ...fields }) as CallRecord);

const facts: fc.Arbitrary<Partial<TraceFacts>> = fc.record({
  endedAt: time,
  name: orNull(word),
  asked: orNull(word),
  sessionId: orNull(word),
  userId: orNull(word),
  tags: fc.uniqueArray(word, { maxLength: 3 }),
  metadata: fc.dictionary(word, word, { maxKeys: 2 }),
});

/**
 * As rows.ts builds them: the parts of thinking add up to the thinking that counts, even when more thinking than output
 * is reported.
 */
const spend = fc
  .record({
    input: amount,
    cached: amount,
    answer: fc.integer({ min: -1_000_000, max: 3_000_000 }),
    parts: fc.tuple(amount, amount, amount),
  })
  .map(({ answer, ...rest }) => ({ ...rest, answer: Math.max(0, answer), beyond: Math.max(0, -answer) }))
  .map(({ input, cached, answer, beyond, parts: [readable, summary, noText] }) => ({
    inputTokens: input,
    cacheReadTokens: cached,
    outputTokens: answer + readable + summary + noText,
    reasoningTokens: readable + summary + noText + beyond,
    readableTokens: readable,
    summaryTokens: summary,
    noTextTokens: noText,
    inputCost: input,
    cacheReadCost: cached,
    outputCost: answer + readable + summary + noText,
    reasoningCost: readable + summary + noText,
    readableCost: readable,
    summaryCost: summary,
    noTextCost: noText,
    totalCost: input + cached + answer + readable + summary + noText,
  }));

const span = fc
  .record({
    fields: fc.record({
      spanId: fc.constantFrom('1', '2', '3', '4', '5', '6').map((digit) => digit.repeat(16)),
      // Parents form any tree, with missing spans and cycles.
      parentSpanId: orNull(fc.constantFrom('1', '2', '3', '4', '5', '6', '7').map((digit) => digit.repeat(16))),
      kind: fc.constantFrom('generation', 'generation', 'tool', 'agent', 'chain', 'embedding', 'image'),
      startedAt: time,
      durationNs: lasted,
      ttftMs: orNull(fc.constantFrom(0, 1, 250)),
      status: fc.constantFrom('unset', 'ok', 'error'),
      provider: orNull(fc.constantFrom('openai', 'anthropic')),
      responseModel: orNull(word),
      agentName: orNull(word),
      reasoningEffort: orNull(fc.constantFrom('low', 'high')),
      reasoningSource: fc.constantFrom('reported', 'derived'),
    }),
    // A partial answer reports its input and no cost.
    spend: fc.oneof(spend, fc.constant({}), fc.record({ inputTokens: amount, cacheReadTokens: fc.constant(0) })),
    traceId: fc.constantFrom('1', '2', '3').map((digit) => digit.repeat(32)),
    calls: fc.array(call, { maxLength: 3 }),
    facts,
  })
  .map(({ fields, spend, traceId, calls, facts }) => {
    // Senders report several snapshots of some of the spans without an end.
    const isPartial = fields.durationNs === null && Number(fields.spanId[0]) % 2 === 0;
    const snapshot = isPartial ? 2 ** 31 - Number(fields.spanId[0]) : null;
    const reported = { ...fields, ...spend, snapshot } as Partial<SpanRecord>;
    return storableSpan({ traceId, span: reported, calls, trace: facts });
  });

/**
 * Up to ten distinct spans of a few traces. Some generations appear again as a second instrumentation reports them:
 * another span id, the same response id and figures, with or without content. For some, a log record reports the
 * content; for some, the cost.
 */
export function storableSpans(): fc.Arbitrary<StorableSpan[]> {
  const withDuplicate = fc.record({
    original: span,
    duplicate: fc.constantFrom('none', 'full', 'bare', 'described', 'costed'),
    thinking: recordThinking,
    cost: amount,
  });
  return fc
    .uniqueArray(withDuplicate, { minLength: 1, maxLength: 10, selector: ({ original }) => idOf(original) })
    .map((pairs) =>
      pairs.flatMap(({ original, duplicate, thinking, cost }) => {
        if (duplicate === 'none' || original.span.kind !== 'generation') return [original];
        const responseId = `resp_${original.span.spanId}`;
        const duplicateId = original.span.spanId.replaceAll(/\d/g, (digit) => 'abcdef'[Number(digit) - 1]!);
        if (duplicate === 'described') return describedByRecord(original, duplicateId, thinking);
        const repeated = { ...original, span: { ...original.span, responseId } };
        if (duplicate === 'costed') return [repeated, costRecordOf(repeated, duplicateId, cost)];
        return [
          repeated,
          {
            ...repeated,
            span: { ...repeated.span, spanId: duplicateId },
            calls: duplicate === 'bare' ? [] : original.calls,
          },
        ];
      }),
    );
}

/** Drops runs, whose figures count only since a later migration. */
export const withoutRuns = (spans: readonly StorableSpan[]): StorableSpan[] =>
  spans.filter(({ span: { kind } }) => kind !== 'agent' && kind !== 'chain');

const state = fc.constantFrom(...THINKING_STATES);
const block = fc.record({
  kind: fc.constantFrom('readable', 'summary', 'noText'),
  length: orNull(fc.nat({ max: 9 })),
});

/** Has more calls than the span, so that part of it belongs to no call. */
const recordThinking: fc.Arbitrary<LogRecordThinking> = fc.record({
  state: fc.record({ alone: state, thought: state, none: state }),
  calls: fc.array(fc.record({ thought: state, none: state, blocks: fc.array(block, { maxLength: 3 }) }), {
    minLength: 3,
    maxLength: 3,
  }),
  pays: fc.record({ thought: fc.boolean(), none: fc.boolean() }),
});

/**
 * A span, and the log record with its content. When the span id is even, the span itself was sent without content. A
 * span with content reports what the record reports, so that it makes no difference which row describes the calls.
 */
function describedByRecord(original: StorableSpan, logId: string, thinking: LogRecordThinking): StorableSpan[] {
  const { span, calls } = original;
  const isBare = Number(span.spanId[0]) % 2 === 0;
  const describes = calls.some(({ describedBy }) => describedBy === 'generation');
  const words = { inputPreview: 'Is A7 in stock?', outputPreview: 'Three.' };
  const record = {
    ...storableSpan({}).span,
    ...words,
    spanId: logId,
    kind: 'span',
    startedAt: span.startedAt,
  } as const;
  const whole = { ...span, ...words, ...(describes && thinkingOf(span, thinking)) };
  return [
    isBare
      ? { ...original, span: { ...span, ...thinkingOf(span, null) }, calls: [] }
      : { ...original, span: whole, calls: chargeCalls(span, calls, thinking) },
    {
      ...original,
      attachedTo: span.spanId,
      logRecordThinking: thinking,
      span: record,
      trace: { ...original.trace, name: null },
    },
  ];
}

/** The log record with the span's cost. It belongs to another span, or to one that never arrived. */
function costRecordOf(
  { span: { responseId, startedAt }, ...original }: StorableSpan,
  logId: string,
  cost: number,
): StorableSpan {
  const record = { ...storableSpan({}).span, spanId: logId, kind: 'span', startedAt, responseId } as const;
  return {
    ...original,
    ...{ attachedTo: '7'.repeat(16), logRecordCost: cost, span: record, calls: [] },
    trace: { ...original.trace, name: null },
  };
}

function idOf({ traceId, span: { spanId } }: StorableSpan): string {
  return `${traceId}/${spanId}`;
}
