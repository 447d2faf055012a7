// A receipt: tokens × rate = amount, line by line.
import { Money, NotReported, Percent, Tokens } from '../../../../components/figures/numbers.tsx';
import { exactCount, exactMoney, money, NO_PRICE, NOT_APPLICABLE, shareOf } from '../../../../lib/figures/format.ts';
import type { Receipt, ReceiptLine } from './receipt.ts';
import styles from '../panel.module.css';

const MARKS = { readable: '░', summary: '⣿', noText: '▨' } as const;

export function ReceiptTable({ receipt: { lines, total, hidden, lack } }: { receipt: Receipt }) {
  return (
    <table className={styles.receipt}>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">For</th>
          <th scope="col">Tokens</th>
          <th scope="col">Rate</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <Line key={line.label} line={line} lack={lack} />
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={3}>
            total
            {hidden !== null && total !== null && (
              <span className={hidden > 0n ? styles.hiddenInk : styles.quiet}>
                {' '}
                · hidden <Percent share={shareOf(hidden, total)} />
              </span>
            )}
          </th>
          <td>
            {total !== null ? (
              <span title={money(total)}>{receiptMoney(total)}</span>
            ) : lack ? (
              <NotReported says={lack} />
            ) : (
              <Money nano={null} />
            )}
          </td>
        </tr>
      </tfoot>
    </table>
  );
}

interface LineProps {
  line: ReceiptLine;
  lack: Receipt['lack'];
}

function Line({ line: { label, mark, tokens, rate, amount, approximate }, lack }: LineProps) {
  return (
    <tr>
      <th scope="row" className={mark === 'summary' || mark === 'noText' ? styles.hiddenInk : undefined}>
        {label} {mark && <span aria-hidden>{MARKS[mark]}</span>}
      </th>
      <td>{tokens === null ? <Tokens count={null} /> : `${approximate ? '≈ ' : ''}${exactCount(tokens)}`}</td>
      <td className={styles.rate}>{rate !== null && tokens !== null && `× ${rateWords(rate)}`}</td>
      <td>
        {amount === null ? (
          tokens === 0n ? (
            '$0'
          ) : (
            <span className={styles.quiet}>{tokens === null || lack ? NOT_APPLICABLE : NO_PRICE}</span>
          )
        ) : (
          receiptMoney(amount)
        )}
      </td>
    </tr>
  );
}

/** Six decimals, so that the points of a column are aligned; more where the amount has more. */
const receiptMoney = (nano: bigint) => (nano === 0n ? money(nano) : withDecimals(exactMoney(nano), 6));

/** Nano-dollars per million tokens: `$1.75/M`. */
const rateWords = (rate: bigint) => `${withDecimals(exactMoney(rate), 2)}/M`;

function withDecimals(amount: string, digits: number): string {
  const [whole, fraction = ''] = amount.split('.');
  return `${whole}.${fraction.padEnd(digits, '0')}`;
}
