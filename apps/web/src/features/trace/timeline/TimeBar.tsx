// The position of a step and its calls in the trace's time, from real timestamps only. Thinking has no timestamps, so
// it gets no bar.
import { duration } from '../../../lib/figures/format.ts';
import type { CallRow } from '../../../lib/skeleton/skeleton.ts';
import type { Step } from '../../../lib/steps/step-tree.ts';
import styles from './timeline.module.css';

export function TimeBar({ step, span }: { step: Step; span: number }) {
  const bars = [
    ...(step.span
      ? [{ key: 'response', start: step.start, length: step.span.duration, inferred: false, tool: step.kind === 'run' }]
      : []),
    ...step.calls
      .slice(0, 6)
      .flatMap((call) =>
        call.execution && call.execution.status !== 'no_result' && step.kind !== 'run'
          ? [{ ...timeOf(call.execution), key: call.key, tool: true }]
          : [],
      ),
  ];
  return (
    <div aria-hidden className={styles.time} title={`${duration(Math.max(0, step.start))} after the start`}>
      {bars.map(({ key, start, length, inferred, tool }) => {
        // Clocks may differ, so a bar is clamped to the trace. Without an end, it extends to the last known timestamp.
        const left = Math.min(Math.max(start / span, 0), 1);
        const width = length === null ? 1 - left : Math.min(length / span, 1 - left);
        return (
          <span
            key={key}
            className={tool ? styles.toolBar : styles.responseBar}
            data-open={length === null || undefined}
            data-inferred={inferred || undefined}
            style={{ left: `${left * 100}%`, width: `${width * 100}%` }}
          />
        );
      })}
    </div>
  );
}

const timeOf = ({ start, duration: length, durationInferred: inferred }: CallRow) => ({ start, length, inferred });
