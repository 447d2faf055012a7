// The hidden share of each row, as bars (dotted: has a summary; hatched: has no text) or as a table. Tool rows are
// plain, because the two are not counted separately there.
import { CostBar } from '../../../components/figures/CostBar.tsx';
import { FigureTable, Heads } from '../../../components/tables/FigureTable.tsx';
import { isAnswer } from '../../../lib/figures/spend-tables.ts';
import type { SpendOfCut, ThinkingOfTool } from '../answer.ts';
import styles from '../costs.module.css';
import { CutLink } from '../cuts/CutLink.tsx';
import { CUT_WORDS, type Cut } from '../cuts/cuts.ts';
import { Amount } from '../Headline.tsx';
import type { CostsPlace } from '../cuts/links.ts';
import { Note } from './Panel.tsx';
import { Share } from '../Share.tsx';
import { toSpend, unitOf, writeAmount, type SpendUnit } from '../spend.ts';

export interface HiddenPart {
  key: string;
  calls: number;
  unit: SpendUnit;
  /** True if the amounts are tokens because no call has a price. */
  lacksPrice: boolean;
  /** Hidden thinking divided by `whole`; undefined when `whole` is 0. */
  share: number | undefined;
  hidden: bigint;
  /** Hidden thinking with a summary, and without any text; undefined where they are not counted separately. */
  kinds: { summary: bigint; noText: bigint } | undefined;
  whole: bigint;
  /** True if any call reports its thinking tokens. */
  hasReport: boolean;
  /** Number of calls without a cost; 0 for tools, where they are not counted. */
  unpriced: number;
}

export function hiddenOfCut(rows: readonly SpendOfCut[], chosen: SpendUnit): HiddenPart[] {
  return rows.map((row) => {
    const unit = unitOf(row, chosen);
    const { parts, total, hidden, hiddenShare, sources, reporting, unpriced } = toSpend(row, unit);
    return {
      key: row.key,
      unit,
      lacksPrice: unit !== chosen,
      calls: sources,
      share: hiddenShare,
      hidden,
      kinds: { summary: parts.summary, noText: parts.noText },
      whole: total,
      hasReport: reporting > 0,
      unpriced,
    };
  });
}

/** Tool rollups have only the sum of hidden thinking, not whether it has a summary. */
export function hiddenOfTools(rows: readonly ThinkingOfTool[]): HiddenPart[] {
  return rows.map(({ tool, calls, callsWithTokens, hiddenCost, reasoningCost }) => ({
    key: tool,
    unit: 'usd',
    lacksPrice: false,
    calls,
    share: reasoningCost === 0n ? undefined : Number(hiddenCost) / Number(reasoningCost),
    hidden: hiddenCost,
    kinds: undefined,
    whole: reasoningCost,
    hasReport: callsWithTokens > 0,
    unpriced: 0,
  }));
}

interface HiddenShareProps {
  cut: Cut;
  rows: readonly HiddenPart[];
  place: CostsPlace;
  tables: boolean;
}

const MAX_ROWS = 8;

/** Rows without hidden thinking are left out; CutTable.tsx shows them. */
export function HiddenShare({ cut, rows, place, tables }: HiddenShareProps) {
  const found = rows
    .filter(({ hidden }) => hidden > 0n)
    .toSorted((one, other) => (other.share ?? 0) - (one.share ?? 0));
  const isApart = ({ key }: HiddenPart) => cut === 'tool' && isAnswer(key);
  const shown = [...found.filter((row) => !isApart(row)).slice(0, MAX_ROWS), ...found.filter(isApart)];
  if (shown.length === 0) return <Note>{nothingHidden(rows)}</Note>;
  if (tables) return <ShareTable cut={cut} rows={shown} place={place} />;
  return (
    <ul className={styles.shares}>
      {shown.map((row) => (
        <li key={row.key}>
          <span>
            <CutLink place={place} cut={cut} name={row.key} />
            {row.lacksPrice && <ByTokens />}
          </span>
          <HiddenBar row={row} />
          <Share share={row.share} calls={row.calls} />
        </li>
      ))}
    </ul>
  );
}

const ByTokens = () => <span className={styles.note}> by tokens, no price</span>;

const nothingHidden = (rows: readonly HiddenPart[]): string =>
  rows.some(({ hasReport }) => hasReport)
    ? 'No hidden thinking: all of it can be read.'
    : 'No call reports thinking tokens, so the hidden share is unknown.';

function HiddenBar({ row: { unit, hidden, kinds, whole } }: { row: HiddenPart }) {
  if (kinds)
    return <CostBar parts={{ input: 0n, answer: 0n, readable: 0n, untold: 0n, ...kinds }} unit={unit} outOf={whole} />;
  const label = `hidden, summary only or no text ${writeAmount(hidden, unit)}`;
  return (
    <span className={styles.hiddenTrack} role="img" aria-label={label} title={label}>
      <span className={styles.hiddenBar} style={{ width: `${Math.min(1, Number(hidden) / Number(whole)) * 100}%` }} />
    </span>
  );
}

function ShareTable({ cut, rows, place }: Omit<HiddenShareProps, 'tables'>) {
  const isSplit = rows.every(({ kinds }) => kinds);
  return (
    <FigureTable className={styles.table} label={`Hidden share by ${CUT_WORDS[cut].label}`}>
      <Heads
        left={[CUT_WORDS[cut].head]}
        right={[...(isSplit ? ['Summary only', 'No text'] : ['Hidden']), 'Total', 'Share']}
      />
      <tbody>
        {rows.map(({ key, unit, lacksPrice, hidden, kinds, whole, share, calls, unpriced }) => (
          <tr key={key}>
            <th scope="row">
              <CutLink place={place} cut={cut} name={key} />
              {lacksPrice && <ByTokens />}
            </th>
            {[...(kinds && isSplit ? [kinds.summary, kinds.noText] : [hidden]), whole].map((amount, index) => (
              <td key={index} className={styles.number}>
                <Amount of={{ unpriced }} value={amount} unit={unit} />
              </td>
            ))}
            <td className={styles.number}>
              <Share share={share} calls={calls} />
            </td>
          </tr>
        ))}
      </tbody>
    </FigureTable>
  );
}
