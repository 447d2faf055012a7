// The last line: how B differs from A in cost, thinking, hidden thinking, duration and errors, in percent and in
// numbers.
import { duration, exactCount, money, percent } from '../../../lib/figures/format.ts';
import { nano } from '../../../lib/steps/sentences.ts';
import { totalsOf, type Total } from './totals.ts';
import type { Summary } from './use-side.ts';
import styles from '../compare.module.css';

export function Totals({ a, b }: { a: Summary; b: Summary }) {
  return (
    <section className={styles.totals} aria-label="Totals">
      <h2>Totals</h2>
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

function changeWords({ change, unit, a, b }: Total): string {
  // A change of errors is not shown in percent, and a change from 0 has no percentage.
  if (change === null)
    return typeof a === 'string' || typeof b === 'string' ? '—' : unit === 'count' ? `+${exactCount(b)}` : 'new';
  if (change === 0) return 'same';
  return `${change > 0 ? '+' : '−'}${percent(Math.abs(change))}`;
}

function valueWords({ unit }: Total, value: number | string): string {
  if (typeof value === 'string') return value;
  if (unit === 'money') return money(nano(value));
  return unit === 'milliseconds' ? duration(value) : exactCount(value);
}
