'use client';
// When the rule would have fired over the last 30 days, while it is edited.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useDeferredValue } from 'react';
import { AbsoluteTime } from '../../components/figures/AbsoluteTime.tsx';
import { NumberCell, RowHead, SettingsSection, SettingsTable } from '../../components/settings/SettingsPage.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { Loading, Skeleton } from '../../components/states/Skeleton.tsx';
import { pagePath } from '../../lib/address/pages.ts';
import { useTRPC } from '../../lib/requests/trpc.ts';
import { useSettled } from '../../lib/time/use-settled.ts';
import { METRICS, writeValue, type AlertRule } from './alert-words.ts';
import styles from './alerts.module.css';
import { daysOf, previewSentence, type Preview, type PreviewDay } from './preview-days.ts';

const ColumnChart = dynamic(async () => (await import('../../components/chart/ColumnChart.tsx')).ColumnChart, {
  ssr: false,
  loading: () => <Skeleton height="15rem" />,
});

const SETTLE_MS = 400;

interface RulePreviewProps {
  project: string;
  /** undefined while the form is not complete. */
  rule: AlertRule | undefined;
}

export function RulePreview({ project, rule }: RulePreviewProps) {
  const text = useSettled(rule && JSON.stringify({ ...rule, destinations: [] }), SETTLE_MS);
  return (
    <section className={styles.preview} aria-label="Preview">
      <SettingsSection title="Preview" />
      {text === undefined ? (
        <p>Complete the form to see when the rule would have fired.</p>
      ) : (
        <Previewed project={project} rule={JSON.parse(text) as AlertRule} />
      )}
    </section>
  );
}

function Previewed({ project, rule }: { project: string; rule: AlertRule }) {
  const found = useQuery(
    useTRPC().alerts.preview.queryOptions(
      { project, rule },
      { placeholderData: keepPreviousData, refetchOnWindowFocus: false },
    ),
  );
  if (found.isError)
    return (
      <ErrorState title="The preview could not be computed." error={found.error} onRetry={() => void found.refetch()} />
    );
  return (
    <Loading pending={found.isPending} skeleton={<Skeleton height="20rem" />}>
      {() =>
        found.data && (
          <div className={found.isPlaceholderData ? styles.stale : undefined} aria-busy={found.isPlaceholderData}>
            <Shown project={project} rule={rule} preview={found.data} />
          </div>
        )
      }
    </Loading>
  );
}

const SERIES = [
  { key: 'firing', label: 'fires', fill: 'var(--error)' },
  { key: 'quiet', label: 'does not fire', fill: 'var(--part-answer)' },
] as const;

function Shown({ project, rule, preview }: { project: string; rule: AlertRule; preview: Preview }) {
  const days = useDeferredValue(daysOf(preview, rule.direction));
  return (
    <div className={styles.preview}>
      <p>{preview.condition}</p>
      <p aria-live="polite">{previewSentence(preview)}</p>
      {days.some(({ value }) => value !== null) && <Days days={days} project={project} rule={rule} />}
      {preview.firings.length > 0 && <Firings rule={rule} firings={preview.firings} />}
    </div>
  );
}

interface DaysProps {
  days: readonly PreviewDay[];
  project: string;
  rule: AlertRule;
}

function Days({ days, project, rule }: DaysProps) {
  const nearest = rule.direction === 'above' ? 'highest' : 'lowest';
  return (
    <>
      <ColumnChart
        columns={days.map((day) => columnOf(day, project, rule))}
        series={SERIES}
        write={METRICS[rule.metric].write}
      />
      <p className={styles.legend}>
        {SERIES.map(({ key, label, fill }) => (
          <span key={key}>
            <span className={styles.swatch} style={{ background: fill }} aria-hidden />
            {label}
          </span>
        ))}
        <span>The {nearest} value of each day, UTC. A day without a column has no data, or 0.</span>
      </p>
    </>
  );
}

const columnOf = ({ day, value, isFiring }: PreviewDay, project: string, rule: AlertRule) => ({
  label: day.slice(5),
  title: `${day}: ${writeValue(rule.metric, value)}${isFiring ? ', fires' : ''}`,
  href: `${pagePath(project, 'costs')}?range=${day}T00:00Z..${day}T23:59Z`,
  values: { [isFiring ? 'firing' : 'quiet']: value ?? 0 },
});

const MOST_LISTED = 50;

function Firings({ rule, firings }: { rule: AlertRule; firings: Preview['firings'] }) {
  const listed = firings.toReversed().slice(0, MOST_LISTED);
  return (
    <>
      <SettingsTable
        label="When it would have fired"
        heads={['Fires at', 'Over at', { number: 'Value' }, ...(rule.compare === 'change' ? [WEEK_BEFORE] : [])]}
        actions={false}
      >
        {listed.map(({ from, to, value, compared }) => (
          <tr key={from.getTime()}>
            <RowHead>
              <AbsoluteTime time={from} />
            </RowHead>
            <td>{to ? <AbsoluteTime time={to} /> : 'still firing'}</td>
            <NumberCell>{writeValue(rule.metric, value)}</NumberCell>
            {rule.compare === 'change' && <NumberCell>{writeValue(rule.metric, compared)}</NumberCell>}
          </tr>
        ))}
      </SettingsTable>
      {firings.length > MOST_LISTED && <p>The newest {MOST_LISTED} are listed.</p>}
    </>
  );
}

const WEEK_BEFORE = { number: 'Week before' };
