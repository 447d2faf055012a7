/**
 * Descriptions of calls → calls. A call is asked for by a generation, run by a span of its own, and its result may come back in a later
 * request; each says so in a row. Joined here by call id, so that the order of arrival never matters. First stage of build-steps.ts.
 */
import type { CallRow, SpanStatus } from '../../lib/skeleton.ts';

export interface Call {
  /** `<span id>:<index>` of the row that describes it best: stable, and what texts are asked for by. */
  key: string;
  callId: number | null;
  tool: string;
  type: CallRow['type'];
  asked: CallRow | null;
  ran: CallRow | null;
  /** The request that carried its result. */
  told: CallRow | null;
  status: SpanStatus;
  duration: number | null;
  incomplete: boolean;
  /** Spans that ran it: more than one after a retry, or when two instrumentations saw the same run. */
  runs: number;
}

export const rowKey = (row: Pick<CallRow, 'spanId' | 'index'>): string => `${row.spanId}:${row.index}`;

/** Calls that generations asked for, by span id in their order, and runs that nobody in this trace asked for. */
export interface JoinedCalls {
  byGeneration: Map<string, Call[]>;
  orphans: Call[];
}

export function joinCalls(rows: readonly CallRow[]): JoinedCalls {
  const byGeneration = new Map<string, Call[]>();
  const asked = new Map<number, Call[]>();
  for (const row of [...rows].filter((row) => row.describedBy === 'generation').sort(byTime)) {
    const call = callOf(row);
    append(byGeneration, row.ownerId, call);
    if (row.callId !== null) append(asked, row.callId, call);
  }
  const orphans: Call[] = [];
  for (const row of rows.filter((row) => row.describedBy === 'execution').sort(byTime)) {
    const call = match(asked, row, (candidate) => candidate.ran === null) ?? match(asked, row, () => true);
    if (call) run(call, row);
    else orphans.push(orphanOf(row, asked));
  }
  for (const row of rows.filter((row) => row.describedBy === 'history').sort(byTime)) {
    const call = match(asked, row, (candidate) => candidate.told === null);
    if (call) tell(call, row);
  }
  for (const calls of byGeneration.values()) calls.sort((a, b) => (a.asked?.index ?? 0) - (b.asked?.index ?? 0));
  return { byGeneration, orphans };
}

/**
 * Providers reuse call ids (`call_0` in every response): a description belongs to the latest request of that id before it that still
 * lacks one, or, with clocks that disagree, to the first that does.
 */
function match(asked: Map<number, Call[]>, row: CallRow, free: (call: Call) => boolean): Call | undefined {
  const candidates = row.callId === null ? [] : (asked.get(row.callId) ?? []).filter(free);
  return candidates.findLast((call) => call.asked !== null && call.asked.start <= row.start) ?? candidates[0];
}

function callOf(row: CallRow): Call {
  const { callId, tool, type, status, duration, incomplete } = row;
  return {
    key: rowKey(row),
    callId,
    tool,
    type,
    asked: row,
    ran: null,
    told: null,
    status,
    duration,
    incomplete,
    runs: 0,
  };
}

/** A run without a request can still be referred to, and told of, by its id. */
function orphanOf(row: CallRow, asked: Map<number, Call[]>): Call {
  const call = { ...callOf(row), ran: row, asked: null, runs: 1 };
  if (row.callId !== null) append(asked, row.callId, call);
  return call;
}

function run(call: Call, row: CallRow): void {
  call.runs += 1;
  if (call.runs > 1) return;
  call.ran = row;
  call.duration = row.duration;
  call.incomplete ||= row.incomplete;
  if (row.status !== 'unset' && call.status !== 'error') call.status = row.status;
}

function tell(call: Call, row: CallRow): void {
  call.told = row;
  if (row.status === 'error' || call.status === 'unset')
    call.status = row.status === 'unset' ? call.status : row.status;
}

function byTime(a: CallRow, b: CallRow): number {
  return a.start - b.start || a.index - b.index;
}

function append<Key>(map: Map<Key, Call[]>, key: Key, call: Call): void {
  const list = map.get(key);
  if (list) list.push(call);
  else map.set(key, [call]);
}
