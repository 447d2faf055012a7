'use client';
// Previews of the visible rows: loaded 100 ms after scrolling stops, at most once each, and not for rows that have left
// the screen.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { namesOf } from '../../../lib/skeleton/span-names.ts';
import { useTRPCClient } from '../../../lib/requests/trpc.ts';
import type { Preview } from '../live/growth.ts';
import { useOpening } from './use-opening.ts';
import type { TraceAddress } from '../navigation/trace-address.ts';

type LoadedPreview = Preview | 'failed' | 'absent';

/** Texts that are not final yet. */
export interface Passing {
  /** Calls of responses without an end: their previews are reloaded when the response has ended. */
  partial: ReadonlySet<string>;
  /** The ends of streaming texts, shown instead of beginnings. */
  growing: ReadonlyMap<string, Preview>;
}
const NOTHING_PASSES: Passing = { partial: new Set(), growing: new Map() };

const DEBOUNCE_MS = 100;
/** As many keys as fit into one URL. */
const KEYS_PER_REQUEST = 100;

export interface Previews {
  /** undefined until it has loaded. */
  get: (key: string) => LoadedPreview | undefined;
  retry: () => void;
}

const previewKeys = ({ spanId, index }: Preview): readonly string[] => namesOf(`${spanId}:${index}`);

/**
 * The loaded previews, and those that have to be reloaded: `grown` as soon as the text stops streaming, `partial` when
 * its response has ended.
 */
interface LoadedTexts {
  texts: Map<string, LoadedPreview>;
  passed: Map<string, 'grown' | 'partial'>;
}

function isWanted({ texts, passed }: LoadedTexts, key: string, { partial, growing }: Passing): boolean {
  if (growing.has(key)) return false;
  const told = passed.get(key);
  return !texts.has(key) || told === 'grown' || (told === 'partial' && !partial.has(key));
}

function keepPassing({ texts, passed }: LoadedTexts, { partial, growing }: Passing): void {
  for (const key of partial) if (texts.has(key) && !passed.has(key)) passed.set(key, 'partial');
  for (const [key, preview] of growing) {
    texts.set(key, preview);
    passed.set(key, 'grown');
  }
}

/** `partial`: the state at the time of the request. */
function keepFound(
  { texts, passed }: LoadedTexts,
  keys: readonly string[],
  { found, partial }: { found: readonly Preview[] | undefined; partial: Passing['partial'] },
): void {
  for (const key of keys) {
    texts.set(key, found ? 'absent' : 'failed');
    if (partial.has(key)) passed.set(key, 'partial');
    else passed.delete(key);
  }
  for (const preview of found ?? []) for (const key of previewKeys(preview)) texts.set(key, preview);
}

const chunksOf = (keys: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(keys.length / KEYS_PER_REQUEST) }, (_, at) =>
    keys.slice(at * KEYS_PER_REQUEST, (at + 1) * KEYS_PER_REQUEST),
  );

/** The previews that the server sent with the page. */
function useBrought(address: TraceAddress): LoadedTexts {
  const { data: opening } = useOpening(address);
  const [brought] = useState(() => ({
    texts: new Map<string, LoadedPreview>(
      opening?.previews.flatMap((one) => previewKeys(one).map((key) => [key, one] as const)),
    ),
    passed: new Map(),
  }));
  return brought;
}

/** `keys` are call keys, `<span id>:<index>`. */
export function usePreviews(
  { project, trace }: TraceAddress,
  keys: readonly string[],
  passing: Passing = NOTHING_PASSES,
): Previews {
  const client = useTRPCClient();
  const known = useRef(useBrought({ project, trace }));
  const [version, setVersion] = useState(0);
  const [attempt, setAttempt] = useState(0);
  const request = keys.filter((key) => isWanted(known.current, key, passing)).join(',');
  const latest = useRef(passing);
  useEffect(() => {
    latest.current = passing;
    keepPassing(known.current, passing);
  });
  useEffect(() => {
    if (!request) return;
    const abort = new AbortController();
    const load = async (chunk: string[]) => {
      const { partial } = latest.current;
      const calls = chunk.map((key) => key.replace(':', '.')).join(',');
      const found = await client.trace.previews
        .query({ project, trace, calls }, { signal: abort.signal })
        .catch(() => undefined);
      if (abort.signal.aborted) return;
      keepFound(known.current, chunk, { found, partial });
      setVersion((count) => count + 1);
    };
    const timer = setTimeout(
      () => void chunksOf(request.split(',')).map(load),
      known.current.texts.size === 0 ? 0 : DEBOUNCE_MS,
    );
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [client, project, trace, request, attempt]);
  const retry = useCallback(() => {
    const { texts } = known.current;
    for (const [key, preview] of texts) if (preview === 'failed') texts.delete(key);
    setAttempt((count) => count + 1);
  }, []);
  const { growing } = passing;
  // A new object after every change, so that memoized rows render again.
  return useMemo(
    () => (void version, { get: (key: string) => growing.get(key) ?? known.current.texts.get(key), retry }),
    [version, growing, retry],
  );
}
