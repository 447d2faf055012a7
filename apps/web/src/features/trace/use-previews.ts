'use client';
// Previews of the rows on the screen: asked for 100 ms after scrolling stops, at most once each, and not at all for what has left.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { namesOf } from '../../lib/skeleton/span-names.ts';
import { useTRPCClient, type RouterOutputs } from '../../lib/trpc.ts';
import { useOpening } from './use-opening.ts';
import type { TraceAddress } from './trace-address.ts';

export type Preview = RouterOutputs['trace']['previews'][number];
type Known = Preview | 'failed' | 'absent';

const DEBOUNCE_MS = 100;
/** As many keys as fit into one URL. */
const KEYS_PER_REQUEST = 100;

export interface Previews {
  /** undefined until it has been loaded. */
  get: (key: string) => Known | undefined;
  retry: () => void;
}

const keysOf = ({ spanId, index }: Preview): readonly string[] => namesOf(`${spanId}:${index}`);

/** `keys` are call keys, `<span id>:<index>`. */
export function usePreviews({ project, trace }: TraceAddress, keys: readonly string[]): Previews {
  const client = useTRPCClient();
  const { data: opening } = useOpening({ project, trace });
  const [brought] = useState(
    () => new Map<string, Known>(opening?.previews.flatMap((one) => keysOf(one).map((key) => [key, one] as const))),
  );
  const known = useRef(brought);
  const [version, setVersion] = useState(0);
  const [attempt, setAttempt] = useState(0);
  const wanted = keys.filter((key) => !known.current.has(key));
  const request = wanted.join(',');
  useEffect(() => {
    if (!request) return;
    const abort = new AbortController();
    const load = async (chunk: string[]) => {
      const calls = chunk.map((key) => key.replace(':', '.')).join(',');
      const found = await client.trace.previews
        .query({ project, trace, calls }, { signal: abort.signal })
        .catch(() => undefined);
      if (abort.signal.aborted) return;
      for (const key of chunk) known.current.set(key, found ? 'absent' : 'failed');
      for (const preview of found ?? []) for (const key of keysOf(preview)) known.current.set(key, preview);
      setVersion((count) => count + 1);
    };
    const timer = setTimeout(
      () => {
        const missing = request.split(',');
        for (let at = 0; at < missing.length; at += KEYS_PER_REQUEST)
          void load(missing.slice(at, at + KEYS_PER_REQUEST));
      },
      known.current.size === 0 ? 0 : DEBOUNCE_MS,
    );
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [client, project, trace, request, attempt]);
  const retry = useCallback(() => {
    for (const [key, preview] of known.current) if (preview === 'failed') known.current.delete(key);
    setAttempt((count) => count + 1);
  }, []);
  // A new object whenever more is known, so that rows that are memoised look again.
  return useMemo(() => (void version, { get: (key: string) => known.current.get(key), retry }), [version, retry]);
}
