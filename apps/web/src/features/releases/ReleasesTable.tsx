// One row a release with its figures and intervals, and the choice of the two that are compared.
import { ButtonLink } from '../../components/controls/Button.tsx';
import { Link } from '../../components/controls/Link.tsx';
import { PlainText } from '../../components/text/PlainText.tsx';
import { FigureTable } from '../../components/tables/FigureTable.tsx';
import { runsOfReleasePath } from '../../lib/address/releases-path.ts';
import { exactCount, NOT_REPORTED } from '../../lib/figures/format.ts';
import { ANY_CHECK, type FigureUnit, type FigureValue } from '../../lib/releases/release-figures.ts';
import { CUT_WORDS, estimatedWords, intervalWords, runsWords } from '../../lib/releases/release-words.ts';
import type { Estimate } from '../../lib/releases/intervals.ts';
import { drawnText } from '../../lib/text/visible-text.ts';
import type { RouterOutputs } from '../../lib/requests/trpc.ts';
import styles from './releases.module.css';
import type { ReleasesParams, SetReleasesParams } from './use-releases-params.ts';

type Answer = RouterOutputs['releases']['list'];
type Row = Answer['rows'][number];

interface ReleasesTableProps {
  answer: Answer;
  place: ReleasesParams & { project: string };
  sides: { a: string | null; b: string | null };
  setParams: SetReleasesParams;
}

/** The scores that most releases have. */
const MAX_SCORES = 3;

export function ReleasesTable({ answer: { rows, capped }, place, sides, setParams }: ReleasesTableProps) {
  const columns = columnsOf(rows);
  const words = CUT_WORDS[place.by];
  return (
    <>
      <FigureTable className={styles.table} label={`By ${words.label}`}>
        <thead>
          <tr>
            <th scope="col">{words.head}</th>
            <th scope="col">A</th>
            <th scope="col">B</th>
            <th scope="col" className={styles.number}>
              Runs
            </th>
            {columns.map(({ id, label }) => (
              <th key={id} scope="col" className={styles.number}>
                <PlainText text={label} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.several} ${row.key}`}>
              <th scope="row">
                <Name row={row} place={place} />
              </th>
              {SIDES.map((side) => (
                <td key={side}>
                  {row.key !== null && (
                    <input
                      type="radio"
                      name={`side-${side}`}
                      aria-label={`Compare ${drawnText(row.key)} as ${side.toUpperCase()}`}
                      checked={sides[side] === row.key}
                      onChange={() => void setParams({ ...sides, [side]: row.key })}
                    />
                  )}
                </td>
              ))}
              <td className={styles.number}>
                {row.capped && <span title="Only the newest runs are looked at.">newest </span>}
                {exactCount(row.runs)}
              </td>
              {columns.map(({ id }) => (
                <Figure key={id} figure={row.figures.find((figure) => figure.id === id)} />
              ))}
            </tr>
          ))}
        </tbody>
      </FigureTable>
      <p className={styles.note}>
        Small figures are 95 % intervals: with other runs of the same kind, the value would be between them 19 times in
        20. Few runs have wide ones, and so do shares with ≥, where checks could not look at all steps of each run.{' '}
        {capped && 'There are older runs that are not in this table; a shorter range or a filter shows all of it.'}
      </p>
    </>
  );
}

const SIDES = ['a', 'b'] as const;

function columnsOf(rows: readonly Row[]): readonly FigureValue[] {
  const all = new Map(rows.flatMap(({ figures }) => figures.map((figure) => [figure.id, figure])));
  const figures = [...all.values()].filter(({ id }) => id === ANY_CHECK || !id.startsWith('check:'));
  const scores = figures.filter(({ id }) => id.startsWith('score:'));
  return [...figures.filter(({ id }) => !id.startsWith('score:')), ...scores.slice(0, MAX_SCORES)];
}

function Name({ row, place }: { row: Row; place: ReleasesTableProps['place'] }) {
  const { key, several, services } = row;
  if (key === null)
    return <span className={styles.unnamed}>{several ? 'several efforts in a run' : CUT_WORDS[place.by].unnamed}</span>;
  return (
    <>
      <Link className={styles.name} href={runsOfReleasePath(place.project, { ...place, value: key })}>
        <PlainText text={key} />
      </Link>
      {services.length > 1 && (
        <small title="Services choose the names of their releases. A filter by service compares one of them.">
          {' '}
          of <PlainText text={services.join(', ')} />
        </small>
      )}
    </>
  );
}

function Figure({ figure }: { figure: FigureValue | undefined }) {
  return (
    <td className={styles.number}>
      {figure ? <EstimateFigure estimate={figure.estimate} unit={figure.unit} /> : NOT_REPORTED}
    </td>
  );
}

export function EstimateFigure({ estimate, unit }: { estimate: Estimate; unit: FigureUnit }) {
  const interval = intervalWords(estimate, unit);
  return (
    <span title={runsWords(estimate)}>
      {estimatedWords(estimate, unit)}
      {estimate.value !== null && <small className={styles.interval}>{interval ?? 'no interval'}</small>}
      {estimate.unknown > 0 && estimate.value !== null && (
        <small className={styles.interval}>not known for {exactCount(estimate.unknown)}</small>
      )}
    </span>
  );
}

export const RunsLink = ({ href, children }: { href: string; children: string }) => (
  <ButtonLink href={href}>{children}</ButtonLink>
);
