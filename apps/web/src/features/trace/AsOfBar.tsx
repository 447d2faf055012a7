// Where one is in the trace, and what had been paid up to there.
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react';
import { useMemo } from 'react';
import { Button, IconButton } from '../../components/Button.tsx';
import { Money, Tokens } from '../../components/numbers.tsx';
import { percent, plural, shareOf } from '../../lib/format.ts';
import { nano } from '../../lib/steps/sentences.ts';
import { sumOf, type Sum } from '../../lib/steps/step-sums.ts';
import type { Step, Timeline } from '../../lib/steps/step-tree.ts';
import type { useMoves, useSelection } from './use-selection.ts';
import styles from './page.module.css';

interface AsOfBarProps {
  timeline: Timeline | undefined;
  selected: Step | undefined;
  /** Steps that came since the last one was looked at. */
  fresh: number;
  moves: ReturnType<typeof useMoves>;
  select: ReturnType<typeof useSelection>['select'];
}

export function AsOfBar({ timeline, selected, fresh, moves, select }: AsOfBarProps) {
  const sums = useMemo(() => prefixSums(timeline?.steps ?? []), [timeline]);
  if (!timeline || !selected) return <footer className={styles.asOf} />;
  const { number } = selected;
  const sum = sums[number - 1];
  const to = (index: number) => select(timeline.steps[index]);
  const count = timeline.steps.length;
  return (
    <footer className={styles.asOf}>
      <span role="group" aria-label="Steps" className={styles.stepper}>
        <IconButton label="First step" disabled={number === 1} onClick={moves.first}>
          <ChevronFirst size={14} aria-hidden />
        </IconButton>
        <IconButton label="Previous step" disabled={number === 1} onClick={() => to(number - 2)}>
          <ChevronLeft size={14} aria-hidden />
        </IconButton>
        <span className={styles.position}>
          {number} / {count}
        </span>
        <IconButton label="Next step" disabled={number === count} onClick={() => to(number)}>
          <ChevronRight size={14} aria-hidden />
        </IconButton>
        <IconButton label="Last step" disabled={number === count} onClick={() => to(count - 1)}>
          <ChevronLast size={14} aria-hidden />
        </IconButton>
      </span>
      <span role="status">
        {fresh > 0 && (
          <Button look="primary" onClick={moves.last}>
            {plural(fresh, 'new step')}, follow (L)
          </Button>
        )}
      </span>
      {sum && <Paid sum={sum} number={number} context={selected.span?.inputTokens ?? null} />}
    </footer>
  );
}

function Paid({ sum, number, context }: { sum: Sum; number: number; context: number | null }) {
  const hidden =
    sum.hiddenCost === null || sum.reasoningCost === null
      ? undefined
      : shareOf(nano(sum.hiddenCost), nano(sum.reasoningCost));
  return (
    <span className={styles.asOfText}>
      as of step {number}: <Money nano={sum.cost === null ? null : nano(sum.cost)} /> · thinking{' '}
      <Tokens count={sum.reasoningTokens} unit="tok" />
      {hidden !== undefined && hidden > 0 && (
        <span className={styles.hidden}>, ▨ {hidden === 1 ? 'all' : percent(hidden)} hidden</span>
      )}
      {context !== null && (
        <>
          {' '}
          · context <Tokens count={context} unit="tok" />
        </>
      )}
    </span>
  );
}

function prefixSums(steps: readonly Step[]): Sum[] {
  let sum = sumOf([]);
  return steps.map((step) => (sum = sumOf([sum, step.paid])));
}
