/** A span as its rows are stored: as it reported itself, together with what the other spans of its trace make of it. */
import type { CallRecord, StorableSpan } from '../rows/span-record.ts';
import type { UsageSource } from './runs.ts';

export type SettledCall = CallRecord & {
  /** Position among the calls that the span reported. Rows that are dropped leave a gap. */
  callIndex: number;
};

/** Columns of `spans` that depend on other spans. */
export interface SettledColumns {
  /** The span that counts instead. For a log record: the span that it is attached to. null = this span counts. */
  duplicateOf: string | null;
  /** The log record that describes the span's calls, and therefore its thinking and its output. */
  describedIn: string | null;
  /** The time of the log record that `inputPreview` comes from. */
  inputAt: string | null;
  /** Set when the usage of a run counts (runs.ts). */
  usageSource: UsageSource | null;
  /** The calls as the span reported them, when another row describes them. */
  ownCalls: CallRecord[] | null;
}

export type SettledSpan<Span extends StorableSpan = StorableSpan> = Omit<Span, 'calls'> &
  SettledColumns & { calls: SettledCall[] };

export const indexed = (calls: readonly CallRecord[]): SettledCall[] =>
  calls.map((call, callIndex) => ({ ...call, callIndex }));

/**
 * Converts a call that another row describes. It is stored as if a later request had repeated it (`describedBy:
 * 'history'`, without tokens or cost): it is in no sum, and queries join its content (results, thoughts) by call id.
 * Returns nothing when there is nothing to join: no call id, or neither a thought nor a reference to one. Calls that
 * the span executed (tools) stay as they are.
 */
export function asHistory(call: SettledCall): SettledCall[] {
  if (call.describedBy !== 'generation') return [call];
  const joins = call.callId !== null && call.type !== 'answer' && call.type !== 'trailing';
  if (!joins || (call.thoughtCount === 0 && call.reasoningRef === null)) return [];
  const uncharged = { reasoningTokens: null, reasoningTokensSource: null, reasoningCost: null };
  return [{ ...call, ...uncharged, describedBy: 'history' }];
}
