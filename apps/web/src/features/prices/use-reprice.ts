'use client';
// Reprices stored calls page by page, until the last page or until the user stops it. Each page is atomic, so it can
// resume.
import { useEffect, useRef, useState } from 'react';
import { useTRPCClient, type RouterOutputs } from '../../lib/requests/trpc.ts';

type Cursor = RouterOutputs['prices']['reprice']['next'];

interface Progress {
  state: 'idle' | 'running' | 'stopped' | 'done';
  repriced: number;
  traces: number;
  error: unknown;
}

export function useReprice(price: { project: string; id: string }) {
  const client = useTRPCClient();
  const [progress, setProgress] = useState<Progress>({ state: 'idle', repriced: 0, traces: 0, error: null });
  const cursor = useRef<Cursor>(null);
  const run = useRef(0);
  const stop = () => {
    run.current += 1;
    setProgress((before) => (before.state === 'running' ? { ...before, state: 'stopped' } : before));
  };
  const start = async () => {
    const mine = (run.current += 1);
    setProgress((before) => ({ ...before, state: 'running', error: null }));
    try {
      do {
        const { repriced, traces, next } = await client.prices.reprice.mutate({ ...price, after: cursor.current });
        cursor.current = next;
        setProgress((before) => ({ ...before, repriced: before.repriced + repriced, traces: before.traces + traces }));
      } while (cursor.current && run.current === mine);
      if (run.current === mine) setProgress((before) => ({ ...before, state: 'done' }));
    } catch (error) {
      setProgress((before) => ({ ...before, state: 'stopped', error }));
    }
  };
  // Leaving the page stops after the current page of calls.
  useEffect(() => () => void (run.current += 1), []);
  return { ...progress, start: () => void start(), stop };
}
