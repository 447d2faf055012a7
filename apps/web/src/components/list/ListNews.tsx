'use client';
// Renders nothing; keeps a list fresh. When the project's stream reports that something was stored, it reloads the
// list's queries. Without an open stream it polls every few seconds.
import { useEffect } from 'react';
import { useSpaced } from '../../lib/live/use-spaced.ts';
import { useTraceChanges } from '../../lib/live/use-stream.ts';

export interface ListNewsProps {
  project: string;
  /** Reloads the newest page. */
  rows: () => Promise<unknown>;
  /** Reloads the sums over the list: more expensive, so less often. */
  sums: () => Promise<unknown>;
  /**
   * A row of the list seems to be running. Its end is not an event of the stream: it only stops changing, so the list
   * polls.
   */
  running: boolean;
}

const ROWS_PAUSE_MS = 1000;
const SUMS_PAUSE_MS = 5000;
const ASK_EVERY_MS = 5000;

export function ListNews({ project, rows, sums, running }: ListNewsProps): null {
  const askRows = useSpaced(rows, ROWS_PAUSE_MS);
  const askSums = useSpaced(sums, SUMS_PAUSE_MS);
  const status = useTraceChanges({ project }, () => {
    askRows();
    askSums();
  });
  const isTold = status === 'live';
  // The stream does not report what was stored between the first rows and its start. The sums were loaded about now.
  useEffect(() => {
    if (isTold) askRows();
  }, [isTold, askRows]);
  useEffect(() => {
    if (isTold && !running) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'hidden') return;
      askRows();
      if (!isTold) askSums();
    }, ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isTold, running, askRows, askSums]);
  return null;
}
