/** Runs of tools that carry no call id, or one that nobody asked by → the call they belong to. Used by join-calls.ts. */
import type { CallRow, SpanRow } from '../skeleton.ts';
import type { Call } from './joined-call.ts';

/** Spans of transport (HTTP, MCP) that may stand between what a client and a server of one call say. */
const MOST_BETWEEN = 8;

/** A run is asked for in the order of time, and is the run of the call that this gives; a call that is found gets it before the next is asked. */
export function unnamedRuns(calls: readonly Call[], spans: readonly SpanRow[]) {
  const spanOf = new Map(spans.map((span) => [span.id, span]));
  const byRun = new Map(calls.flatMap((call) => (call.ran ? [[call.ran.spanId, call] as const] : [])));
  const waiting = Map.groupBy(
    calls.filter(({ asked, ran }) => asked && !ran),
    ({ tool }) => tool,
  );
  const find = (row: CallRow) => inside(row, spanOf, byRun) ?? byArguments(waiting.get(row.tool) ?? [], row);
  const know = (row: CallRow, call: Call) => byRun.set(row.spanId, call);
  return { find, know };
}

/** The server's side of a call stands inside the client's: same tool, and nothing but transport between them. */
function inside(
  row: CallRow,
  spanOf: ReadonlyMap<string, SpanRow>,
  byRun: ReadonlyMap<string, Call>,
): Call | undefined {
  let at = spanOf.get(row.spanId);
  for (let steps = 0; at?.parentId && steps < MOST_BETWEEN; steps++) {
    at = spanOf.get(at.parentId);
    const call = at?.kind === 'tool' ? byRun.get(at.id) : undefined;
    if (call?.tool === row.tool) return call;
    // A response or an agent in between asks for calls of its own.
    if (at?.kind !== 'tool' && at?.kind !== 'span') return undefined;
  }
  return undefined;
}

/** By otel-genai §8.5.5: the same name and the same arguments, the earliest call without a run that was asked for before it. */
function byArguments(calls: readonly Call[], row: CallRow): Call | undefined {
  if (row.callId !== null) return undefined;
  return calls.find(
    ({ asked, ran }) =>
      asked !== null &&
      ran === null &&
      asked.start <= row.start &&
      // Who captures no arguments tells only the name.
      (row.argumentsKey === null || asked.argumentsKey === null || asked.argumentsKey === row.argumentsKey),
  );
}
