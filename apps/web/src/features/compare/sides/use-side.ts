'use client';
// One side of the comparison: sums, steps and argument names, reloaded when new spans arrive.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { isNotFound } from '../../../lib/requests/is-not-found.ts';
import { namesOf } from '../../../lib/skeleton/span-names.ts';
import { hasError } from '../../../lib/steps/sentences.ts';
import type { Step } from '../../../lib/steps/step-tree.ts';
import { useYoung } from '../../../lib/live/use-fresh.ts';
import { decodeSkeleton } from '../../../lib/skeleton/skeleton.ts';
import { buildSteps } from '../../../lib/steps/build-steps.ts';
import { useTRPC, type RouterOutputs } from '../../../lib/requests/trpc.ts';
import type { ComparedStep } from '../diff/align.ts';
export type Summary = RouterOutputs['trace']['summary'];

export interface Side {
  trace: string;
  summary: Summary | undefined;
  /** The steps that are compared. */
  steps: readonly Step[] | undefined;
  compared: readonly ComparedStep[] | undefined;
  /** Set when the trace has more spans than are loaded: only the first ones are compared. */
  cut: { kept: number; of: number } | undefined;
  isMissing: boolean;
  isRunning: boolean;
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
  const { spans: stored, open } = summary.data ?? {};
  const rest = { enabled: stored !== undefined, staleTime: Infinity };
  const alone = { trpc: { context: { alone: true } } };
  const skeleton = useQuery({ ...trpc.trace.skeleton.queryOptions(address, alone), ...rest });
  const given = useQuery({ ...trpc.compare.arguments.queryOptions(address, alone), ...rest });
  useAgainOnNews({ stored, open }, skeleton.refetch, given.refetch);
  const rows = skeleton.data?.rows;
  const steps = useMemo(() => (rows === undefined ? undefined : readSteps(rows)), [rows]);
  const named = given.data;
  const compared = useMemo(
    () => (steps && named !== undefined ? comparedSteps(steps, named) : undefined),
    [steps, named],
  );
  const failed = [summary, skeleton, given].find((query) => query.error && !query.data);
  return {
    trace,
    summary: summary.data,
    steps,
    compared,
    cut: cutOf(skeleton.data, summary.data),
    isMissing: isNotFound(summary.error),
    isRunning,
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

type ArgumentsOfCall = [key: string, names: string[] | null, value: number];

function comparedSteps(steps: readonly Step[], text: string): ComparedStep[] {
  const told = JSON.parse(text) as ArgumentsOfCall[];
  const known = new Map(told.flatMap((one) => namesOf(one[0]).map((key) => [key, one] as const)));
  return steps.map((step) => ({
    kind: step.kind,
    failed: hasError(step),
    calls: (step.kind === 'calls' || step.kind === 'run' ? step.calls : []).map((call) => {
      const [, names = null, value = null] = known.get(call.key) ?? [];
      return { tool: call.tool, names, value, failed: call.status === 'error' };
    }),
  }));
}

/** Leaves out nested model calls: whether they are reported depends on the instrumentation, not on what the run did. */
export const readSteps = (skeleton: string): Step[] =>
  buildSteps(decodeSkeleton(skeleton)).steps.filter(({ isWithin }) => !isWithin);
