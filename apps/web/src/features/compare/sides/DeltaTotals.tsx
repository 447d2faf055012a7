// What differs between both runs, one line for each name, beside their totals. Nothing when nothing differs.
import { PlainText } from '../../../components/text/PlainText.tsx';
import styles from '../compare.module.css';

interface DeltaTotalsProps {
  label: string;
  deltas: readonly { name: string; a: string; b: string; change: string }[];
}

export function DeltaTotals({ label, deltas }: DeltaTotalsProps) {
  if (deltas.length === 0) return null;
  return (
    <section className={styles.totals} aria-label={label}>
      <dl>
        {deltas.map(({ name, a, b, change }) => (
          <div key={name}>
            <dt>
              <PlainText text={name} />
            </dt>
            <dd>
              <b>{change}</b>
              <span className={styles.quiet}>
                <PlainText text={a} /> <span aria-hidden>→</span>
                <span className="visually-hidden">to</span> <PlainText text={b} />
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
