/**
 * The cost of a response as a bill: tokens × rate = amount per line, and a total that is the sum of the lines. Costs
 * were computed when the span was stored; nothing is priced here. When the provider reported its own total, the
 * difference is a line of its own.
 */
import { isTask } from '@subtext/reasoning';
import { usageLack } from '../../../../lib/steps/cost-lack.ts';
import type { RouterOutputs } from '../../../../lib/requests/trpc.ts';

export type SpanReceipt = RouterOutputs['trace']['receipt'];

export interface ReceiptLine {
  label: string;
  mark?: 'summary' | 'noText' | 'readable';
  tokens: bigint | null;
  /** Nano-dollars per million tokens; null when the price list has no such rate. */
  rate: bigint | null;
  /** Nano-dollars; null = no price. */
  amount: bigint | null;
  approximate?: boolean;
}

export interface Receipt {
  lines: ReceiptLine[];
  total: bigint | null;
  hidden: bigint | null;
  /** More thinking than output was reported, so thinking is shown as all of the output. */
  clamped: boolean;
  /** The missing part of the usage, when that is the reason for a missing total. */
  lack: string | undefined;
}

export function receiptOf(span: SpanReceipt): Receipt {
  const lines = [...inputLines(span), ...outputLines(span)];
  const sum = lines.reduce((all, line) => all + (line.amount ?? 0n), 0n);
  const priced = lines.some((line) => line.amount !== null);
  const rest = span.totalCost === null || !priced ? 0n : span.totalCost - sum;
  if (rest !== 0n) lines.push({ label: 'other, by the provider’s own total', tokens: null, rate: null, amount: rest });
  const hidden = isTask(span.kind) ? null : plus(span.summaryCost, span.noTextCost);
  const clamped = (span.reasoningTokens ?? 0n) > (span.outputTokens ?? span.reasoningTokens ?? 0n);
  const lack = span.totalCost === null ? usageLack(span) : undefined;
  return { lines, total: span.totalCost, hidden, clamped, lack };
}

function inputLines(span: SpanReceipt): ReceiptLine[] {
  const { price, inputTokens, cacheReadTokens, cacheWriteTokens } = span;
  const fresh =
    inputTokens === null ? null : atLeastZero(inputTokens - (cacheReadTokens ?? 0n) - (cacheWriteTokens ?? 0n));
  const cached = { tokens: cacheReadTokens, rate: price?.cacheReadRate ?? null, amount: span.cacheReadCost };
  return [
    { label: 'fresh input', tokens: fresh, rate: price?.inputRate ?? null, amount: span.inputCost },
    ...(cacheReadTokens ? [{ label: 'cached read', ...cached }] : []),
    ...(cacheWriteTokens ? writtenLines(span, cacheWriteTokens) : []),
  ];
}

/** 1-hour cache writes have a rate of their own, and therefore a line of their own. */
function writtenLines({ price, ...span }: SpanReceipt, tokens: bigint): ReceiptLine[] {
  const { cacheWriteHourTokens: hour, cacheWriteCost, cacheWriteHourCost } = span;
  const rate = price?.cacheWriteRate ?? null;
  if (!hour) return [{ label: 'cache write', tokens, rate, amount: cacheWriteCost }];
  const amount = cacheWriteCost === null ? null : cacheWriteCost - (cacheWriteHourCost ?? 0n);
  const briefly = { label: 'cache write, 5 minutes', tokens: atLeastZero(tokens - hour), rate, amount };
  const longer = { tokens: hour, rate: price?.cacheWriteHourRate ?? rate, amount: cacheWriteHourCost };
  return [...(briefly.tokens > 0n ? [briefly] : []), { label: 'cache write, 1 hour', ...longer }];
}

function outputLines(span: SpanReceipt): ReceiptLine[] {
  const { price, outputTokens, outputCost, reasoningCost } = span;
  if (isTask(span.kind)) {
    const line = { label: 'output', tokens: outputTokens, rate: price?.outputRate ?? null, amount: outputCost };
    return outputTokens || outputCost ? [line] : [];
  }
  const thinking = least(span.reasoningTokens, outputTokens);
  const answerTokens = outputTokens === null ? null : outputTokens - (thinking ?? 0n);
  const answer = outputCost === null ? null : atLeastZero(outputCost - (reasoningCost ?? 0n));
  const rate = price ? (price.reasoningRate ?? price.outputRate) : null;
  const kinds = [
    { label: 'thinking, readable', mark: 'readable' as const, amount: span.readableCost },
    { label: 'thinking, summary only', mark: 'summary' as const, amount: span.summaryCost },
    { label: 'thinking, no text', mark: 'noText' as const, amount: span.noTextCost },
  ];
  const paid = kinds.filter(({ amount }) => amount !== null && amount > 0n);
  const shown = paid.map((line) => {
    const tokens =
      thinking === null || !reasoningCost
        ? null
        : paid.length === 1
          ? thinking
          : share(thinking, line.amount, reasoningCost);
    return { ...line, tokens, rate, approximate: paid.length > 1 };
  });
  // Thinking is not reported: a line that says only "answer" would imply that there was none.
  const said = thinking === null && answerTokens !== null ? 'answer, calls and any thinking' : 'answer, calls';
  const lines: ReceiptLine[] = [{ label: said, tokens: answerTokens, rate: price?.outputRate ?? null, amount: answer }];
  if (shown.length > 0) return [...lines, ...shown];
  const label = span.usageSource === 'run' ? 'thinking, text unknown' : 'thinking';
  return [...lines, { label, tokens: thinking, rate, amount: thinking === null ? null : reasoningCost }];
}

function share(tokens: bigint, amount: bigint | null, of: bigint): bigint {
  return (tokens * (amount ?? 0n) + of / 2n) / of;
}

const atLeastZero = (value: bigint) => (value < 0n ? 0n : value);
const least = (a: bigint | null, b: bigint | null) => (a === null ? null : b !== null && a > b ? b : a);
const plus = (a: bigint | null, b: bigint | null) => (a === null && b === null ? null : (a ?? 0n) + (b ?? 0n));
