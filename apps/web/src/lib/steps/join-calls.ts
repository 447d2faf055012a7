/**
 * Joins the descriptions of calls. A call is requested by a generation, executed by a span of its own, and its result
 * may be carried by a later request; each of them is a row. Joined by call id (match-runs.ts when there is none), so
 * that the order of arrival does not matter. First stage of build-steps.ts.
 */
import { CALL_STATUSES } from '@subtext/reasoning';
import type { CallRow, SpanRow, TraceRows } from '../skeleton/skeleton.ts';
import { callsById, type CallsById } from './calls-by-id.ts';
import { isInferred, type Call, type Candidates } from './joined-call.ts';
import { unnamedRuns } from './match-runs.ts';

export const rowKey = (row: Pick<CallRow, 'spanId' | 'index'>): string => `${row.spanId}:${row.index}`;

/** Calls requested by generations, by span id and in order, and runs that no generation of this trace requested. */
export interface JoinedCalls {
  byGeneration: Map<string, Call[]>;
  orphans: Call[];
}

export function joinCalls({ spans, calls: rows }: TraceRows): JoinedCalls {
  const { asked, ran, told } = inOrder(rows);
  const byGeneration = new Map<string, Call[]>();
  const byId = callsById();
  for (const row of asked) {
    const call = { ...callOf(row), request: row };
    append(byGeneration, row.ownerId, call);
    byId.add(row.callId, call);
  }
  const orphans: Call[] = [];
  const unnamed = ran.filter((row) => !runById(byId, row));
  const calls = [...byGeneration.values()].flat();
  if (unnamed.length > 0) {
    const { find, know } = unnamedRuns(calls, spans);
    for (const row of unnamed) {
      const found = find(row);
      if (found === undefined) orphans.push(ownCall(row, byId));
      else if (found.length > 1) runOneOf(found, row);
      else run(found[0], row);
      know(row, found ?? [orphans.at(-1)!]);
    }
  }
  const ownId = new Map<number, number | null>();
  for (const row of told) {
    const repeated = byId.has(row.callId) ? undefined : sameInOwner(row, byGeneration.get(row.ownerId) ?? []);
    if (repeated && row.callId !== null) ownId.set(row.callId, repeated.callId);
    const call = repeated ?? byId.free(row, hasResult(row) ? 'resultRow' : 'repeat');
    if (call) tell(call, withRef(row, ownId));
    // Only a request that repeats the whole call contains the tool's name: the response with the request was lost, or
    // was reported without its calls.
    else if (row.tool !== '' && !byId.has(row.callId)) orphans.push(ownCall(row, byId));
  }
  for (const own of byGeneration.values()) own.sort((a, b) => (a.request?.index ?? 0) - (b.request?.index ?? 0));
  for (const call of [...calls, ...orphans]) call.thinking = thinkingOf(call);
  takeUp(spans, byGeneration);
  return { byGeneration, orphans };
}

function inOrder(rows: readonly CallRow[]) {
  // Rows arrive sorted, so comparing neighbors is usually enough.
  const sorted = rows.every((row, at) => at === 0 || byTime(rows[at - 1]!, row) <= 0) ? rows : rows.toSorted(byTime);
  const by = (who: CallRow['describedBy']) => sorted.filter((row) => row.describedBy === who);
  return { asked: by('generation'), ran: by('execution'), told: by('history') };
}

function runById(byId: CallsById, row: CallRow): boolean {
  const call = byId.free(row, 'execution') ?? byId.any(row);
  if (call) run(call, row);
  return call !== undefined;
}

function callOf(row: CallRow): Call {
  const { callId, tool, type, status, duration, durationInferred, incomplete } = row;
  const runs = { execution: null, otherRuns: null, possibleRuns: null };
  const rows = { request: null, ...runs, resultRow: null, repeat: null, thinking: null };
  return { key: rowKey(row), callId, tool, type, ...rows, status, duration, durationInferred, incomplete, runs: 0 };
}

/** A call that no response requested can still be referenced and described by its id. */
function ownCall(row: CallRow, byId: CallsById): Call {
  const call = callOf(row);
  if (row.describedBy === 'execution') Object.assign(call, { execution: row, runs: 1 });
  else if (hasResult(row)) call.resultRow = row;
  else call.repeat = row;
  byId.add(row.callId, call);
  return call;
}

function run(call: Call, row: CallRow): void {
  call.status = moreCertain(call.status, row.status);
  const earlier = call.execution;
  const isFirst = earlier === null || (isInferred(earlier) && !isInferred(row));
  if (earlier === null || !(isInferred(earlier) || isInferred(row))) call.runs += 1;
  const other = isFirst ? earlier : row;
  if (other) (call.otherRuns ??= []).push(other);
  if (!isFirst) return;
  call.execution = row;
  call.duration = row.duration;
  call.durationInferred = row.durationInferred;
  call.incomplete ||= row.incomplete;
}

