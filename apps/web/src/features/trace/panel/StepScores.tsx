// The scores of the step. Their code loads after the page.
import { Suspense } from 'react';
import { later } from '../../../lib/later.ts';
import { hasText } from '../../../lib/steps/sentences.ts';
import { spanIdsOf } from '../../../lib/steps/step-spans.ts';
import type { Step } from '../../../lib/steps/step-tree.ts';
import { useSharedTrace } from '../../../lib/traces/shared-trace.ts';
import type { TraceAddress } from '../navigation/trace-address.ts';
import styles from './panel.module.css';

const ScoreLine = later(async () => (await import('../scores/ScoreLine.tsx')).ScoreLine);

export function StepScores({ address, step }: { address: TraceAddress; step: Step }) {
  const spanIds = spanIdsOf(step);
  if (useSharedTrace() || spanIds.length === 0) return null;
  return (
    <div className={styles.scores}>
      <Suspense>
        <ScoreLine key={step.key} address={address} place={{ spanIds, hasThought: hasText(step.thought) }} />
      </Suspense>
    </div>
  );
}
