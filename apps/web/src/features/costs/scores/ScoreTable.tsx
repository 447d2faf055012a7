// A row for each value of a score, with its runs, their cost and its hidden share; those that were not scored are a row,
// too. Together they are the spend of the screen.
import { Link } from '../../../components/controls/Link.tsx';
import { Money, NotApplicable } from '../../../components/figures/numbers.tsx';
import { PlainText } from '../../../components/text/PlainText.tsx';
import { FigureTable, Heads } from '../../../components/tables/FigureTable.tsx';
import { exactCount } from '../../../lib/figures/format.ts';
import type { SpendOfScore } from '../answer.ts';
import { tracesOf, type CostsPlace } from '../cuts/links.ts';
import { Total } from '../Headline.tsx';
import { Share } from '../Share.tsx';
import { isAtLeast } from '../spend.ts';
import styles from '../costs.module.css';
import { isGood, rowFilter, rowWords, spendOf, sumOfRows, type GoodRule } from './good-runs.ts';

const ORDER: readonly SpendOfScore['outcome'][] = ['up', 'down', 'good', 'low', 'category', 'several', 'other', 'none'];

interface ScoreTableProps {
  rows: readonly SpendOfScore[];
  rule: GoodRule;
  name: string;
  place: CostsPlace;
}

export function ScoreTable({ rows, rule, name, place }: ScoreTableProps) {
  const sorted = rows.toSorted((one, other) => ORDER.indexOf(one.outcome) - ORDER.indexOf(other.outcome));
  const all = sumOfRows(rows);
  return (
    <FigureTable className={styles.table} label="Cost by score">
      <Heads left={['Score']} right={['Runs', 'Cost', 'Cost per run', 'Hidden share']} />
      <tbody>
        {sorted.map((row) => {
          const filter = rowFilter(row, { name, least: rule.least });
          const words = <PlainText text={rowWords(row, rule.least)} />;
          return (
            <tr key={`${row.outcome} ${row.category}`}>
              <th scope="row">
                {filter === undefined ? words : <Link href={tracesOf(place, filter)}>{words}</Link>}
                {isGood(row, rule) && <span className={styles.note}> ✓ good</span>}
              </th>
              <Figures row={row} />
            </tr>
          );
        })}
        <tr>
          <th scope="row">All</th>
          <Figures row={all} />
        </tr>
      </tbody>
    </FigureTable>
  );
}

function Figures({ row }: { row: Omit<SpendOfScore, 'outcome' | 'category'> }) {
  const spend = spendOf(row);
  const hasCost = spend.state === 'amount' && row.runs !== null && row.runs > 0;
  return (
    <>
      <td className={styles.number}>{row.runs === null ? <NotApplicable says="not known" /> : exactCount(row.runs)}</td>
      <td className={styles.number}>
        <Total spend={spend} unit="usd" />
      </td>
      <td className={styles.number}>
        {hasCost ? (
          <Money nano={spend.total / BigInt(row.runs!)} atLeast={isAtLeast(spend, 'usd')} />
        ) : (
          <NotApplicable says="not known" />
        )}
      </td>
      <td className={styles.number}>
        <Share share={spend.hasReport ? spend.hiddenShare : undefined} calls={spend.sources} />
      </td>
    </>
  );
}
