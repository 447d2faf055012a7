/**
 * The inverse of settling one span: what it reported itself, from its stored row. So a stored span can be settled again
 * together with spans that arrive later. Pure.
 */
import { costFields } from '@subtext/reasoning';
import type { CallRecord, SpanRecord, StorableSpan } from '../rows/span-record.ts';
import { thinkingOf } from './log-record-thinking.ts';
import { costed } from './row-cost.ts';
import type { SettledSpan } from './settled-span.ts';

export function reportedOf<Span extends StorableSpan>(row: SettledSpan<Span>): Span {
  const { duplicateOf, describedIn, inputAt, usageSource: _usageSource, ownCalls, ...others } = row;
  const own = ownCalls ?? uncharged(row);
  const reported = { ...others, span: unfilled(row.span, { describedIn, inputAt }), calls: own } as unknown as Span;
  const { alone: _alone, ...thinking } = row.logRecordThinking ?? {};
  if (row.logRecordThinking) reported.logRecordThinking = thinking as Span['logRecordThinking'];
  if (duplicateOf !== null && row.span.kind !== 'generation') reported.attachedTo = duplicateOf;
  return row.span.costSource === 'record' ? withoutRecordedCost(reported) : reported;
}

function unfilled(
  span: SpanRecord,
  { describedIn, inputAt }: Pick<SettledSpan, 'describedIn' | 'inputAt'>,
): SpanRecord {
  if (describedIn === null && inputAt === null) return span;
  const output = describedIn === null ? {} : { ...thinkingOf(span, null), outputPreview: null };
  return { ...span, ...output, ...(inputAt !== null && { inputPreview: null }) };
}

/** The calls that a log record describes, without the tokens and cost of their span. */
function uncharged({ calls, logRecordThinking }: SettledSpan): CallRecord[] {
  const alone = [...(logRecordThinking?.alone ?? [])];
  return calls.map(({ callIndex: _callIndex, ...call }) =>
    call.describedBy === 'generation' ? { ...call, ...alone.shift() } : call,
  );
}

function withoutRecordedCost<Span extends StorableSpan>(row: Span): Span {
  const calls = row.calls.map((call) => (call.describedBy === 'generation' ? { ...call, reasoningCost: null } : call));
  const free = { ...row, span: { ...row.span, ...costFields(null, null) }, calls };
  return costed(free, { rates: row.price, reported: null }) ?? free;
}
