'use client';
// The hidden-token dashboard: URL -> one query -> headline, days, models, tools.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { Loading, Skeleton } from '../../components/Skeleton.tsx';
import { useNow } from '../../lib/now.ts';
import { parseTimeRange, type TimeRange } from '../../lib/time-range.ts';
import { useTRPC } from '../../lib/trpc.ts';
import { Controls } from './Controls.tsx';
import { Cuts } from './Cuts.tsx';
import styles from './costs.module.css';
import { useCostsParams } from './use-costs-params.ts';

export function CostsScreen({ project }: { project: string }) {
  const [params, setParams] = useCostsParams();
  const now = useNow();
  const range = now === undefined ? undefined : parseTimeRange(params.range, new Date(now));
  const unreadable = now !== undefined && range === undefined;
  return (
    <div className={styles.screen}>
      <header className={styles.header}>
        <h1>Costs</h1>
        <Controls params={params} setParams={setParams} />
      </header>
      {unreadable ? (
        <EmptyState title="This range cannot be read">
          <p>“{params.range}” is neither one of the ranges above nor two moments such as 2026-11-01..2026-11-08.</p>
        </EmptyState>
      ) : (
        <SpendOfRange project={project} range={range} now={new Date(now ?? 0)} params={params} />
      )}
    </div>
  );
}

interface SpendOfRangeProps {
  project: string;
  /** undefined until the browser's clock is known. */
  range: TimeRange | undefined;
  now: Date;
  params: ReturnType<typeof useCostsParams>[0];
}

const EPOCH = new Date(0);

function SpendOfRange({ project, range, now, params }: SpendOfRangeProps) {
  const trpc = useTRPC();
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const input = { project, from: range?.from ?? EPOCH, to: range?.to ?? EPOCH, timeZone };
  const spend = useQuery({
    ...trpc.costs.spend.queryOptions(input),
    enabled: range !== undefined,
    placeholderData: keepPreviousData,
  });
  if (spend.isError) {
    return (
      <ErrorState title="The costs could not be loaded." error={spend.error} onRetry={() => void spend.refetch()} />
    );
  }
  return (
    <Loading pending={!spend.data || !range} skeleton={<CostsSkeleton />}>
      {() =>
        spend.data &&
        range && <Cuts answer={spend.data} range={{ ...range, timeZone, now }} params={params} project={project} />
      }
    </Loading>
  );
}

function CostsSkeleton() {
  return (
    <div className={styles.cuts}>
      <Skeleton height="4.5rem" />
      <Skeleton height="18rem" />
      <Skeleton height="12rem" />
    </div>
  );
}
