/**
 * Finds the call of an execution whose framework gave it an id of its own, or none, while a response of the same trace
 * has another id for it: Google ADK beside our SDK. Used by match-runs.ts. An execution belongs to a call when all of
 * this holds:
 *
 *   same place      the nearest agent or tool around both is the same or, without one, their parent
 *   same tool       and the same arguments, where both report any
 *   same time       it lies between the request of the call and the request that carried its result
 *   one response    no call of another response fits as well
 *
 * Nothing here distinguishes calls of one response that are alike and made at the same time: an execution is then one
 * of them, and says nothing about the result, the outcome or the time of any.
 */
import type { CallRow, SpanRow } from '../skeleton/skeleton.ts';
import { runsOfCall, type Call, type Candidates } from './joined-call.ts';
import { lastBefore } from './last-before.ts';

interface Window {
  call: Call;
  response: string;
  from: number;
  to: number;
  /** The request is all that is known of the call, so one execution fills it. */
  isOpen: boolean;
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
  const named = calls.flatMap((call) => {
    const [window, place] = [windowOf(call), placeOf(call.request?.ownerId ?? '')];
    return window && place !== undefined ? [[`${place} ${call.tool}`, window] as const] : [];
  });
  const byTool = listsOf(named);
  const byArguments = listsOf(
    named.map(([name, window]) => [`${window.call.request?.argumentsKey ?? ''} ${name}`, window]),
  );
  return (row) => {
    const place = placeOf(row.spanId);
    if (place === undefined) return undefined;
    const name = `${place} ${row.tool}`;
    const lists =
      row.argumentsKey === null
        ? [byTool.get(name)]
        : [byArguments.get(`${row.argumentsKey} ${name}`), byArguments.get(` ${name}`)];
    return ofOneResponse(lists.flatMap((list) => list?.(row) ?? []));
  };
}

function ofOneResponse(found: readonly Window[]): Candidates | undefined {
  const [first, ...others] = found;
  if (first === undefined || others.some(({ response }) => response !== first.response)) return undefined;
  if (others.length > 0 && found.some(({ isOpen }) => isOpen)) return undefined;
  return [first.call, ...others.map(({ call }) => call)];
}

function windowOf(call: Call): Window | undefined {
  const { request, execution } = call;
  if (request === null || request.type === 'answer' || request.type === 'trailing') return undefined;
  const response = request.ownerId;
  if (execution === null) return { call, response, from: request.start, to: Infinity, isOpen: true };
  const to = execution.duration === null ? Infinity : execution.start + execution.duration;
  return { call, response, from: execution.start, to, isOpen: false };
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

/** Names where a span is; undefined = at the top. Two spans that executed the same call are one place. */
function placeFinder(
  calls: readonly Call[],
  spans: ReadonlyMap<string, SpanRow>,
): (spanId: string) => string | undefined {
  const callOf = new Map(calls.flatMap((call) => runsOfCall(call).map(({ spanId }) => [spanId, call.key] as const)));
  return (spanId) => {
    const parent = spans.get(spanId)?.parentId ?? null;
    if (parent === null) return undefined;
    let at = spans.get(parent);
    for (let level = 0; at && level < MOST_LEVELS; level++) {
      if (at.kind === 'agent' || at.kind === 'tool') return `in ${callOf.get(at.id) ?? at.id}`;
      at = spans.get(at.parentId ?? '');
    }
    return `below ${parent}`;
  };
}
