'use client';
// The burn-down of a budget, as a sentence, a chart and a table, and the thresholds that it reached.
import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { AbsoluteTime } from '../../components/figures/AbsoluteTime.tsx';
import { NumberCell, RowHead, SettingsSection, SettingsTable } from '../../components/settings/SettingsPage.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { Loading, Skeleton } from '../../components/states/Skeleton.tsx';
import { exactMoney, money, plural } from '../../lib/figures/format.ts';
import { useTRPC } from '../../lib/requests/trpc.ts';
import { dayWords, forecastWords, momentWords, spentWords, type BurnDown, type ShownBudget } from './budget-words.ts';
import { evenSpend } from './burn-down-rows.ts';
import styles from './budgets.module.css';

const BurnDownChart = dynamic(async () => (await import('./BurnDownChart.tsx')).BurnDownChart, {
  ssr: false,
  loading: () => <Skeleton height="15rem" />,
});

const LOOK_AGAIN_MS = 60_000;

export function BurnDownPart({ project, shown }: { project: string; shown: ShownBudget }) {
  const found = useQuery(
    useTRPC().budgets.burnDown.queryOptions({ project, id: shown.id }, { refetchInterval: LOOK_AGAIN_MS }),
  );
  return (
    <section className={styles.burnDown} aria-label="Burn-down">
      <p>{shown.condition}</p>
      {found.isError ? (
        <ErrorState title="Spend could not be loaded." error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Loading pending={found.isPending} skeleton={<Skeleton height="20rem" />}>
          {() => found.data && <Drawn drawn={found.data} />}
        </Loading>
      )}
    </section>
  );
}

function Drawn({ drawn }: { drawn: BurnDown }) {
  return (
    <>
      <p>{sentenceOf(drawn)}</p>
      <BurnDownChart drawn={drawn} />
      <details className={styles.table}>
        <summary>Table</summary>
        <Points drawn={drawn} />
      </details>
      <SettingsSection title="Reached thresholds" />
      <Events drawn={drawn} />
    </>
  );
}

function sentenceOf({ period, start, until, spent, unpriced, amount, forecast, ...rest }: BurnDown): string {
  const known = spent === 0n && unpriced > 0 ? null : spent;
  const since = period === 'day' ? 'since 00:00 UTC' : `since ${dayWords(start)} (UTC)`;
  const even = evenSpend({ ...rest, start, amount }, until.getTime() - start.getTime());
  return [
    `Spent ${spentWords(known, unpriced)} of ${money(amount)} ${since}; spread evenly it would be ${money(even)} by now.`,
    unpriced > 0 && `${plural(unpriced, 'call')} without a price not in it.`,
    forecast && `At this rate: ${forecastWords(period, forecast)}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

function Points({ drawn }: { drawn: BurnDown }) {
  const at = (offset: number) => new Date(drawn.start.getTime() + offset);
  return (
    <SettingsTable label="Spend" heads={['Until', { number: 'Spent' }, { number: 'Evenly' }]} actions={false}>
      {drawn.points.map(({ offset, spent }) => (
        <tr key={offset}>
          <RowHead>
            <AbsoluteTime time={at(offset)} />
          </RowHead>
          <NumberCell>
            <span title={exactMoney(spent)}>{money(spent)}</span>
          </NumberCell>
          <NumberCell>{money(evenSpend(drawn, offset))}</NumberCell>
        </tr>
      ))}
    </SettingsTable>
  );
}

function Events({ drawn: { events, period } }: { drawn: BurnDown }) {
  if (events.length === 0) return <p>No threshold was reached yet.</p>;
  return (
    <SettingsTable label="Reached thresholds" heads={['Threshold', 'At', 'Period', 'Message']} actions={false}>
      {events.map(({ id, threshold, at, periodStart, message }) => (
        <tr key={id}>
          <RowHead>{threshold} %</RowHead>
          <td>
            <AbsoluteTime time={at} />
          </td>
          <td>{period === 'day' ? dayWords(periodStart) : `from ${momentWords(period, periodStart)}`}</td>
          <td className={styles.sentence}>{message}</td>
        </tr>
      ))}
    </SettingsTable>
  );
}
