// A time axis: its labels, and one lane each for the model calls and the tools.
import { memo, useMemo, type CSSProperties } from 'react';
import { timeFromStart } from '../../../lib/figures/format.ts';
import type { SpanRow } from '../../../lib/skeleton/skeleton.ts';
import { barOf, type SpanTree } from './span-tree.ts';
import styles from './time-scale.module.css';
import { timeTicks } from './time-scale.ts';

const LANES = ['generation', 'tool'] as const;

/** More bars than a lane has pixels would only cost time. */
const MOST_BARS = 1000;

interface TimeScaleProps {
  tree: SpanTree;
  /** The most labels that fit. */
  ticks: number;
}

/** Not drawn again with every row that scrolls into view. */
export const TimeScale = memo(function TimeScale({ tree, ticks }: TimeScaleProps) {
  const length = tree.to - tree.from;
  const lanes = useMemo(() => LANES.map((kind) => ({ kind, spans: spansOf(tree, kind) })), [tree]);
  return (
    <>
      <span aria-hidden className={styles.scale}>
        {timeTicks(length, ticks).map((tick) => (
          <span key={tick} data-tick style={{ '--at': length > 0 ? tick / length : 0 } as CSSProperties}>
            {timeFromStart(tick)}
          </span>
        ))}
      </span>
      {lanes.map(({ kind, spans }) => (
        <span key={kind} aria-hidden className={styles.lane} title={kind === 'tool' ? 'Tools' : 'Model calls'}>
          {spans.map((span) => {
            const { left, width } = barOf(tree, span);
            return (
              <span
                key={span.id}
                data-kind={kind}
                data-open={span.duration === null || undefined}
                style={{ left: `${left * 100}%`, width: `${width * 100}%` }}
              />
            );
          })}
        </span>
      ))}
    </>
  );
});

const spansOf = ({ entries }: SpanTree, kind: (typeof LANES)[number]): SpanRow[] =>
  entries.flatMap(({ span }) => (span?.kind === kind ? [span] : [])).slice(0, MOST_BARS);
