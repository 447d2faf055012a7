'use client';
// Deletes traces one after the other. Each is deleted completely or not at all, and a failure leaves the remaining
// ones.
import { useState } from 'react';
import { isNotFound } from '../../lib/requests/is-not-found.ts';
import { useTRPCClient } from '../../lib/requests/trpc.ts';

interface Progress {
  state: 'asked' | 'running' | 'failed';
  deleted: number;
  error: unknown;
}

interface Deleting {
  project: string;
  traces: readonly string[];
  onDone: () => void;
}

export function useDeleteTraces({ project, traces, onDone }: Deleting) {
  const client = useTRPCClient();
  const [progress, setProgress] = useState<Progress>({ state: 'asked', deleted: 0, error: null });
  const start = async () => {
    setProgress((before) => ({ ...before, state: 'running', error: null }));
    try {
      for (const [index, trace] of traces.entries()) {
        if (index < progress.deleted) continue;
        await client.traces.delete.mutate({ project, trace }).catch(unlessGone);
        setProgress({ state: 'running', deleted: index + 1, error: null });
      }
      onDone();
    } catch (error) {
      setProgress((before) => ({ ...before, state: 'failed', error }));
    }
  };
  return { ...progress, start: () => void start() };
}

/** Already deleted by someone else, which is the wanted result. */
function unlessGone(error: unknown): void {
  if (!isNotFound(error)) throw error;
}
