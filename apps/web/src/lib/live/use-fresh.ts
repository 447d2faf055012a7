'use client';
// Keeps what a page shows of one or two traces fresh: the stream says that there is something new, the page asks for it.
import { useEffect, useState } from 'react';
import type { StreamStatus } from './stream-state.ts';
import { useSpaced } from './use-spaced.ts';
import { useTraceChanges } from './use-stream.ts';

/** Spans of a running trace come at most this long after one another; then it is taken to be over. */
const YOUNG_MS = 60_000;
const PAUSE_MS = 1000;

interface Told {
  quietMs: number;
}

/** True while more may arrive, by what the server said at `toldAt`; turns by itself. */
export function useYoung(summary: Told | undefined, toldAt: number): boolean {
  const [over, setOver] = useState<number>();
  const left = summary === undefined ? 0 : YOUNG_MS - summary.quietMs;
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setOver(toldAt), left);
    return () => clearTimeout(timer);
  }, [left, toldAt]);
  return left > 0 && over !== toldAt;
}

interface Kept {
  project: string;
  /** One trace, or those of a comparison: these share one stream, since a browser has few. */
  traces: readonly string[];
  /** Something may still come. Who listened once goes on: a run that waits long for its tool looks as if it were over. */
  young: boolean;
}

/** `ask` is called when something was stored, at most about once a second, and when the stream begins: what came before it is not told. */
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
