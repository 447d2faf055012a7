// What the checks found in both runs, beside their totals. Two runs without findings have no such line.
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../../lib/requests/trpc.ts';
import { checkDeltas } from './check-deltas.ts';
import { DeltaTotals } from './DeltaTotals.tsx';
import styles from '../compare.module.css';

export function CheckTotals({ project, a, b }: { project: string; a: string; b: string }) {
  const { data, error } = useQuery(useTRPC().traces.checks.queryOptions({ project, traces: [a, b] }));
  if (error) return <p className={styles.quiet}>What the checks found could not be loaded.</p>;
  const [left, right] = data ?? [];
  return <DeltaTotals label="Checks" deltas={left && right ? checkDeltas(left, right) : []} />;
}
