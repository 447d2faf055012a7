/** Records model calls that do not think. They are no part of a conversation, so the ledger's memory has none of them. */
import { emitTask } from '../emit/spans/task-span.ts';
import { currentTracer, recordNow } from '../emit/tracing.ts';
import { activeSpan, type Exchange } from '../exchange/exchange.ts';
import { readTaskCall } from '../exchange/task-call.ts';
import { taskAt } from '../exchange/task-form.ts';

/** By its path, before there is an answer: such a request continues no conversation. */
export const asksForTask = ({ url }: Exchange): boolean => taskAt(url) !== undefined;

/** Its place is below the active span, or in a trace of its own. False when this was no such call. */
export function recordTask(exchange: Exchange): boolean {
  const call = readTaskCall(exchange);
  if (call && currentTracer()) emitTask(recordNow, call, activeSpan(exchange));
  return call !== null;
}
