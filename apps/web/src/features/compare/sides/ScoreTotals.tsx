// How both runs were scored, beside their totals. Two runs without scores have no such line.
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../../lib/requests/trpc.ts';
import { scoreDeltas } from './score-deltas.ts';
import { DeltaTotals } from './DeltaTotals.tsx';
import styles from '../compare.module.css';

export function ScoreTotals({ project, a, b }: { project: string; a: string; b: string }) {
  const { data, error } = useQuery(useTRPC().scores.summaries.queryOptions({ project, traces: [a, b] }));
  if (error) return <p className={styles.quiet}>Scores could not be loaded.</p>;
  const [left, right] = data ?? [];
  return <DeltaTotals label="Scores" deltas={left && right ? scoreDeltas(left, right) : []} />;
}
