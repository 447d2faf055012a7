/**
 * A cache of skeletons, by the version of their trace: that of a long trace takes longer than all the rest of its page,
 * so it is made once for all requests at the same time. Callers have checked access and read the version anew.
 */
import type { TraceKey } from '@subtext/db';
import { LRUCache } from 'lru-cache';
import type { LargeReads } from './large-reads/large-reads.ts';
import type { Skeleton, SkeletonInput } from './large-reads/reads.ts';
import { SharedValues } from './large-reads/shared-values.ts';

/** About as many bytes: words of traces that are not Latin take twice as many. */
const MOST_CHARACTERS = 48_000_000;

interface Store {
  kept: LRUCache<string, Skeleton & { version: string }>;
  making: SharedValues<Skeleton>;
}

// On globalThis, because a build gives pages and routes each a module of their own, and what a page has made a route is
// asked for.
const holder = globalThis as typeof globalThis & { subtextSkeletons?: Store };

const store = (): Store =>
  (holder.subtextSkeletons ??= {
    kept: new LRUCache({ maxSize: MOST_CHARACTERS, sizeCalculation: ({ rows }) => rows.length }),
    making: new SharedValues(),
  });

interface Wanted extends SkeletonInput {
  /** Was read before: what is stored meanwhile makes another one. */
  version: string;
  /** Aborts when the client leaves. */
  signal?: AbortSignal | undefined;
}

/** @throws BusyError when too many reads wait. */
export async function skeletonOf(reads: LargeReads, key: TraceKey, wanted: Wanted): Promise<Skeleton> {
  const { version, signal, ...input } = wanted;
  const { kept, making } = store();
  const place = [key.projectId, key.traceId, JSON.stringify(input.shows)].join(' ');
  const known = kept.get(place);
  if (known?.version === version) return known;
  return making.get(`${place} ${version}`, signal, async (left) => {
    const skeleton = await reads.value('skeleton', key, { input, signal: left });
    kept.set(place, { ...skeleton, version });
    return skeleton;
  });
}
