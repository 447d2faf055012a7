/**
 * Finds the call of an execution whose framework gave it an id of its own, or none, while a response of the same trace
 * has another id for it: Google ADK beside our SDK. Used by match-runs.ts. An execution belongs to a call when all of
 * this holds:
 *
 *   same place      the nearest agent or tool around both is the same or, without one, their parent; or it is an agent
 *                   of the same name in another tree, and nothing that executed the call was observed: a run that
 *                   waits for approval is resumed as a new one
 *   same tool       and the same arguments, where both report any
 *   same time       it lies between the request of the call and the request that carried its result
 *   one response    no call of another response fits as well
 *
 * Nothing here distinguishes calls of one response that are alike and made at the same time: an execution is then one
 * of them, and says nothing about the result, the outcome or the time of any.
 */
import type { CallRow, SpanRow } from '../skeleton/skeleton.ts';
import { reportedAgent } from './agent-names.ts';
import { isInferred, runsOfCall, type Call, type Candidates } from './joined-call.ts';
import { lastBefore } from './last-before.ts';

interface Window {
  call: Call;
  response: string;
  place: Position;
  from: number;
  to: number;
  /** The request is all that is known of the call, so one execution fills it. */
  isOpen: boolean;
}

interface Position {
  key: string;
  /** The outermost span around it. null: too far above. */
  root: string | null;
  /** The name of the agent that it is in. */
  agent: string | null;
}

/**
 * In milliseconds: instrumentations read the clock one after the other, some only in milliseconds, and some clocks
 * drift by some 7 ms.
 */
const CLOCK = 10;

/** The search for an agent or a tool around a span stops after this many levels. */
const MOST_LEVELS = 64;

/** More calls that fit the time prove nothing. */
const MOST_COMPARED = 64;

/** Calls must not have been matched by content yet; executions must be asked for in time order. */
export function runsByContent(
  calls: readonly Call[],
  spans: ReadonlyMap<string, SpanRow>,
): (row: CallRow) => Candidates | undefined {
  const placeOf = placeFinder(calls, spans);
  const windows = calls.flatMap((call) => {
    const place = placeOf(call.request?.ownerId ?? '');
    return (place && windowOf(call, place)) ?? [];
  });
  const inPlace = searchBy(windows, ({ key }) => key);
  const ofAgent = searchBy(windows, ({ agent }) => agent);
  return (row) => {
    const place = placeOf(row.spanId);
    if (place === undefined) return undefined;
    const found = inPlace(row, place);
    if (found.length > 0 || place.agent === null) return callsOf(ofOneResponse(found));
    const resumed = ofOneResponse(ofAgent(row, place));
    return resumed.every((window) => waitsFor(place, window)) ? callsOf(resumed) : undefined;
  };
}

function callsOf([first, ...others]: readonly Window[]): Candidates | undefined {
  return first && [first.call, ...others.map(({ call }) => call)];
}

/** True when the call was not executed until a run of the same agent began in another tree. */
const waitsFor = ({ root }: Position, { call, place, isOpen }: Window): boolean =>
  !isOpen && areTwoTrees(root, place.root) && runsOfCall(call).every(isInferred);

const areTwoTrees = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && one !== other;

/** Finds windows of the same tool, in places that have the same value, with the same arguments where both report any. */
function searchBy(
  windows: readonly Window[],
  valueOf: (place: Position) => string | null,
): (row: CallRow, place: Position) => readonly Window[] {
  const named = windows.flatMap((window) => {
    const value = valueOf(window.place);
    return value === null ? [] : [[`${value} ${window.call.tool}`, window] as const];
  });
  const byTool = listsOf(named);
  const byArguments = listsOf(
    named.map(([name, window]) => [`${window.call.request?.argumentsKey ?? ''} ${name}`, window]),
  );
  return (row, place) => {
    const name = `${valueOf(place)} ${row.tool}`;
    const lists =
      row.argumentsKey === null
        ? [byTool.get(name)]
        : [byArguments.get(`${row.argumentsKey} ${name}`), byArguments.get(` ${name}`)];
    return lists.flatMap((list) => list?.(row) ?? []);
  };
}

