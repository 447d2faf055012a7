'use client';
// Billed thinking against the text that is held of it: for each model, the bytes of text a billed token, by day.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ChartLegend } from '../../../components/chart/ChartLegend.tsx';
import { Button } from '../../../components/controls/Button.tsx';
import { Link } from '../../../components/controls/Link.tsx';
import { PlainText } from '../../../components/text/PlainText.tsx';
import { FigureTable, Heads } from '../../../components/tables/FigureTable.tsx';
import {
  BASIS_WORDS,
  isUnusual,
  ratioWords,
  verdictWords,
  type BilledSeries,
} from '../../../lib/figures/billed-table.ts';
import { exactCount, plural } from '../../../lib/figures/format.ts';
import { useTRPC } from '../../../lib/requests/trpc.ts';
import type { CostsPlace } from '../cuts/links.ts';
import type { DaysRange } from '../days/days.ts';
import { ColumnChart } from '../days/DaysChart.tsx';
import { Note, Panel } from '../panels/Panel.tsx';
import styles from '../costs.module.css';
import { columnsOf, dayWords, figureWords, sumOf, tracesOfModelDay, unusualFirst } from './billed-days.ts';

const SERIES = [
  { key: 'usual', label: 'usual', fill: 'var(--part-readable)' },
  { key: 'unusual', label: 'unusual', fill: 'url(#part-no-text)', stroke: 'var(--part-no-text)' },
  // Hollow, because a difference in color alone is not accessible.
  { key: 'unknown', label: 'not compared', fill: 'var(--surface)', stroke: 'var(--part-readable)' },
];
const CHART_HEIGHT = 150;
/** Further ones are shown on demand. */
const FIRST_SERIES = 3;

interface BilledThinkingProps {
  place: CostsPlace;
  range: DaysRange;
  tables: boolean;
}

export function BilledThinking({ place, range, tables }: BilledThinkingProps) {
  const input = { project: place.project, from: range.from, to: range.to };
  const options = useTRPC().costs.billedThinking.queryOptions(input, { trpc: { context: { alone: true } } });
  const query = useQuery({ ...options, placeholderData: keepPreviousData });
  return (
    <Panel title="Billed thinking and its text" query={query} height="14rem">
      {({ series, hasMoreModels }) =>
        series.length === 0 ? (
          <Note>
            No model call of this range has both a count of its thinking and all of its text. Thinking that is hidden,
            cut or not counted cannot be compared, and runs that wait to be checked are missing.
          </Note>
        ) : (
          <>
            <Note>
              Bytes of text for each billed thinking token, by day of UTC. Unusual is not wrong: another language, more
              code or a new tokenizer change it, too.{' '}
              {place.q !== '' && 'Of all runs: the filter does not apply here. '}
              {hasMoreModels && 'Of the ten models with the most billed thinking.'}
            </Note>
            <AllSeries {...{ series, place, range, tables }} />
          </>
        )
      }
    </Panel>
  );
}

type SeriesProps = BilledThinkingProps & { series: readonly BilledSeries[] };

function AllSeries({ series, tables, ...rest }: SeriesProps) {
  const [isWhole, setWhole] = useState(false);
  const ordered = unusualFirst(series);
  const shown = isWhole ? ordered : ordered.slice(0, FIRST_SERIES);
  return (
    <>
      {shown.map((one) => (
        <OneSeries key={`${one.model} ${one.basis}`} one={one} tables={tables} {...rest} />
      ))}
      {!tables && <ChartLegend series={SERIES} />}
      {shown.length < series.length && (
        <div>
          <Button onClick={() => setWhole(true)}>
            Show {plural(series.length - shown.length, 'more series', 'more series')}
          </Button>
        </div>
      )}
    </>
  );
}

function OneSeries({ one, place, range, tables }: BilledThinkingProps & { one: BilledSeries }) {
  const unusual = one.days.filter(isUnusual);
  return (
    <section aria-label={`${one.model}, ${BASIS_WORDS[one.basis]}`}>
      <h3 className={styles.name}>
        <PlainText text={one.model} />, {BASIS_WORDS[one.basis]}
      </h3>
      <Note>
        {figureWords(sumOf(one))}.{' '}
        {unusual.length === 0 ? 'No unusual day.' : `${plural(unusual.length, 'unusual day')}.`}
      </Note>
      {unusual.length > 0 && (
        <ul className={styles.looked}>
          {unusual.map((day) => (
            <li key={day.day}>
              <span aria-hidden>⚠ </span>
              <Link href={tracesOfModelDay(place, one.model, day.day)}>{dayWords(day.day)}</Link>:{' '}
              {ratioWords(day.bytesPerToken)} bytes a token, {verdictWords(day)}.
            </li>
          ))}
        </ul>
      )}
      {tables ? (
        <DaysTable one={one} place={place} />
      ) : (
        <ColumnChart
          columns={columnsOf(one, range, place)}
          series={SERIES}
          write={(amount) => ratioWords(amount)}
          height={CHART_HEIGHT}
        />
      )}
    </section>
  );
}

function DaysTable({ one, place }: { one: BilledSeries; place: CostsPlace }) {
  return (
    <FigureTable className={styles.table} label={`Billed thinking of ${one.model}, ${BASIS_WORDS[one.basis]}`}>
      <Heads left={['Day (UTC)']} right={['Model calls', 'Tokens billed', 'Bytes held', 'Bytes a token', 'Compared']} />
      <tbody>
        {one.days.map((day) => (
          <tr key={day.day}>
            <th scope="row">
              <Link href={tracesOfModelDay(place, one.model, day.day)}>{dayWords(day.day)}</Link>
            </th>
            <td className={styles.number}>{exactCount(day.steps)}</td>
            <td className={styles.number}>{exactCount(day.tokens)}</td>
            <td className={styles.number}>{exactCount(day.bytes)}</td>
            <td className={styles.number}>{ratioWords(day.bytesPerToken)}</td>
            <td className={styles.number}>{verdictWords(day)}</td>
          </tr>
        ))}
      </tbody>
    </FigureTable>
  );
}
