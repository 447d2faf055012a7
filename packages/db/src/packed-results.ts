/**
 * Which texts of calls stand in a row of `tool_call_texts`, where SQL reads them, and which results are packed with the payload that they came in
 * (docs/decisions/0029). Results are the largest texts, told twice or more (by who ran the call, by the request that carries it back), and no index
 * has them. Pure; queries/call-results.ts reads them.
 */
import type { CallResult } from './payload-entries.ts';
import type { CallRecord, CallTexts } from './span-record.ts';

/** Characters. A shorter one costs less in its row than whoever wants it pays for its block. */
const LEAST_PACKED = 256;

/** What has no preview would not be looked for. */
const isPacked = ({ resultPreview, texts }: CallRecord): boolean =>
  resultPreview !== null && texts !== null && texts.result !== null && texts.result.length >= LEAST_PACKED;

/** null: there is nothing to be written in a row. */
export function textsOfRow(call: CallRecord): CallTexts | null {
  if (call.texts === null || !isPacked(call)) return call.texts;
  const { thoughts, preamble, arguments: given } = call.texts;
  if (thoughts === null && preamble === null && given === null) return null;
  return { thoughts, preamble, arguments: given, result: null };
}

/** By the place of their call, as its row has it. */
export function resultsToPack(calls: readonly CallRecord[]): CallResult[] {
  return calls.flatMap((call, index) => (isPacked(call) ? { index, text: call.texts!.result! } : []));
}
