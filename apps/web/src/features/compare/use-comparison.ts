'use client';
// Computes the pairs of both sides in the worker.
import { useEffect, useState } from 'react';
import type { Pair } from '../../lib/compare/align.ts';
import type { Side } from './sides/use-side.ts';
import { alignRuns } from './diff/worker-client.ts';

interface Comparison {
  pairs: Pair[] | undefined;
  error: unknown;
}

/**
 * Steps and pairs are from the same state. While one side streams, the previous pairs stay valid, because steps are
 * only appended.
 */
export function useComparison({ compared: a }: Side, { compared: b }: Side): Comparison {
  const [answer, setAnswer] = useState<Comparison>({ pairs: undefined, error: null });
  useEffect(() => {
    if (!a || !b) return;
    let isCurrent = true;
    alignRuns(a, b).then(
      (pairs) => isCurrent && setAnswer({ pairs, error: null }),
      (error: unknown) => isCurrent && setAnswer((before) => ({ ...before, error })),
    );
    return () => void (isCurrent = false);
  }, [a, b]);
  return answer;
}
