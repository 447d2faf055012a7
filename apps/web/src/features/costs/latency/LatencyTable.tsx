// Percentiles of each model, agent or tool, with the number of durations behind them.
import { Button, ButtonLink } from '../../../components/controls/Button.tsx';
import { Duration, NotReported } from '../../../components/figures/numbers.tsx';
import { FigureTable } from '../../../components/tables/FigureTable.tsx';
import { duration, exactCount } from '../../../lib/figures/format.ts';
import type { LatencyRow, Percentiles } from '../answer.ts';
import styles from '../costs.module.css';
import { CutLink } from '../cuts/CutLink.tsx';
import { CUT_WORDS, nameOf } from '../cuts/cuts.ts';
import { slowTracesOfCut, type CostsPlace } from '../cuts/links.ts';
import { Rows } from '../panels/Rows.tsx';
import { intervalWords, middleOf } from './intervals.ts';
import type { LatencyParams } from './use-latency-params.ts';

type Cut = LatencyParams['by'];

interface LatencyTableProps {
  by: Cut;
  rows: readonly LatencyRow[];
  place: CostsPlace;
  /** The row whose days are shown; null = all. */
  chosen: string | null;
  onChoose: (key: string | null) => void;
}

const COUNTED = { model: 'Calls', agent: 'Calls', tool: 'Measured' } as const;
const SECOND = { model: 'First token', agent: 'First token', tool: 'Inferred' } as const;
const HEADS = ['p50', 'p95'] as const;

export function LatencyTable({ by, rows, place, chosen, onChoose }: LatencyTableProps) {
  const heads = [COUNTED[by], ...HEADS, SECOND[by], ...HEADS];
  return (
    <Rows rows={rows}>
      {(shown) => (
        <FigureTable className={styles.table} label={`Latency by ${CUT_WORDS[by].label}`}>
          <thead>
            <tr>
              <th scope="col">{CUT_WORDS[by].head}</th>
              {heads.map((head, index) => (
                <th key={index} scope="col" className={styles.number}>
                  {index === 4 || index === 5 ? (
                    <>
                      <span className="visually-hidden">{SECOND[by]} </span>
                      {head}
                    </>
                  ) : (
                    head
                  )}
                </th>
              ))}
              <th scope="col">
                <span className="visually-hidden">Days and slow traces</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={`${row.provider} ${row.key}`}>
                <th scope="row">
                  <CutLink place={place} cut={by} name={row.key} />
                </th>
                <Figures of={row.duration} />
                <Figures of={by === 'tool' ? row.inferred : row.firstToken} />
                <td className={styles.actions}>
                  <Button
                    aria-pressed={chosen === row.key}
                    aria-label={`Days of ${nameOf(by, row.key)}`}
                    onClick={() => onChoose(chosen === row.key ? null : row.key)}
                  >
                    Days
                  </Button>
                  <SlowTraces {...{ by, row, place }} />
                </td>
              </tr>
            ))}
          </tbody>
        </FigureTable>
      )}
    </Rows>
  );
}

/** Those with a call as long as the slowest twentieth. */
function SlowTraces({ by, row, place }: Pick<LatencyTableProps, 'by' | 'place'> & { row: LatencyRow }) {
  const slowest = (row.duration ?? row.inferred)?.p95;
  if (!slowest) return null;
  const name = nameOf(by, row.key);
  const title = `Traces with ${name} that took at least ${duration(slowest.from)}, the p95 of its calls; slowest first`;
  return (
    <ButtonLink
      href={slowTracesOfCut(place, { cut: by, key: row.key, atLeast: slowest.from })}
      aria-label={`Slow traces with ${name}`}
      title={title}
    >
      Slow traces
    </ButtonLink>
  );
}

export function Figures({ of }: { of: Percentiles | null }) {
  return (
    <>
      <td className={styles.number}>{of ? exactCount(of.count) : <NotReported />}</td>
      <td className={styles.number}>{of && <Percentile interval={of.p50} />}</td>
      <td className={styles.number}>{of && <Percentile interval={of.p95} />}</td>
    </>
  );
}

function Percentile({ interval }: { interval: Percentiles['p50'] }) {
  if (interval.to === null) return <Duration milliseconds={interval.from} atLeast />;
  return <Duration milliseconds={middleOf(interval)} inferred={intervalWords(interval)} />;
}
