'use client';
// Draws nothing, and keeps a list fresh: the stream of the project says that something was stored, and the list asks for what it shows. Where no stream is open, it
// asks every few seconds.
import { useEffect } from 'react';
import { useSpaced } from '../../lib/live/use-spaced.ts';
import { useTraceChanges } from '../../lib/live/use-stream.ts';

export interface ListNewsProps {
  project: string;
  /** Asks for the newest page. */
  rows: () => Promise<unknown>;
  /** Asks for the sums over the list: dearer, so more seldom. */
  sums: () => Promise<unknown>;
  /** Something on the list looks as if it were running: nobody tells when it ends, it only grows quiet. */
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
  // What came between the first rows and the stream is not told; the sums were asked for about now.
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
