'use client';
// For hidden thinking that was paid for: the setting that would have shown it, and what that costs.
import { useQuery } from '@tanstack/react-query';
import { money } from '../../../lib/figures/format.ts';
import { nano } from '../../../lib/steps/sentences.ts';
import { useTRPC } from '../../../lib/requests/trpc.ts';
import type { Step } from '../../../lib/steps/step-tree.ts';
import type { TraceAddress } from '../navigation/trace-address.ts';
import styles from './panel.module.css';

const UNREAD: ReadonlySet<string> = new Set(['encrypted', 'withheld', 'redacted']);

/** What the hidden thinking cost. */
function paidWords({ paid }: Step): string | null {
  if (!paid?.reasoningCost) return null;
  return `${paid.approximate ? 'About ' : ''}${money(nano(paid.reasoningCost))} was paid for it here.`;
}

export function StepHint({ address, step }: { address: TraceAddress; step: Step }) {
  const trpc = useTRPC();
  const spanId = step.span?.id;
  const { data } = useQuery({
    ...trpc.trace.hint.queryOptions({ ...address, spanId: spanId ?? '' }),
    enabled: spanId !== undefined && UNREAD.has(step.thought.state),
    staleTime: Infinity,
  });
  if (!data) return null;
  return (
    <aside className={styles.hint} aria-label="How to see this thinking">
      <p>{data.title}</p>
      {data.change !== null && <code>{data.change}</code>}
      <p className={styles.quiet}>
        {[data.costNote, paidWords(step), data.caution].filter((note) => note !== null).join(' ')}
      </p>
    </aside>
  );
}
