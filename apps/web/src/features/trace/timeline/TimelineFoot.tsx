'use client';
// The lines below the last row: steps that are loading or could not be loaded, and those that time travel hides.
import { ErrorState } from '../../../components/states/ErrorState.tsx';
import { plural } from '../../../lib/figures/format.ts';
import { wayWords } from '../../../lib/keyboard/key-words.ts';
import { useIsMac, useWay } from '../../../lib/keyboard/use-key-words.ts';
import type { TimeTravel } from '../time/use-time-travel.ts';
import styles from './timeline.module.css';

export interface LostSteps {
  error: unknown;
  onRetry: () => void;
}

interface TimelineFootProps {
  /** Number of steps that have not loaded yet. */
  coming: number;
  /** Why they could not be loaded. */
  lost: LostSteps | undefined;
  travel: TimeTravel | undefined;
}

export function TimelineFoot({ coming, lost, travel }: TimelineFootProps) {
  return (
    <>
      {coming > 0 && <Coming count={coming} lost={lost} />}
      {travel && travel.at !== null && <LaterSteps hidden={travel.count - travel.at} onLeave={travel.leave} />}
    </>
  );
}

function Coming({ count, lost }: { count: number; lost: LostSteps | undefined }) {
  const steps = plural(count, 'more step');
  if (!lost) return <p className={styles.later}>Loading {steps}…</p>;
  return (
    <div className={styles.lost}>
      <ErrorState inline title={`${steps} could not be loaded.`} {...lost} />
    </div>
  );
}

/** In time travel, one line stands for all later steps. */
function LaterSteps({ hidden, onLeave }: { hidden: number; onLeave: () => void }) {
  const way = useWay('last');
  const mac = useIsMac();
  return (
    <p className={styles.later}>
      <button type="button" onClick={onLeave}>
        {hidden === 0 ? 'No later step' : `${plural(hidden, 'later step')} hidden`} ·{' '}
        {way === undefined ? 'return' : `${wayWords(way, mac)} to return`}
      </button>
    </p>
  );
}
