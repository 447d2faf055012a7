import { Button } from '../../components/Button.tsx';
import { Money } from '../../components/numbers.tsx';
import { PlainText } from '../../components/PlainText.tsx';
import { RowActions, RowHead, SettingsTable } from '../../components/SettingsPage.tsx';
import { Tag } from '../../components/Tag.tsx';
import { exactCount, plural } from '../../lib/format.ts';
import { rateText } from './rates.ts';
import type { PriceRow } from './price-row.ts';
import styles from './prices.module.css';

interface PricesTableProps {
  rows: readonly PriceRow[];
  isCapped: boolean;
  mayChange: boolean;
  onSet: (row: PriceRow) => void;
  onOwn: (row: PriceRow) => void;
}

const HEADS = ['Model', 'Provider', 'Input', 'Cached', 'Output', 'Thinking', 'From', 'Calls, 30 d', 'Cost, 30 d'];

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
              <From row={row} />
            </td>
            <td className={styles.number}>
              <Calls row={row} />
            </td>
            <td className={styles.number}>{row.used ? <Cost row={row} /> : '—'}</td>
            <RowActions>
              {row.own.length > 0 && (
                <Button look="quiet" onClick={() => onOwn(row)} aria-label={`Own prices of ${row.model}`}>
                  {plural(row.own.length, 'own price')}…
                </Button>
              )}
              {mayChange && (
                <Button look="quiet" onClick={() => onSet(row)} aria-label={`Set a price for ${row.model}`}>
                  Set price…
                </Button>
              )}
            </RowActions>
          </tr>
        ))}
      </SettingsTable>
      <p className={styles.note}>
        Dollars for a million tokens. {isCapped && 'The 200 models that cost most are shown.'}
      </p>
    </>
  );
}

function Rate({ rate, otherwise = '—' }: { rate: number | null | undefined; otherwise?: string | undefined }) {
  return (
    <td className={styles.number}>
      {rate == null ? <span className={styles.faint}>{otherwise}</span> : `$${rateText(rate)}`}
    </td>
  );
}

function From({ row }: { row: PriceRow }) {
  if (row.from === 'none') return <Tag tone="error">no price</Tag>;
  if (row.from === 'own') return <Tag tone="tool">own</Tag>;
  const listed = row.used?.listed;
  return <span title={`${listed?.source ?? ''}: ${listed?.matchedModel ?? ''}`}>list of {listed?.asOf}</span>;
}

function Calls({ row: { used } }: { row: PriceRow }) {
  if (!used) return '0';
  const { generations, unpriced } = used;
  return unpriced > 0 ? `${exactCount(generations)}, ${exactCount(unpriced)} without a price` : exactCount(generations);
}

/** Where no call has a price the sum says nothing. */
function Cost({ row: { used } }: { row: PriceRow }) {
  return <Money nano={used && used.unpriced < used.generations ? used.cost : null} />;
}
