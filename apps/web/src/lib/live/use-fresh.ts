'use client';
// Keeps a page with one or two traces fresh: the stream reports changes, and the page reloads its queries.
import { useEffect, useState } from 'react';
import type { StreamStatus } from './stream-state.ts';
import { useSpaced } from './use-spaced.ts';
import { useTraceChanges } from './use-stream.ts';

/** More may come for this long, also after a trace counts as ended. */
const YOUNG_MS = 60_000;
const PAUSE_MS = 1000;

interface QuietTime {
  quietMs: number;
}

/** True until the trace has been quiet for `limit` milliseconds, by a response of the server; then false by itself. */
export function useYoung(summary: QuietTime | undefined, respondedAt: number, limit = YOUNG_MS): boolean {
  const [over, setOver] = useState<number>();
  const left = summary === undefined ? 0 : limit - summary.quietMs;
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setOver(respondedAt), left);
    return () => clearTimeout(timer);
  }, [left, respondedAt]);
  return left > 0 && over !== respondedAt;
}

interface Kept {
  project: string;
  /** One trace, or both traces of a comparison, which share one stream because browsers limit connections. */
  traces: readonly string[];
  /**
   * More spans may arrive. A page that has started listening continues, because a run that waits long for a tool looks
   * as if it had ended.
   */
  young: boolean;
}

/**
 * Calls `ask` when something was stored, at most about once a second, and when the stream starts, because it does not
 * report earlier changes.
 */
export function useFresh({ project, traces, young }: Kept, ask: () => Promise<unknown>): StreamStatus | 'off' {
  const [listens, setListens] = useState(young);
  if (young && !listens) setListens(true);
  const ring = useSpaced(ask, PAUSE_MS);
  const trace = traces.length === 1 ? traces[0] : undefined;
  const status = useTraceChanges({ project, trace, enabled: listens }, (changed) => {
    if (changed === undefined || changed.some((one) => traces.includes(one))) ring();
  });
  useEffect(() => {
    if (listens && status === 'live') ring();
  }, [listens, status, ring]);
  return listens ? status : 'off';
}
