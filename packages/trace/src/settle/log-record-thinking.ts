/**
 * Computes the row of a span and the calls that a log record describes from the thinking that the record reports, as if
 * the span itself had carried the content. The record may lack the token counts and the span the text, so each needs
 * the other. Pure; derive.ts brings the two together.
 */
import {
  attributeTokens,
  costFields,
  costOfCalls,
  countedThinking,
  splitOverBlocks,
  type TokenOwner,
} from '@subtext/reasoning';
import type { CallRecord, LogRecordThinking, Readings, SpanRecord } from '../rows/span-record.ts';

/** The thinking of a span without content. */
const NOTHING: LogRecordThinking = {
  state: { alone: 'unreported', thought: 'withheld', none: 'none' },
  calls: [],
  pays: { thought: false, none: false },
};

export type ThinkingFields = Pick<
  SpanRecord,
  'thinkingState' | 'readableTokens' | 'summaryTokens' | 'noTextTokens' | 'readableCost' | 'summaryCost' | 'noTextCost'
>;

/**
 * State, tokens and cost of a span's thinking, with the content from a log record (`recorded`; null = none, or no
 * longer). Tokens and costs are split over thoughts by their length. They are null when the span reports no thinking
 * tokens.
 */
export function thinkingOf(span: SpanRecord, recorded: LogRecordThinking | null): ThinkingFields {
  const { state, calls } = recorded ?? NOTHING;
  const { reasoningTokens: tokens } = span;
  const split =
    tokens === null
      ? null
      : splitOverBlocks(
          calls.flatMap(({ blocks }) => blocks),
          countedThinking(tokens, span.outputTokens),
        );
  const { readableCost, summaryCost, noTextCost } = costFields(costOfSpan(span), split);
  return {
    thinkingState: state[readingFor(tokens)],
    readableTokens: split?.readable ?? null,
    summaryTokens: split?.summary ?? null,
    noTextTokens: split?.noText ?? null,
    ...{ readableCost, summaryCost, noTextCost },
  };
}

function readingFor(tokens: number | null): keyof Readings {
  if (tokens === null) return 'alone';
  return tokens > 0 ? 'thought' : 'none';
}

/** Only the cost of the thinking is split again. */
function costOfSpan({ reasoningCost }: SpanRecord) {
  if (reasoningCost === null) return null;
  const rest = { input: 0, cacheRead: 0, cacheWrite: 0, cacheWriteHour: null, total: 0 };
  return { ...rest, output: reasoningCost, reasoning: reasoningCost, source: 'computed' as const };
}

/**
 * Returns the calls that a log record describes, with their shares of the thinking tokens and cost of `span`.
 * `recorded` has entries in the order of `calls`. Returns unchanged copies when the span reports no thinking tokens.
 */
export function chargeCalls<Call extends CallRecord>(
  span: SpanRecord,
  calls: readonly Call[],
  recorded: LogRecordThinking,
): Call[] {
  const { reasoningTokens: tokens } = span;
  const reading = readingFor(tokens);
  if (tokens === null || reading === 'alone') return [...calls];
  const described = calls.filter(({ describedBy }) => describedBy === 'generation');
  const targets = described.map((call, index): TokenOwner['target'] => ({
    state: recorded.calls[index]?.[reading] ?? call.thinkingState,
  }));
  const owners = targets.flatMap((target, index): TokenOwner[] => {
    const lengths = recorded.calls[index]?.blocks.map(({ length }) => length) ?? [];
    return recorded.pays[reading] && lengths.length > 0 ? [{ target, lengths }] : [];
  });
  const usage = { reasoning: tokens, reasoningSource: span.reasoningSource ?? 'reported' };
  attributeTokens(owners, [], { usage, countTokens: undefined });
  const costs = costOfCalls(
    targets.map(({ reasoningTokens }) => reasoningTokens ?? null),
    span.reasoningCost,
  );
  const charged = described.map((call, index): Call => {
    const { state, reasoningTokens = null, reasoningTokensSource = null } = targets[index]!;
    return {
      ...call,
      thinkingState: state,
      reasoningTokens,
      reasoningTokensSource,
      reasoningCost: costs[index] ?? null,
    };
  });
  return calls.map((call) => (call.describedBy === 'generation' ? charged.shift()! : call));
}
