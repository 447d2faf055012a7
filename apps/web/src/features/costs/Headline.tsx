// The sentence of the dashboard: what was spent, how much of it was thinking, and how much of that nobody could read.
import { Money, Percent, Tokens } from '../../components/numbers.tsx';
import styles from './costs.module.css';
import { Share } from './Share.tsx';
import type { Spend, SpendUnit } from './spend.ts';

export function Amount({ value, unit }: { value: bigint; unit: SpendUnit }) {
  return unit === 'usd' ? <Money nano={value} /> : <Tokens count={value} />;
}

export function Headline({ spend, unit }: { spend: Spend; unit: SpendUnit }) {
  const { parts } = spend;
  return (
    <dl className={styles.headline}>
      <div>
        <dt>{unit === 'usd' ? 'Spend' : 'Tokens'}</dt>
        <dd>
          <Amount value={spend.total} unit={unit} />
        </dd>
      </div>
      <div>
        <dt>Thinking</dt>
        <dd>
          <Amount value={spend.thinking} unit={unit} />{' '}
          <small>
            <Share share={spend.thinkingShare} calls={spend.generations} />
          </small>
        </dd>
      </div>
      <div className={styles.hidden}>
        <dt>
          <span aria-hidden>▨ </span>Hidden
        </dt>
        <dd>
          <Amount value={spend.hidden} unit={unit} />{' '}
          <small>
            <Share share={spend.hiddenShare} calls={spend.generations} />
          </small>
        </dd>
        <dd className={styles.note}>
          summary only <Amount value={parts.summary} unit={unit} /> · no text{' '}
          <Amount value={parts.noText} unit={unit} />
        </dd>
      </div>
      <div>
        <dt>Coverage</dt>
        <dd>
          <Percent share={spend.coverage} />
        </dd>
        <dd className={styles.note}>of model calls report thinking tokens</dd>
      </div>
    </dl>
  );
}
