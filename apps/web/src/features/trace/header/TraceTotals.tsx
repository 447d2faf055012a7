// The totals of the trace with the hidden share: of all of it, or in time travel of the visible steps.
import { useMemo } from 'react';
import { Duration, Money, Percent, Tokens } from '../../../components/figures/numbers.tsx';
import { SpentLine } from '../../../components/figures/SpentLine.tsx';
import { SumMoney } from '../../../components/steps/SumMoney.tsx';
import { exactCount, percent, plural, shareOf } from '../../../lib/figures/format.ts';
import { hiddenShareOf, isAwaited, nano } from '../../../lib/steps/sentences.ts';
import { sumOf } from '../../../lib/steps/step-sums.ts';
import type { Timeline } from '../../../lib/steps/step-tree.ts';
import { took } from '../../../lib/figures/took.ts';
import type { TraceSummary } from '../data/use-trace.ts';
import { endOf, isOpenEnded, sumsUpTo } from '../time/as-of.ts';
import styles from './header.module.css';

interface TraceTotalsProps {
  summary: TraceSummary;
  timeline: Timeline | undefined;
  /** More spans of the trace may still arrive. */
  live: boolean;
}

/** In time travel: the cost of the visible steps, from the same sums as the step bar. */
export function PastTotals({ timeline, count }: { timeline: Timeline; count: number }) {
  const { steps } = timeline;
  const sum = useMemo(() => sumsUpTo(steps).at(-1) ?? sumOf([]), [steps]);
  const last = steps.slice(-MAX_LOOKED_AT);
  const share = hiddenShareOf(sum);
  const thinking = { estimated: sum.approximate, atLeast: sum.lack !== null || sum.uncounted };
  return (
    <p className={styles.totals}>
      <span>
        as of step {steps.length} of {exactCount(count)}
      </span>
      <Duration {...took(Math.max(...last.map(endOf), 0), last.some(isOpenEnded))} />
      <span>
        <SumMoney sum={sum} />
      </span>
      <span>
        thinking{' '}
        {sum.reasoningCost === null ? (
          <Tokens count={sum.reasoningTokens} atLeast={sum.uncounted} unit="tok" />
        ) : (
          <Money nano={nano(sum.reasoningCost)} {...thinking} />
        )}
      </span>
      {sum.hiddenCost !== null && (
        <span className={sum.hiddenCost > 0 ? styles.hidden : undefined}>
          ▨ hidden <Money nano={nano(sum.hiddenCost)} {...thinking} /> (
          <Percent share={share} />)
        </span>
      )}
    </p>
  );
}

/** The step that ends last is one of the last that started. */
const MAX_LOOKED_AT = 1000;

/** Lists count and filter by steps alone. */
const RUNS_HINT = 'Tool runs that no response in this trace requested: shown as rows, not counted as steps';

export function TraceTotals({ summary, timeline, live }: TraceTotalsProps) {
  const runs = timeline ? uncountedRuns(timeline, summary.steps) : 0;
  const awaited = useAwaited(summary, timeline, live);
  const ofOutput = shareOf(summary.hiddenReasoningTokens, summary.outputTokens);
  const hiddenHint = ofOutput === undefined ? undefined : `${percent(ofOutput)} of the output tokens`;
  const length = (
    <span>
      {plural(summary.steps, 'step')}
      {runs > 0 && <span title={RUNS_HINT}> + {plural(runs, 'run')}</span>}
    </span>
  );
  // Without a model call there is no cost, which is not a cost of zero.
  if (summary.generations + summary.runsCounted === 0)
    return (
      <p className={styles.totals}>
        {length}
        <span className={styles.quiet}>no model call</span>
      </p>
    );
  return (
    <SpentLine spent={{ ...summary, awaited }} hiddenHint={hiddenHint}>
      {length}
    </SpentLine>
  );
}

/**
 * Runs that no response of the trace requested are steps on its page, but lists do not count them: only all calls
 * together show which runs they are.
 */
export function uncountedRuns({ steps }: Timeline, counted: number): number {
  const runs = steps.filter(({ kind }) => kind === 'run').length;
  // While spans arrive, either side may be ahead.
  return Math.max(0, Math.min(runs, steps.length - counted));
}

/** Model calls in progress, which may still report their thinking; 0 when the trace receives no more updates. */
function useAwaited({ open }: TraceSummary, timeline: Timeline | undefined, live: boolean): number {
  return useMemo(() => {
    if (!live) return 0;
    // An upper bound until the steps have loaded.
    if (!timeline) return open;
    return new Set(timeline.steps.filter(isAwaited).map(({ span, key }) => span?.id ?? key)).size;
  }, [open, timeline, live]);
}
