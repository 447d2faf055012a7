import type { Rates } from '@subtext/reasoning';
import { Money } from '../../components/figures/numbers.tsx';
import { plural } from '../../lib/figures/format.ts';
import { costAt } from './rates.ts';
import type { UsedModel } from './price-row.ts';
import styles from './prices.module.css';

/** Cost of the last 30 days before and after the change. */
export function PricePreview({ used, rates }: { used: UsedModel; rates: Rates }) {
  const isPriced = used.unpriced < used.generations;
  return (
    <p className={styles.preview} role="status">
      The {plural(used.generations, 'call')} of the last 30 days{' '}
      {isPriced ? (
        <>
          cost <Money nano={used.cost} />
          {used.unpriced > 0 && ` (${plural(used.unpriced, 'call')} not in any total)`}
        </>
      ) : (
        `${used.generations === 1 ? 'has no price and is' : 'have no price and are'} not in any total`
      )}
      ; at these rates{' '}
      <strong>
        <Money nano={costAt(used.tokens, rates)} estimated />
      </strong>
      .
    </p>
  );
}
