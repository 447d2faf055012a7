'use client';
// The values of a field among the traces that match a filter and a range, for the menu and the completion of a
// FilterBar.
import { useMemo } from 'react';
import { useTRPCClient } from '../../lib/requests/trpc.ts';
import type { FacetLoader } from './facets.ts';

export function useFacets(project: string, { q, range }: { q: string; range: string }): FacetLoader {
  const client = useTRPCClient();
  return useMemo(
    () => ({
      scope: JSON.stringify([project, range]),
      q,
      load: async (field, among) => {
        const { values, traces, capped } = await client.traces.facets.query({ project, range, field, ...among });
        return { values, ofNewest: capped ? traces : null };
      },
    }),
    [client, project, q, range],
  );
}
