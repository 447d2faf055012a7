/** Finds the call of a tool execution without a call id, or with an id that no response used. Used by join-calls.ts. */
import type { CallRow, SpanRow } from '../skeleton/skeleton.ts';
import { runsOfCall, type Call, type Candidates } from './joined-call.ts';
import { runsByContent } from './runs-by-content.ts';

/** Maximum number of transport spans (HTTP, MCP) between the client's and the server's span of one call. */
const MAX_BETWEEN = 8;

/** Executions must be matched in time order, and each match must be recorded on the call before the next one. */
export function unnamedRuns(calls: readonly Call[], spans: readonly SpanRow[]) {
  const spanOf = new Map(spans.map((span) => [span.id, span]));
  const byRun = new Map(
    calls.flatMap((call) => runsOfCall(call).map(({ spanId }): [string, Candidates] => [spanId, [call]])),
  );
  const ofContent = runsByContent(calls, spanOf);
  const unrun = Map.groupBy(
    calls.filter(({ request, execution }) => request && !execution),
    ({ tool }) => tool,
  );
  const waiting = new Map([...unrun].map(([tool, own]) => [tool, waitingCalls(own)] as const));
  const find = (row: CallRow): Candidates | undefined => {
    const found = inside(row, spanOf, byRun) ?? ofContent(row);
    const earliest = found === undefined && row.callId === null ? waiting.get(row.tool)?.(row) : undefined;
    return earliest ? [earliest] : found;
  };
  const know = (row: CallRow, found: Candidates) => byRun.set(row.spanId, found);
  return { find, know };
}

/** The server's span of a call is a descendant of the client's: the same tool, with only transport spans in between. */
function inside(
  row: CallRow,
  spanOf: ReadonlyMap<string, SpanRow>,
  byRun: ReadonlyMap<string, Candidates>,
): Candidates | undefined {
  let at = spanOf.get(row.spanId);
  for (let steps = 0; at?.parentId && steps < MAX_BETWEEN; steps++) {
    at = spanOf.get(at.parentId);
    const found = at?.kind === 'tool' ? byRun.get(at.id) : undefined;
    if (found?.[0].tool === row.tool) return found;
    // A response or an agent in between requests calls of its own.
    if (at?.kind !== 'tool' && at?.kind !== 'span') return undefined;
  }
  return undefined;
}

/**
 * By otel-genai §8.5.5: the earliest call with the same name and arguments that was requested before and has no
 * execution yet. Without captured arguments, only the name is compared.
 */
function waitingCalls(calls: readonly Call[]): (row: CallRow) => Call | undefined {
  const placed = calls.map((call, place) => ({ call, place }));
  const every = queueOf(placed);
  const alike = Map.groupBy(placed, ({ call }) => call.request?.argumentsKey ?? null);
  const byArguments = new Map([...alike].map(([key, own]) => [key, queueOf(own)] as const));
  return ({ argumentsKey, start }) => {
    if (argumentsKey === null) return every(start)?.call;
    const same = byArguments.get(argumentsKey)?.(start);
    const untold = byArguments.get(null)?.(start);
    return (same && untold ? (same.place < untold.place ? same : untold) : (same ?? untold))?.call;
  };
}

interface Waiting {
  call: Call;
  place: number;
}

/**
 * The first call without an execution that was requested by then. Skips calls with an execution, and stops when all
 * further calls are too late.
 */
function queueOf(waiting: readonly Waiting[]): (by: number) => Waiting | undefined {
  const startOf = (at: number) => waiting[at]?.call.request?.start ?? Infinity;
  const next = Int32Array.from({ length: waiting.length + 1 }, (_, at) => at);
  const earliest = new Float64Array(waiting.length + 1).fill(Infinity);
  for (let at = waiting.length - 1; at >= 0; at--) earliest[at] = Math.min(startOf(at), earliest[at + 1]!);
  const free = (from: number): number => {
    let at = from;
    while (at < waiting.length && (next[at] !== at || waiting[at]!.call.execution !== null)) {
      if (next[at] === at) next[at] = at + 1;
      // Path halving, for later searches.
      next[at] = next[next[at]!]!;
      at = next[at]!;
    }
    return at;
  };
  return (by) => {
    for (let at = free(0); earliest[at]! <= by; at = free(at + 1)) if (startOf(at) <= by) return waiting[at];
    return undefined;
  };
}
