'use client';
// What the findings of each check concern, in the range and a week. Never called savings: it is not known what would have
// been spent without them.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '../../../components/controls/Link.tsx';
import { Money, NotApplicable, Tokens } from '../../../components/figures/numbers.tsx';
import { FigureTable, Heads } from '../../../components/tables/FigureTable.tsx';
import { costPerWeek, type SpendOfCheck } from '../../../lib/figures/check-table.ts';
import { exactCount } from '../../../lib/figures/format.ts';
import { useTRPC } from '../../../lib/requests/trpc.ts';
import type { TimeRange } from '../../../lib/time/time-range.ts';
import { checkWords, sureWords } from '../../../lib/traces/check-figures.ts';
import { tracesOf, type CostsPlace } from '../cuts/links.ts';
import { LookedAt, Note, Panel } from '../panels/Panel.tsx';
import styles from '../costs.module.css';

interface CheckCostsProps {
  place: CostsPlace;
  range: TimeRange & { timeZone: string };
}

export function CheckCosts({ place, range: { from, to, timeZone } }: CheckCostsProps) {
  const input = { project: place.project, q: place.q, from, to, timeZone };
  const options = useTRPC().costs.checks.queryOptions(input, { trpc: { context: { alone: true } } });
  const query = useQuery({ ...options, placeholderData: keepPreviousData });
  return (
    <Panel title="Findings of the checks" query={query} height="12rem">
      {({ rows, scope }) => (
        <>
          <LookedAt looked={scope} />
          {rows.length === 0 ? (
            <Note>
              No check found anything in the runs that were checked. Thinking that cannot be read, and runs that wait to
              be checked, are not among them.
            </Note>
          ) : (
            <>
              <CheckTable rows={rows} place={place} range={{ from, to }} isPart={scope?.capped === true} />
              <Note>
                The tokens and dollars that the findings concern, not what could have been saved. A run counts in each
                row that it has findings of, so rows overlap. Runs that wait to be checked are missing.
              </Note>
            </>
          )}
        </>
      )}
    </Panel>
  );
}

interface CheckTableProps {
  rows: readonly SpendOfCheck[];
  place: CostsPlace;
  range: TimeRange;
  isPart: boolean;
}

function CheckTable({ rows, place, range, isPart }: CheckTableProps) {
  return (
    <FigureTable className={styles.table} label="Findings by check">
      <Heads left={['Check']} right={['Runs', 'Findings', 'Tokens', 'Cost', 'A week']} />
      <tbody>
        {rows.map((row) => {
          const perWeek = costPerWeek(row, range, isPart);
          return (
            <tr key={row.check}>
              <th scope="row">
                <Link href={tracesOf(place, `check:${row.check}`)}>{checkWords(row.check)}</Link>
              </th>
              <td className={styles.number}>
                {row.capped && <span title="only the newest runs were counted">≥ </span>}
                {exactCount(row.runs)}
              </td>
              <td className={styles.number}>
                {exactCount(row.findings)} <span className={styles.note}>{sureWords(row)}</span>
              </td>
              <td className={styles.number}>
                <Tokens count={row.tokens === null ? null : Number(row.tokens)} />
                <Unknown count={row.withoutTokens} of={row.findings} />
              </td>
              <td className={styles.number}>
                {row.cost === null ? (
                  <NotApplicable says="not known" />
                ) : (
                  <Money nano={row.cost} atLeast={row.withoutCost > 0 || row.capped} />
                )}
                <Unknown count={row.withoutCost} of={row.findings} />
              </td>
              <td className={styles.number}>
                {perWeek === null ? (
                  <NotApplicable says={row.cost === null ? 'not known' : 'needs the sum of a whole week'} />
                ) : (
                  <Money nano={perWeek} atLeast={row.withoutCost > 0} />
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </FigureTable>
  );
}

/** When all are unknown, the cell says so already. */
const Unknown = ({ count, of }: { count: number; of: number }) =>
  count > 0 && count < of ? <span className={styles.note}> unknown for {exactCount(count)}</span> : null;
