// The position of a step and its calls in the trace's time, from real timestamps only. Thinking has no timestamps, so
// it gets no bar.
import { duration } from '../../../lib/figures/format.ts';
import type { Step } from '../../../lib/steps/step-tree.ts';
import styles from './timeline.module.css';

export function TimeBar({ step, span }: { step: Step; span: number }) {
  const bars = [
    ...(step.span
      ? [{ key: 'response', start: step.start, length: step.span.duration, tool: step.kind === 'run' }]
      : []),
    ...step.calls
      .slice(0, 6)
      .flatMap((call) =>
        call.execution && step.kind !== 'run'
          ? [{ key: call.key, start: call.execution.start, length: call.execution.duration, tool: true }]
          : [],
      ),
  ];
  return (
    <div aria-hidden className={styles.time} title={`${duration(Math.max(0, step.start))} after the start`}>
      {bars.map(({ key, start, length, tool }) => {
        // Clocks may differ, so a bar is clamped to the trace. Without an end, it extends to the last known timestamp.
        const left = Math.min(Math.max(start / span, 0), 1);
        const width = length === null ? 1 - left : Math.min(length / span, 1 - left);
        return (
          <span
            key={key}
            className={tool ? styles.toolBar : styles.responseBar}
            data-open={length === null || undefined}
            style={{ left: `${left * 100}%`, width: `${width * 100}%` }}
          />
        );
      })}
    </div>
  );
}
