'use client';
// The queries of the panels. Each panel has its own, so a slow or failed one does not block the others.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { TimeRange } from '../../lib/time/time-range.ts';
import type { SpendCut } from '../../lib/figures/spend-cuts.ts';
import { useTRPC } from '../../lib/requests/trpc.ts';

interface CostsQuery {
  project: string;
  /** undefined until the browser's clock is available. */
  range: TimeRange | undefined;
  timeZone: string;
  q: string;
}

const EPOCH = new Date(0);
const ALONE = { trpc: { context: { alone: true } } };

export function useCosts({ project, range, timeZone, q }: CostsQuery) {
  const trpc = useTRPC().costs;
  const input = { project, timeZone, q, from: range?.from ?? EPOCH, to: range?.to ?? EPOCH };
  const when = { enabled: range !== undefined, placeholderData: keepPreviousData };
  const cut = (by: SpendCut) => ({ ...trpc.cut.queryOptions({ ...input, by }, ALONE), ...when });
  return {
    days: { ...trpc.days.queryOptions(input, ALONE), ...when },
    cut,
    tools: { ...trpc.tools.queryOptions(input, ALONE), ...when },
    topThoughts: { ...trpc.topThoughts.queryOptions(input, ALONE), ...when },
    retries: { ...trpc.retries.queryOptions(input, ALONE), ...when },
    hints: { ...trpc.hints.queryOptions(input, ALONE), ...when },
  };
}

export type Costs = ReturnType<typeof useCosts>;

/** The step of each call in its trace, for links; empty until loaded. */
export function useSteps(project: string, calls: readonly { traceId: string; spanId: string; index: number }[]) {
  // The server's maximum, which is more than the rows a table shows at first.
  const keys = calls.slice(0, 40).map(({ traceId, spanId, index }) => ({ traceId, spanId, index }));
  const options = useTRPC().costs.steps.queryOptions({ project, calls: keys }, ALONE);
  return useQuery({ ...options, enabled: keys.length > 0, staleTime: Infinity }).data ?? [];
}
