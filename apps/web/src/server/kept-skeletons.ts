/**
 * Skeletons as they were sent last, by the version of their trace: making that of a long one takes the database and this process longer than all
 * the rest of a page. Who asks has come through a gate, and the version has been read anew.
 */
import { LRUCache } from 'lru-cache';
import { traceColumns, type Sql, type TraceKey } from '@subtext/db';
import type { Shows } from '../lib/share.ts';
import { encodeColumns } from '../lib/skeleton.ts';
import { sharedColumns } from './share-filter.ts';

export interface Skeleton {
  rows: string;
  spans: number;
}

/** About as many bytes: words of traces that are not Latin take twice as many. */
const MOST_CHARACTERS = 48_000_000;

const kept = new LRUCache<string, Skeleton & { version: string }>({
  maxSize: MOST_CHARACTERS,
  sizeCalculation: ({ rows }) => rows.length,
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

export async function skeletonOf(
  sql: Sql,
  { projectId, traceId }: TraceKey,
  { version, mostSpans, opening, shows }: Wanted,
): Promise<Skeleton> {
  const place = [projectId, traceId, JSON.stringify(shows)].join(' ');
  const known = kept.get(place);
  if (known?.version === version) return known;
  const columns = await traceColumns(sql, { projectId, traceId }, mostSpans);
  // What is not here may begin like what is.
  const isCut = columns.spans.length >= mostSpans;
  const skeleton = {
    rows: encodeColumns(shows ? sharedColumns(columns, shows) : columns, { wholeUntil: isCut ? Infinity : opening }),
    spans: columns.spans.length,
    version,
  };
  kept.set(place, skeleton);
  return skeleton;
}
