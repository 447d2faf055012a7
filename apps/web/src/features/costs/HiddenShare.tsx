// Hidden share of each row of the cut: as bars, whose dotted part has a summary and whose hatched part nothing; or as a table.
import { CostBar } from '../../components/CostBar.tsx';
import type { SpendOfCut, ThinkingOfTool } from './answer.ts';
import styles from './costs.module.css';
import { CutLink } from './CutLink.tsx';
import { CUT_WORDS, type Cut } from './cuts.ts';
import { Amount } from './Headline.tsx';
import type { CostsPlace } from './links.ts';
import { Heads, Note, TableBox } from './Panel.tsx';
import { Share } from './Share.tsx';
import { toSpend, type SpendUnit } from './spend.ts';

export interface HiddenPart {
  key: string;
  calls: number;
  /** Of the whole; undefined when there is none. */
  share: number | undefined;
  summary: bigint;
  noText: bigint;
  whole: bigint;
}

export function hiddenOfCut(rows: readonly SpendOfCut[], unit: SpendUnit): HiddenPart[] {
  return rows.map((row) => {
    const { parts, total, hiddenShare, tellers } = toSpend(row, unit);
    return {
      key: row.key,
      calls: tellers,
      share: hiddenShare,
      summary: parts.summary,
      noText: parts.noText,
      whole: total,
    };
  });
}

/** Of the thinking before a tool only what is hidden is known, not whether there is a summary. */
export function hiddenOfTools(rows: readonly ThinkingOfTool[]): HiddenPart[] {
  return rows.map(({ tool, calls, hiddenCost, reasoningCost }) => ({
    key: tool,
    calls,
    share: reasoningCost === 0n ? undefined : Number(hiddenCost) / Number(reasoningCost),
    summary: 0n,
    noText: hiddenCost,
    whole: reasoningCost,
  }));
}

interface HiddenShareProps {
  cut: Cut;
  rows: readonly HiddenPart[];
  unit: SpendUnit;
  place: CostsPlace;
  tables: boolean;
}

const MOST_ROWS = 8;

/** Rows without hidden thinking are left out; the table of the cut has them. */
export function HiddenShare({ cut, rows, unit, place, tables }: HiddenShareProps) {
  const shown = rows
    .filter(({ summary, noText }) => summary + noText > 0n)
    .toSorted((one, other) => (other.share ?? 0) - (one.share ?? 0))
    .slice(0, MOST_ROWS);
  if (shown.length === 0) return <Note>No hidden thinking here: all that was paid for can be read.</Note>;
  if (tables) return <ShareTable cut={cut} rows={shown} unit={unit} place={place} />;
  return (
    <ul className={styles.shares}>
      {shown.map((row) => (
        <li key={row.key}>
          <CutLink place={place} cut={cut} name={row.key} />
          <CostBar
            parts={{ input: 0n, answer: 0n, readable: 0n, summary: row.summary, noText: row.noText }}
            unit={unit}
            outOf={row.whole}
          />
          <Share share={row.share} calls={row.calls} />
        </li>
      ))}
    </ul>
  );
}

function ShareTable({ cut, rows, unit, place }: Omit<HiddenShareProps, 'tables'>) {
  return (
    <TableBox label={`Hidden share by ${CUT_WORDS[cut].label}`}>
      <Heads left={[CUT_WORDS[cut].head]} right={['Summary only', 'No text', 'Of', 'Share']} />
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row">
              <CutLink place={place} cut={cut} name={row.key} />
            </th>
            {[row.summary, row.noText, row.whole].map((amount, index) => (
              <td key={index} className={styles.number}>
                <Amount value={amount} unit={unit} />
              </td>
            ))}
            <td className={styles.number}>
              <Share share={row.share} calls={row.calls} />
            </td>
          </tr>
        ))}
      </tbody>
    </TableBox>
  );
}
