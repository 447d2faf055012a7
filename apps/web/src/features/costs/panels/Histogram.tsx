'use client';
// Thinking tokens per step: the number of steps in each bucket; bucket sizes double.
import { Link } from '../../../components/controls/Link.tsx';
import type { ChartColumn } from '../../../components/chart/ColumnChart.tsx';
import { FigureTable, Heads } from '../../../components/tables/FigureTable.tsx';
import { exactCount, plural } from '../../../lib/figures/format.ts';
import type { ThinkingOfTool } from '../answer.ts';
import styles from '../costs.module.css';
import { ColumnChart } from '../days/DaysChart.tsx';
import { bucketLabel, bucketsOf, histogramSummary, type Bucket } from './histogram.ts';
import { tracesOf, type CostsPlace } from '../cuts/links.ts';
import { Note } from './Panel.tsx';

interface HistogramProps {
  tools: readonly ThinkingOfTool[];
  place: CostsPlace;
  tables: boolean;
}

const SERIES = [{ key: 'steps', label: 'steps', fill: 'var(--part-readable)' }];

/** The list filters by the thinking tokens of a whole trace: a trace has at least as many as each of its steps. */
const hrefOf = (place: CostsPlace, { from }: Bucket) => tracesOf(place, from === 0 ? '' : `thinking:>=${from}`);

export function Histogram({ tools, place, tables }: HistogramProps) {
  const histograms = tools.map((tool) => tool.tokenHistogram);
  const buckets = bucketsOf(histograms);
  const columns = buckets.map<ChartColumn>((bucket) => ({
    label: bucketLabel(bucket),
    title: `${bucketLabel(bucket)} thinking tokens`,
    href: hrefOf(place, bucket),
    values: { steps: bucket.steps },
  }));
  return (
    <>
      <Note>{histogramSummary(tools)} Shared thoughts count once, estimates not at all.</Note>
      {buckets.length === 0 ? null : tables ? (
        <FigureTable className={styles.table} label="Thinking tokens per step">
          <Heads left={['Thinking tokens']} right={['Steps']} />
          <tbody>
            {buckets.map((bucket) => (
              <tr key={bucket.from}>
                <th scope="row">
                  <Link href={hrefOf(place, bucket)} className={styles.name}>
                    {bucketLabel(bucket)}
                  </Link>
                </th>
                <td className={styles.number}>{exactCount(bucket.steps)}</td>
              </tr>
            ))}
          </tbody>
        </FigureTable>
      ) : (
        <ColumnChart
          columns={columns}
          series={SERIES}
          write={(count) => plural(Math.round(count), 'step')}
          height={200}
        />
      )}
    </>
  );
}
