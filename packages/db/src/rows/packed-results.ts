/**
 * Decides which texts of calls are stored in a row of `tool_call_texts`, where SQL can read them, and which results are
 * packed with their span's payload (docs/development/decisions/0029). Results are the largest texts, are reported twice or more (by
 * the tool that ran and by each request that repeats them), and are in no index. Pure; read/trace/call-results.ts reads
 * them.
 */
import type { CallResult } from './payload-bytes.ts';
import type { CallRecord, CallTexts } from '@subtext/trace';

/** Characters. A shorter result takes less space in its row than it costs to unpack its block. */
const LEAST_PACKED = 256;

/** A result without a preview would never be looked up. */
const isPacked = ({ resultPreview, texts }: CallRecord): boolean =>
  resultPreview !== null && texts !== null && texts.result !== null && texts.result.length >= LEAST_PACKED;

/** null: no row is needed. */
export function textsOfRow(call: CallRecord): CallTexts | null {
  if (call.texts === null || !isPacked(call)) return call.texts;
  const { thoughts, preamble, arguments: given } = call.texts;
  if (thoughts === null && preamble === null && given === null) return null;
  return { thoughts, preamble, arguments: given, result: null };
}

/** `index` is the position of the call, as in its row. */
export function resultsToPack(calls: readonly CallRecord[]): CallResult[] {
  return calls.flatMap((call, index) => (isPacked(call) ? { index, text: call.texts!.result! } : []));
}
