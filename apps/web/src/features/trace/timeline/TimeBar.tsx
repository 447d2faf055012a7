// The position of a step and its calls in the trace's time, from real timestamps only. Thinking has no timestamps, so
// it gets no bar.
import { timeFromStart } from '../../../lib/figures/format.ts';
import type { CallRow } from '../../../lib/skeleton/skeleton.ts';
import type { Step } from '../../../lib/steps/step-tree.ts';
import type { TimeAxis } from '../time/time-axis.ts';
import styles from './timeline.module.css';

const MOST_CALLS = 6;

interface Bar extends Pick<CallRow, 'start' | 'duration'> {
  key: string;
  spanId: string;
  inferred: boolean;
  isTool: boolean;
}

export function TimeBar({ step, axis }: { step: Step; axis: TimeAxis }) {
  return (
    <div aria-hidden className={styles.time} title={`${timeFromStart(step.start)} after the start`}>
      {barsOf(step).map((bar) => {
        const { left, width } = axis.barOf(bar);
        return (
          <span
            key={bar.key}
            className={bar.isTool ? styles.toolBar : styles.responseBar}
            data-open={bar.duration === null || undefined}
            data-inferred={bar.inferred || undefined}
            data-critical={axis.critical.has(bar.spanId) || undefined}
            style={{ left: `${left * 100}%`, width: `${width * 100}%` }}
          />
        );
      })}
    </div>
  );
}

/** True if one of the step's bars is on the critical path. */
export const isCritical = (step: Step, { critical }: TimeAxis): boolean =>
  barsOf(step).some(({ spanId }) => critical.has(spanId));

function barsOf({ kind, span, start, calls }: Step): Bar[] {
  const bars: Bar[] = [];
  const isRun = kind === 'run';
  if (span)
    bars.push({ key: 'response', spanId: span.id, start, duration: span.duration, inferred: false, isTool: isRun });
  for (const { key, execution } of isRun ? [] : calls.slice(0, MOST_CALLS)) {
    if (!execution || execution.status === 'no_result') continue;
    const { spanId, start: begun, duration: took, durationInferred: inferred } = execution;
    bars.push({ key, spanId, start: begun, duration: took, inferred, isTool: true });
  }
  return bars;
}
