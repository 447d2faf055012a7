'use client';
// The values of a field among the traces that match a filter and a range, for the menu of a FilterBar.
import { useMemo } from 'react';
import { useTRPCClient } from '../../lib/requests/trpc.ts';
import type { FacetLoader } from './facets.ts';

export function useFacets(project: string, { q, range }: { q: string; range: string }): FacetLoader {
  const client = useTRPCClient();
  return useMemo(
    () => ({
      key: JSON.stringify([project, q, range]),
      load: async (field) => {
        const { values, traces, capped } = await client.traces.facets.query({ project, q, range, field });
        return { values, ofNewest: capped ? traces : null };
      },
    }),
    [client, project, q, range],
  );
}
