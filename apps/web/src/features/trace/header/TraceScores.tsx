// The scores of the trace. Their code loads after the page.
import { Suspense } from 'react';
import { later } from '../../../lib/later.ts';
import type { TraceAddress } from '../navigation/trace-address.ts';
import styles from './facts.module.css';

const ScoreLine = later(async () => (await import('../scores/ScoreLine.tsx')).ScoreLine);

export const TraceScores = ({ address }: { address: TraceAddress }) => (
  <div className={styles.scores}>
    <Suspense>
      <ScoreLine address={address} />
    </Suspense>
  </div>
);
