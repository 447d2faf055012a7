import { Button } from '../../components/controls/Button.tsx';
import { Money } from '../../components/figures/numbers.tsx';
import { PlainText } from '../../components/text/PlainText.tsx';
import { NumberCell, RowActions, RowHead, SettingsTable } from '../../components/settings/SettingsPage.tsx';
import { Tag } from '../../components/text/Tag.tsx';
import { exactCount, NO_PRICE } from '../../lib/figures/format.ts';
import { rateWords } from './rates.ts';
import type { PriceRow } from './price-row.ts';
import numbers from '../../components/figures/numbers.module.css';
import styles from './prices.module.css';

interface PricesTableProps {
  rows: readonly PriceRow[];
  isCapped: boolean;
  mayChange: boolean;
  onSet: (row: PriceRow) => void;
  onOwn: (row: PriceRow) => void;
}

const HEADS = [
  'Model',
  'Provider',
  ...['Input', 'Cached', 'Output', 'Thinking'].map((number) => ({ number })),
  'From',
  ...['Calls', 'Cost'].map((number) => ({ number })),
];

export function PricesTable({ rows, isCapped, mayChange, onSet, onOwn }: PricesTableProps) {
  return (
    <>
      <SettingsTable label="Prices" heads={HEADS}>
        {rows.map((row) => (
          <tr key={`${row.provider} ${row.model}`}>
            <RowHead>
              <PlainText text={row.model} />
            </RowHead>
            <td>
              <PlainText text={row.provider} />
            </td>
            <Rate rate={row.rates?.inputRate} />
            <Rate rate={row.rates?.cacheReadRate} />
            <Rate rate={row.rates?.outputRate} />
            <Rate rate={row.rates?.reasoningRate} otherwise={row.rates ? 'as output' : undefined} />
            <td>
              <From row={row} onOwn={onOwn} />
            </td>
            <NumberCell>
              <Calls row={row} />
            </NumberCell>
            <NumberCell>{row.used ? <Cost row={row} /> : '—'}</NumberCell>
            <RowActions>
              {mayChange && (
                <Button look="quiet" onClick={() => onSet(row)} aria-label={`Set a price for ${row.model}`}>
                  Set…
                </Button>
              )}
            </RowActions>
          </tr>
        ))}
      </SettingsTable>
      <p className={styles.note}>
        Dollars for a million tokens; calls and cost of the last 30 days.{' '}
        {isCapped && 'The 200 models that cost most are shown.'}
      </p>
    </>
  );
}

function Rate({ rate, otherwise = '—' }: { rate: number | null | undefined; otherwise?: string | undefined }) {
  return <NumberCell>{rate == null ? <span className={styles.faint}>{otherwise}</span> : rateWords(rate)}</NumberCell>;
}

function From({ row, onOwn }: { row: PriceRow; onOwn: (row: PriceRow) => void }) {
  const listed = row.used?.listed;
  if (row.own.length > 0)
    return (
      <span className={styles.own}>
        <Button look="quiet" onClick={() => onOwn(row)} aria-label={`Own prices of ${row.model}`}>
          {row.from === 'own' ? 'your own…' : 'yours, later…'}
        </Button>
      </span>
    );
  if (row.from === 'none') return <Tag tone="error">{NO_PRICE}</Tag>;
  if (row.from === 'unasked')
    return (
      <span className={styles.faint} title="Each call reported its own cost or used no tokens, so no price was needed.">
        not needed yet
      </span>
    );
  return (
    <span title={`${listed?.source ?? ''}: ${listed?.matchedModel ?? ''}`}>
      list of <time className={numbers.date}>{listed?.asOf}</time>
    </span>
  );
}

function Calls({ row: { used } }: { row: PriceRow }) {
  if (!used) return '0';
  const { generations, unpriced } = used;
  return unpriced > 0 ? `${exactCount(generations)}, ${exactCount(unpriced)} unpriced` : exactCount(generations);
}

/** When no call has a price, the sum has no meaning. */
function Cost({ row: { used } }: { row: PriceRow }) {
  return <Money nano={used && used.unpriced < used.generations ? used.cost : null} />;
}
