/**
 * Skeletons as they were sent last, by the version of their trace: making that of a long one takes the database and this process longer than all
 * the rest of a page, so it is made once, however many ask at the same time. Who asks has come through a gate, and the version has been read anew.
 */
import { LRUCache } from 'lru-cache';
import { spanColumns, type Sql, type TraceKey } from '@subtext/db';
import type { Shows } from '../lib/share.ts';
import { encodeSpans } from '../lib/skeleton.ts';
import { sharedCalls, sharedSpans } from './share-filter.ts';

export interface Skeleton {
  rows: string;
  spans: number;
  /** Spans that the trace had; those beyond `spans` are beyond what is read of it, or were stored meanwhile. */
  stored: number;
  /** The trace has more spans than are read of it. */
  capped: boolean;
}

/** About as many bytes: words of traces that are not Latin take twice as many. */
const MOST_CHARACTERS = 48_000_000;

interface Store {
  kept: LRUCache<string, Skeleton & { version: string }>;
  /** Those that are being made, by place and version. */
  making: Map<string, Promise<Skeleton>>;
}

// On globalThis, because a build gives pages and routes each a module of their own, and what a page has made a route is asked for.
const holder = globalThis as typeof globalThis & { subtextSkeletons?: Store };

const store = (): Store =>
  (holder.subtextSkeletons ??= {
    kept: new LRUCache({ maxSize: MOST_CHARACTERS, sizeCalculation: ({ rows }) => rows.length }),
    making: new Map(),
  });

interface Wanted {
  /** Was read before: what is stored meanwhile makes another one. */
  version: string;
  mostSpans: number;
  /** Spans that a page comes with: it goes on with the names that it has. */
  opening: number;
  /** What a share link shows; without it all. */
  shows?: Shows;
}

export function skeletonOf(sql: Sql, key: TraceKey, wanted: Wanted): Promise<Skeleton> {
  const { version, shows } = wanted;
  const { kept, making } = store();
  const place = [key.projectId, key.traceId, JSON.stringify(shows)].join(' ');
  const known = kept.get(place);
  if (known?.version === version) return Promise.resolve(known);
  const name = `${place} ${version}`;
  const begun = making.get(name);
  if (begun) return begun;
  const made = make(sql, key, wanted)
    .then((skeleton) => {
      kept.set(place, { ...skeleton, version });
      return skeleton;
    })
    .finally(() => making.delete(name));
  making.set(name, made);
  return made;
}

async function make(sql: Sql, key: TraceKey, { mostSpans, opening, shows }: Wanted): Promise<Skeleton> {
  const { spans, stored, calls: reading } = await spanColumns(sql, key, mostSpans);
  const encode = encodeSpans(shows ? sharedSpans(spans, shows) : spans);
  const calls = await reading;
  // What is not here may begin like what is.
  const capped = spans.length >= mostSpans && stored > spans.length;
  const rows = encode(shows ? sharedCalls(calls, shows) : calls, { wholeUntil: capped ? Infinity : opening });
  return { rows, spans: spans.length, stored, capped };
}
