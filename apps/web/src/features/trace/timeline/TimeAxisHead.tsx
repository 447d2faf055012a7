// The scale above the time bars of the rows, its lanes, and what the marks mean.
import { Suspense } from 'react';
import { later } from '../../../lib/later.ts';
import type { SpanTree } from '../time/span-tree.ts';
import styles from './timeline.module.css';

const TimeScale = later(async () => (await import('../time/TimeScale.tsx')).TimeScale);

/** In rem; timeline.module.css has the same value. */
export const AXIS_HEIGHT = 3.75;
/** Labels that fit beside each other on a phone. */
const TICKS = 5;

export function TimeAxisHead({ tree }: { tree: SpanTree }) {
  return (
    <div aria-hidden className={styles.axis}>
      <Suspense>
        <TimeScale tree={tree} ticks={TICKS} />
      </Suspense>
      <span className={styles.axisLegend}>
        <span data-mark="response">model call</span>
        <span data-mark="tool">tool</span>
        <span data-mark="critical" title="The trace takes as long as these take">
          critical path
        </span>
      </span>
    </div>
  );
}
