/**
 * The rows of a model call that several spans or log records report: which of them counts is decided (decide.ts), and
 * here the rows take over what the others know. The span that counts takes the cost and the thinking that log records
 * report; the calls that a log record describes take the tokens of the span. Pure.
 */
import type { LogRecordThinking, StorableSpan } from '../rows/span-record.ts';
import type { Decision } from './decide.ts';
import { chargeCalls, thinkingOf } from './log-record-thinking.ts';
import type { ModelCall } from './model-calls.ts';
import type { Outline } from './outline.ts';
import { costed } from './row-cost.ts';
import { asHistory, indexed, type SettledSpan } from './settled-span.ts';

/** The row of a span that shares its model call with no other. */
export function plainRow<Span extends StorableSpan>(
  span: Span,
  { duplicateOf, usageSource }: Decision,
): SettledSpan<Span> {
  const others = { describedIn: null, inputAt: null, ownCalls: null };
  return { ...span, ...others, duplicateOf, usageSource, calls: indexed(span.calls) };
}

export interface SharedCall<Span extends StorableSpan> {
  call: ModelCall;
  /** The span as it reported itself. */
  spanOf: (outline: Outline) => Span;
  decisionOf: (outline: Outline) => Decision;
}

/** The rows of all spans and log records of the call. */
export function sharedRows<Span extends StorableSpan>({
  call: { counted, copies, records, describer },
  spanOf,
  decisionOf,
}: SharedCall<Span>): SettledSpan<Span>[] {
  const recorded = records.map(spanOf);
  const cost = highestCost(recorded);
  const describing = describer && records.includes(describer) ? spanOf(describer) : null;
  const rowOf = (outline: Outline) => withDecision(atRecordedCost(spanOf(outline), cost), decisionOf(outline));
  const recordsOf = ({ spanId }: Outline) => recorded.filter(({ attachedTo }) => attachedTo === spanId);
  const copied = copies.map((copy) => filled(rowOf(copy), recordsOf(copy), null));
  if (counted === null) return records.map((record) => withDecision(spanOf(record), decisionOf(record)));
  const row = filled(rowOf(counted), recorded, describing);
  const ofRecords = records.map((record) => {
    const own = withDecision(spanOf(record), decisionOf(record));
    return record === describer ? charged(own, row) : own;
  });
  return [row, ...copied, ...ofRecords];
}

function withDecision<Span extends StorableSpan>(span: Span, decision: Decision): SettledSpan<Span> {
  const row = plainRow(span, decision);
  return decision.isSilenced ? { ...row, calls: row.calls.flatMap(asHistory), ownCalls: span.calls } : row;
}

/** Several records may report a cost of one call: the highest counts. null: none does. */
function highestCost(records: readonly StorableSpan[]): number | null {
  const costs = records.flatMap(({ logRecordCost }) => logRecordCost ?? []);
  return costs.length === 0 ? null : Math.max(...costs);
}

/** The span stays as it is when it reports its own cost, or no tokens to split the cost by. */
function atRecordedCost<Span extends StorableSpan>(span: Span, cost: number | null): Span {
  if (cost === null || span.span.costSource === 'provider') return span;
  return costed(span, { rates: span.price, reported: cost }) ?? span;
}

/**
 * Fills in the row from log records: thinking and output from the one that describes its calls, and the latest user
 * input, unless the span itself reports one.
 */
function filled<Row extends SettledSpan>(
  row: Row,
  records: readonly StorableSpan[],
  describing: StorableSpan | null,
): Row {
  const thinking = describing?.logRecordThinking;
  const input = row.span.inputPreview === null ? latestInput(records) : undefined;
  const output = describing &&
    thinking && { outputPreview: describing.span.outputPreview, ...thinkingOf(row.span, thinking) };
  if (!output && !input) return row;
  return {
    ...row,
    span: { ...row.span, ...output, ...(input && { inputPreview: input.inputPreview }) },
    describedIn: output ? describing.span.spanId : null,
    inputAt: input?.startedAt ?? null,
  };
}

/** Messages may arrive one by one. The last one is the input. */
function latestInput(records: readonly StorableSpan[]): StorableSpan['span'] | undefined {
  const withInput = records.map(({ span }) => span).filter(({ inputPreview }) => inputPreview !== null);
  const order = ({ startedAt, inputPreview }: StorableSpan['span']) => `${startedAt}${inputPreview}`;
  return withInput.reduce<StorableSpan['span'] | undefined>(
    (last, one) => (last && order(last) >= order(one) ? last : one),
    undefined,
  );
}

/** Charges the calls that a log record describes with the tokens and cost of their span. */
function charged<Row extends SettledSpan>(record: Row, { span }: SettledSpan): Row {
  const thinking = record.logRecordThinking;
  if (!thinking || span.reasoningTokens === null) return record;
  return {
    ...record,
    calls: chargeCalls(span, record.calls, thinking),
    logRecordThinking: { ...thinking, alone: aloneOf(record) },
  };
}

const aloneOf = ({ calls }: SettledSpan): NonNullable<LogRecordThinking['alone']> =>
  calls
    .filter(({ describedBy }) => describedBy === 'generation')
    .map(({ thinkingState, reasoningTokens, reasoningTokensSource, reasoningCost }) => ({
      ...{ thinkingState, reasoningTokens, reasoningTokensSource, reasoningCost },
    }));
