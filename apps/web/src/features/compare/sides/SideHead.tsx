// One side in one line: its trace, its sums, and whether it exists and has ended.
import { Link } from '../../../components/controls/Link.tsx';
import { NotReported, Percent } from '../../../components/figures/numbers.tsx';
import { PlainText } from '../../../components/text/PlainText.tsx';
import { RelativeTime } from '../../../components/figures/RelativeTime.tsx';
import { Skeleton } from '../../../components/states/Skeleton.tsx';
import { TotalMoney } from '../../../components/figures/TotalMoney.tsx';
import { exactCount, plural, shareOf } from '../../../lib/figures/format.ts';
import { reportedHidden, totalOf } from '../../../lib/figures/cost-parts.ts';
import { tracePath } from '../../../lib/address/pages.ts';
import { traceTitle } from '../../../lib/traces/trace-title.ts';
import type { Side } from './use-side.ts';
import styles from '../compare.module.css';

interface SideHeadProps {
  project: string;
  letter: 'A' | 'B';
  side: Side;
  onChoose: () => void;
}

export function SideHead({ project, letter, side, onChoose }: SideHeadProps) {
  const { summary, cut, comparedRequests, isMissing, isRunning } = side;
  return (
    <div className={styles.sideHead}>
      <span className={styles.letter}>{letter}</span>
      <div className={styles.sideWords}>
        {summary && <Sums project={project} summary={summary} />}
        {!summary && !isMissing && <Skeleton width="60%" height="0.75rem" />}
        <span role="status">
          {isMissing &&
            `There is no trace ${side.trace.slice(0, 8)}… in this project yet. It appears here when it arrives.`}
          {cut && (
            <span className={styles.cut}>
              <span aria-hidden>┊… </span>only the first {exactCount(cut.kept)} of its {exactCount(cut.of)} spans are
              compared: steps after them may look as if they were not there; its sums are of all{' '}
            </span>
          )}
          {comparedRequests !== undefined && (
            <span className={styles.cut}>
              <span aria-hidden>┊… </span>prompts and offered tools are compared only of the first{' '}
              {exactCount(comparedRequests)} model calls{' '}
            </span>
          )}
          {isRunning && (
            <span className={styles.running}>
              <span aria-hidden>∙∙∙ </span>may still be running: updates by itself
            </span>
          )}
        </span>
      </div>
      <button type="button" className={styles.choose} onClick={onChoose}>
        Change<span className="visually-hidden"> {letter}</span>
      </button>
    </div>
  );
}

function Sums({ project, summary }: { project: string; summary: NonNullable<Side['summary']> }) {
  const { id, models, steps, costs, startedAt, errors } = summary;
  const hidden = reportedHidden(summary);
  return (
    <>
      <Link href={tracePath(project, id)} className={styles.sideTitle}>
        <PlainText text={traceTitle(summary)} />
      </Link>
      <span className={styles.sideSums}>
        <PlainText text={models.join(', ') || 'no model'} /> · <RelativeTime time={startedAt} ago /> ·{' '}
        <TotalMoney of={summary} /> ·{' '}
        <span className={hidden ? styles.hiddenInk : undefined}>
          ▨ {hidden === null ? <NotReported /> : <Percent share={shareOf(hidden, totalOf(costs))} />}
        </span>{' '}
        · {plural(steps, 'step')}
        {errors > 0 && <span className={styles.failed}> · {plural(errors, 'error')}</span>}
      </span>
    </>
  );
}
