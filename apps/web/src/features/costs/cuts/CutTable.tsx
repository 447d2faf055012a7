// A row for each model, agent, session or effort: its spend, its thinking, and the hidden share of that. Each row links
// to its traces.
import { CostBar } from '../../../components/figures/CostBar.tsx';
import { PlainText } from '../../../components/text/PlainText.tsx';
import { FigureTable } from '../../../components/tables/FigureTable.tsx';
import { callsWords } from '../../../lib/figures/count-words.ts';
import type { SpendOfCut } from '../answer.ts';
import styles from '../costs.module.css';
import { CutLink } from './CutLink.tsx';
import { CUT_WORDS, type Cut } from './cuts.ts';
import { ThinkingPart, Total } from '../Headline.tsx';
import type { CostsPlace } from './links.ts';
import { Rows } from '../panels/Rows.tsx';
import { Share } from '../Share.tsx';
import { toSpend, unitOf, type SpendUnit } from '../spend.ts';

interface CutTableProps {
  cut: Cut;
  rows: readonly SpendOfCut[];
  unit: SpendUnit;
  place: CostsPlace;
}

export function CutTable({ cut, rows, unit, place }: CutTableProps) {
  const totals = rows.map((row) => toSpend(row, unit).total);
  const most = totals.reduce((sum, total) => (total > sum ? total : sum), 0n);
  const numbers = [unit === 'usd' ? 'Spend' : 'Tokens', 'Thinking', 'Hidden', 'Share'];
  return (
    <Rows rows={rows}>
      {(shown) => (
        <FigureTable className={styles.table} label={`${numbers[0]} by ${CUT_WORDS[cut].label}`}>
          <thead>
            <tr>
              <th scope="col">{CUT_WORDS[cut].head}</th>
              <th scope="col" className={styles.barCell}>
                <span className="visually-hidden">Parts</span>
              </th>
              {numbers.map((head) => (
                <th key={head} scope="col" className={styles.number}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <CutRow key={`${row.provider} ${row.key}`} cut={cut} row={row} unit={unit} place={place} most={most} />
            ))}
          </tbody>
        </FigureTable>
      )}
    </Rows>
  );
}

interface CutRowProps extends Omit<CutTableProps, 'rows'> {
  row: SpendOfCut;
  most: bigint;
}

function CutRow({ cut, row, unit, place, most }: CutRowProps) {
  const spend = toSpend(row, unit);
  const priced = spend.state === 'amount';
  const unitOfParts = unitOf(row, unit);
  const parts = toSpend(row, unitOfParts);
  const hasParts = parts.state === 'amount';
  return (
    <tr>
      <th scope="row">
        <CutLink place={place} cut={cut} name={row.key} />{' '}
        <span className={styles.note}>
          {row.provider !== null && <PlainText text={`${row.provider} · `} />}
          {callsWords(row)}
        </span>
      </th>
      <td className={styles.barCell}>{priced && <CostBar parts={spend.parts} unit={unit} outOf={most} />}</td>
      <td className={styles.number} colSpan={hasParts ? 1 : 4}>
        <Total spend={spend} unit={unit} />
      </td>
      {hasParts && (
        <>
          {[parts.thinking, parts.hidden].map((value, index) => (
            <td key={index} className={styles.number}>
              <ThinkingPart spend={parts} value={value} unit={unitOfParts} />
              {unitOfParts !== unit && parts.hasReport && <span className={styles.note}> tok</span>}
            </td>
          ))}
          <td className={styles.number}>
            <Share share={parts.hasReport ? parts.hiddenShare : undefined} calls={spend.sources} />
          </td>
        </>
      )}
    </tr>
  );
}
