'use client';
// One side of the comparison: sums, steps and digests of texts, reloaded when new spans arrive.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { isNotFound } from '../../../lib/requests/is-not-found.ts';
import type { Step } from '../../../lib/steps/step-tree.ts';
import { quietLimit } from '../../../lib/live/quiet-limit.ts';
import { useYoung } from '../../../lib/live/use-fresh.ts';
import { useTRPC, type RouterOutputs } from '../../../lib/requests/trpc.ts';
import type { ComparedStep } from '../../../lib/compare/align.ts';
import { comparedSteps, readSteps, type ComparedTrace } from '../../../lib/compare/compared-steps.ts';
export type Summary = RouterOutputs['trace']['summary'];

export interface Side {
  trace: string;
  summary: Summary | undefined;
  /** The steps that are compared. */
  steps: readonly Step[] | undefined;
  compared: readonly ComparedStep[] | undefined;
  /** Set when the trace has more spans than are loaded: only the first ones are compared. */
  cut: { kept: number; of: number } | undefined;
  /** Set when the trace has more model calls than those whose prompts and offered tools are compared. */
  comparedRequests: number | undefined;
  isMissing: boolean;
  isRunning: boolean;
  /** It ended with an error, as in the list. */
  hasFailed: boolean;
  error: unknown;
  retry: () => void;
  /** Reloads the sums, which include new spans first. */
  ask: () => Promise<unknown>;
}

export function useSide(project: string, trace: string): Side {
  const trpc = useTRPC();
  const address = { project, trace };
  const summary = useQuery(trpc.trace.summary.queryOptions(address));
  const isRunning = useYoung(summary.data, summary.dataUpdatedAt);
  const isAwaited = useYoung(summary.data, summary.dataUpdatedAt, summary.data && quietLimit(summary.data));
  const { spans: stored, open } = summary.data ?? {};
  const rest = { enabled: stored !== undefined, staleTime: Infinity };
  const alone = { trpc: { context: { alone: true } } };
  const skeleton = useQuery({ ...trpc.trace.skeleton.queryOptions(address, alone), ...rest });
  const given = useQuery({ ...trpc.compare.digests.queryOptions(address, alone), ...rest });
  useAgainOnNews({ stored, open }, skeleton.refetch, given.refetch);
  const rows = skeleton.data?.rows;
  const steps = useMemo(() => (rows === undefined ? undefined : readSteps(rows)), [rows]);
  const digests = useMemo(
    () => (given.data === undefined ? undefined : (JSON.parse(given.data) as ComparedTrace)),
    [given.data],
  );
  const compared = useMemo(() => (steps && digests ? comparedSteps(steps, digests) : undefined), [steps, digests]);
  const failed = [summary, skeleton, given].find((query) => query.error && !query.data);
  return {
    trace,
    summary: summary.data,
    steps,
    compared,
    cut: cutOf(skeleton.data, summary.data),
    comparedRequests: digests?.areRequestsCut ? digests.requests.length : undefined,
    isMissing: isNotFound(summary.error),
    isRunning,
    hasFailed: !isAwaited && summary.data !== undefined && summary.data.errors > 0 && !summary.data.recovered,
    error: isNotFound(failed?.error) ? null : (failed?.error ?? null),
    retry: () => void failed?.refetch(),
    ask: summary.refetch,
  };
}

type Skeleton = RouterOutputs['trace']['skeleton'];

/** The sums include spans that came after the skeleton was loaded. */
function cutOf(skeleton: Skeleton | undefined, summary: Summary | undefined): Side['cut'] {
  if (!skeleton?.capped) return undefined;
  return { kept: skeleton.spans, of: Math.max(skeleton.stored, summary?.spans ?? 0) };
}

/** Reloads when the sums, which include new spans and ends first, have changed. */
function useAgainOnNews(
  { stored, open }: { stored: number | undefined; open: number | undefined },
  ...again: (() => Promise<unknown>)[]
): void {
  const known = useRef({ stored, open });
  useEffect(() => {
    const { stored: before = Infinity, open: openBefore = 0 } = known.current;
    if (stored !== undefined && open !== undefined && (stored > before || open < openBefore))
      for (const ask of again) void ask();
    known.current = { stored, open };
  }, [stored, open]);
}