/** Which of these calls it executed is not known, so it says nothing about the result, the outcome or the time of any. */
function runOneOf(alike: Candidates, row: CallRow): void {
  for (const call of alike) (call.possibleRuns ??= []).push(row);
  const counted = alike.reduce((fewest, call) => (call.runs < fewest.runs ? call : fewest));
  if (counted.execution && !isInferred(counted.execution)) counted.runs += 1;
}

/** A known outcome is more certain than one inferred from a text, and a known failure wins over all. */
const BY_CERTAINTY: readonly Call['status'][] = ['unset', ...CALL_STATUSES];

const moreCertain = (one: Call['status'], other: Call['status']): Call['status'] =>
  BY_CERTAINTY.indexOf(other) > BY_CERTAINTY.indexOf(one) ? other : one;

/**
 * Another instrumentation may describe the calls of a response with ids of its own. In the same response, a call of the
 * same tool at the same index is the same call. A row with a result may repeat a call of an earlier response.
 */
function sameInOwner(row: CallRow, own: readonly Call[]): Call | undefined {
  if (row.ownerId === row.spanId || hasResult(row)) return undefined;
  return own.find(({ tool, request }) => tool === row.tool && request?.index === row.index);
}

/** A reference to a call by the id of another instrumentation becomes one by the id that the response gave it. */
function withRef(row: CallRow, ownId: ReadonlyMap<number, number | null>): CallRow {
  const reasoningRef = row.reasoningRef === null ? undefined : ownId.get(row.reasoningRef);
  return reasoningRef === undefined ? row : { ...row, reasoningRef };
}

/** A row with a result has a status. */
const hasResult = (row: CallRow): boolean => row.status !== 'unset';

function tell(call: Call, row: CallRow): void {
  if (!hasResult(row)) {
    call.repeat = row;
    return;
  }
  call.resultRow = row;
  call.status = moreCertain(call.status, row.status);
}

/**
 * The source of the thought: the response itself, otherwise the history of a later request, otherwise the execution
 * (spans of our SDK carry it). A thought of its own has priority over a reference to another call's.
 */
function thinkingOf({ request, resultRow, repeat, execution }: Call): CallRow | null {
  const rows = [request, resultRow, repeat, execution].filter((row) => row !== null);
  return (
    rows.find((row) => row.thoughtCount > 0) ??
    rows.find((row) => row.reasoningRef !== null || !SAYS_NOTHING.has(row.state)) ??
    rows[0] ??
    null
  );
}

const SAYS_NOTHING: ReadonlySet<CallRow['state']> = new Set(['none', 'unreported']);

/**
 * A paused response hands its last thought over to the first call of the response that continues the turn (providers.md
 * §15.5). Its cost stays with the paused response.
 */
function takeUp(spans: readonly SpanRow[], byGeneration: Map<string, Call[]>): void {
  if (!spans.some(({ paused }) => paused)) return;
  const generations = spans
    .filter(({ kind }) => kind === 'generation')
    .toSorted((a, b) => a.start - b.start || (a.id < b.id ? -1 : 1));
  const next = nextOfParent(generations);
  generations.forEach((paused, at) => {
    const left = paused.paused ? byGeneration.get(paused.id)?.at(-1) : undefined;
    if (left?.type !== 'trailing' || !left.request?.thoughtCount) return;
    const first = byGeneration.get(next[at] ?? '')?.[0];
    if (!first || first.type === 'trailing' || first.thinking?.thoughtCount) return;
    first.thinking = left.request;
    byGeneration.get(paused.id)?.pop();
  });
}

/** For each generation, the id of the next one with the same parent. */
function nextOfParent(generations: readonly SpanRow[]): (string | undefined)[] {
  const latest = new Map<string | null, string>();
  const next = generations.map((): string | undefined => undefined);
  for (let at = generations.length - 1; at >= 0; at--) {
    const { id, parentId } = generations[at]!;
    next[at] = latest.get(parentId);
    latest.set(parentId, id);
  }
  return next;
}

function byTime(a: CallRow, b: CallRow): number {
  return a.start - b.start || (a.spanId < b.spanId ? -1 : a.spanId > b.spanId ? 1 : a.index - b.index);
}

function append(map: Map<string, Call[]>, key: string, call: Call): void {
  const list = map.get(key);
  if (list) list.push(call);
  else map.set(key, [call]);
}