/** None when calls of several responses fit, or when one of several that fit is filled by one execution. */
function ofOneResponse(found: readonly Window[]): readonly Window[] {
  if (found.some(({ response }) => response !== found[0]!.response)) return [];
  return found.length > 1 && found.some(({ isOpen }) => isOpen) ? [] : found;
}

/** An execution may be observed more than once, or interrupted and repeated: the time of all its spans counts. */
function windowOf(call: Call, place: Position): Window | undefined {
  const { request } = call;
  if (request === null || request.type === 'answer' || request.type === 'trailing') return undefined;
  const own = { call, response: request.ownerId, place };
  const runs = runsOfCall(call);
  if (call.execution === null) return { ...own, from: request.start, to: Infinity, isOpen: true };
  const from = runs.reduce((earliest, { start }) => Math.min(earliest, start), Infinity);
  const to = runs.reduce((latest, { start, duration }) => Math.max(latest, start + (duration ?? Infinity)), -Infinity);
  return { ...own, from, to, isOpen: false };
}

const isAround = ({ from, to }: Window, { start, duration }: CallRow): boolean =>
  start >= from - CLOCK && start + (duration ?? 0) <= to + CLOCK;

type Search = (row: CallRow) => readonly Window[];

function listsOf(named: readonly (readonly [string, Window])[]): Map<string, Search> {
  const lists = Map.groupBy(named, ([name]) => name);
  return new Map(
    [...lists].map(([name, list]) => [name, searchIn(list.map(([, window]) => window).toSorted(byStart))]),
  );
}

const byStart = (one: Window, other: Window): number => one.from - other.from;

/** Searches backwards from the time of the execution, until all earlier windows ended before it. */
function searchIn(windows: readonly Window[]): Search {
  const latestEnd = new Float64Array(windows.length);
  windows.forEach(({ to }, at) => (latestEnd[at] = Math.max(to, latestEnd[at - 1] ?? -Infinity)));
  return (row) => {
    const found: Window[] = [];
    let compared = 0;
    for (let at = lastBefore(windows, row.start + CLOCK, ({ from }) => from); at >= 0; at--) {
      if (latestEnd[at]! < row.start - CLOCK) break;
      if (++compared > MOST_COMPARED) return [];
      const window = windows[at]!;
      const isFilled = window.isOpen && window.call.execution !== null;
      if (!isFilled && isAround(window, row)) found.unshift(window);
    }
    return found;
  };
}

/** Where a span is; undefined = at the top. Two spans that executed the same call are one place. */
function placeFinder(
  calls: readonly Call[],
  spans: ReadonlyMap<string, SpanRow>,
): (spanId: string) => Position | undefined {
  const callOf = new Map(calls.flatMap((call) => runsOfCall(call).map(({ spanId }) => [spanId, call.key] as const)));
  return (spanId) => {
    const above = ancestorsOf(spanId, spans);
    const parent = spans.get(spanId)?.parentId ?? null;
    if (parent === null) return undefined;
    const root = above.length < MOST_LEVELS ? (above.at(-1)?.id ?? parent) : null;
    const around = above.find(({ kind }) => kind === 'agent' || kind === 'tool');
    if (around === undefined) return { key: `below ${parent}`, root, agent: null };
    const agent = around.kind === 'agent' ? reportedAgent(around) : null;
    return { key: `in ${callOf.get(around.id) ?? around.id}`, root, agent };
  };
}

/** Nearest first. */
function ancestorsOf(spanId: string, spans: ReadonlyMap<string, SpanRow>): SpanRow[] {
  const ancestors: SpanRow[] = [];
  let at = spans.get(spans.get(spanId)?.parentId ?? '');
  while (at && ancestors.length < MOST_LEVELS) {
    ancestors.push(at);
    at = spans.get(at.parentId ?? '');
  }
  return ancestors;
}
