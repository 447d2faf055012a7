'use client';
// Invalidates the queries of a span when it has a newer report: its texts, its payload, its receipt.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { namesOf } from '../../../lib/skeleton/span-names.ts';
import type { SpanRow } from '../../../lib/skeleton/skeleton.ts';
import type { Growth } from './growth.ts';
import { spansWithNewFigures, changedSpans, type SnapshotVersions } from './changed-spans.ts';
import type { TraceAddress } from '../navigation/trace-address.ts';

export function useChangedSpans(
  { trace }: TraceAddress,
  { spans, growth }: { spans: readonly SpanRow[] | undefined; growth: Growth | undefined },
): void {
  const client = useQueryClient();
  const before = useRef<SnapshotVersions>(new Map());
  const rows = useRef<readonly SpanRow[]>([]);
  useEffect(() => {
    if (!spans) return;
    const snapshots = new Map(
      growth?.spans.flatMap(({ spanId, snapshot }) => namesOf(spanId).map((name) => [name, snapshot] as const)),
    );
    const { tellings, changed } = changedSpans(before.current, spans, snapshots);
    before.current = tellings;
    const told = rows.current === spans ? changed : new Set([...changed, ...spansWithNewFigures(rows.current, spans)]);
    rows.current = spans;
    if (told.size === 0) return;
    void client.invalidateQueries({
      predicate: ({ queryKey }) => {
        const { input } = (queryKey[1] ?? {}) as { input?: { trace?: unknown; spanId?: unknown } };
        return input?.trace === trace && typeof input.spanId === 'string' && told.has(input.spanId);
      },
    });
  }, [client, trace, spans, growth]);
}
