// How B differs from A in total: in cost, time, thinking, hidden thinking and errors, in numbers and in percent.
import { duration, exactCount, money, percent } from '../../../lib/figures/format.ts';
import { nano } from '../../../lib/steps/sentences.ts';
import { AMOUNTS } from '../rows/StepDeltas.tsx';
import { totalsOf, type Total } from './totals.ts';
import type { Summary } from './use-side.ts';
import styles from '../compare.module.css';

export function Totals({ a, b }: { a: Summary; b: Summary }) {
  return (
    <section className={styles.totals} aria-label="Totals">
      <dl>
        {totalsOf(a, b).map((total) => (
          <div key={total.name}>
            <dt>{total.name}</dt>
            <dd>
              <b>{changeWords(total)}</b>
              <span className={styles.quiet}>
                {valueWords(total, total.a)} <span aria-hidden>→</span>
                <span className="visually-hidden">to</span> {valueWords(total, total.b)}
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** `+$0.012 (+8 %)`. A change of errors has no percentage, and neither has a change from 0. */
function changeWords({ change, unit, a, b }: Total): string {
  if (typeof a === 'string' || typeof b === 'string') return '—';
  if (a === b) return 'same';
  const sign = b > a ? '+' : '−';
  const amount = `${sign}${AMOUNTS[unit](Math.abs(b - a))}`;
  return change === null || unit === 'count' ? amount : `${amount} (${sign}${percent(Math.abs(change))})`;
}

function valueWords({ unit }: Total, value: number | string): string {
  if (typeof value === 'string') return value;
  if (unit === 'money') return money(nano(value));
  return unit === 'milliseconds' ? duration(value) : exactCount(value);
}
