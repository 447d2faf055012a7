/**
 * A cache of skeletons, by the version of their trace: building one for a long trace takes longer than all the rest of
 * its page, so it is built once for concurrent requests. Callers check access and read the current version first.
 */
import type { TraceKey } from '@subtext/db';
import { LRUCache } from 'lru-cache';
import type { LargeReads } from '../large-reads/large-reads.ts';
import type { Skeleton, SkeletonInput } from '../large-reads/reads.ts';
import { SharedValues } from '../large-reads/shared-values.ts';

/** About as many bytes; non-Latin texts take twice as many. */
const MAX_CHARACTERS = 48_000_000;

interface Store {
  kept: LRUCache<string, Skeleton & { version: string }>;
  making: SharedValues<Skeleton>;
}

// On globalThis, because a build gives pages and routes separate modules, and a route serves what a page has built.
const holder = globalThis as typeof globalThis & { subtextSkeletons?: Store };

const store = (): Store =>
  (holder.subtextSkeletons ??= {
    kept: new LRUCache({ maxSize: MAX_CHARACTERS, sizeCalculation: ({ rows }) => rows.length }),
    making: new SharedValues(),
  });

interface SkeletonRequest extends SkeletonInput {
  /** Read before the rows, because spans that are stored meanwhile make a new version. */
  version: string;
  /** Aborts when the client leaves. */
  signal?: AbortSignal | undefined;
}

/** @throws BusyError when too many reads wait. */
export async function skeletonOf(reads: LargeReads, key: TraceKey, wanted: SkeletonRequest): Promise<Skeleton> {
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
