// How both runs were scored, beside their totals. Two runs without scores have no such line.
import { useQuery } from '@tanstack/react-query';
import { PlainText } from '../../../components/text/PlainText.tsx';
import { useTRPC } from '../../../lib/requests/trpc.ts';
import { scoreDeltas } from './score-deltas.ts';
import styles from '../compare.module.css';

export function ScoreTotals({ project, a, b }: { project: string; a: string; b: string }) {
  const { data, error } = useQuery(useTRPC().scores.summaries.queryOptions({ project, traces: [a, b] }));
  if (error) return <p className={styles.quiet}>Scores could not be loaded.</p>;
  const [left, right] = data ?? [];
  const deltas = left && right ? scoreDeltas(left, right) : [];
  if (deltas.length === 0) return null;
  return (
    <section className={styles.totals} aria-label="Scores">
      <dl>
        {deltas.map(({ name, a: valueA, b: valueB, change }) => (
          <div key={name}>
            <dt>
              <PlainText text={name} />
            </dt>
            <dd>
              <b>{change}</b>
              <span className={styles.quiet}>
                <PlainText text={valueA} /> <span aria-hidden>→</span>
                <span className="visually-hidden">to</span> <PlainText text={valueB} />
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
