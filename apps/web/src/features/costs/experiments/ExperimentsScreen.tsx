'use client';
// The experiments of a project: what was asked again, and what it said.
import { useInfiniteQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { Button } from '../../../components/controls/Button.tsx';
import { Link } from '../../../components/controls/Link.tsx';
import { AbsoluteTime } from '../../../components/figures/AbsoluteTime.tsx';
import { NumberCell, RowHead, SettingsTable } from '../../../components/settings/SettingsPage.tsx';
import { EmptyState } from '../../../components/states/EmptyState.tsx';
import { ErrorState } from '../../../components/states/ErrorState.tsx';
import { Loading, Skeleton } from '../../../components/states/Skeleton.tsx';
import { PlainText } from '../../../components/text/PlainText.tsx';
import { useMayChange } from '../../../lib/account/rights.ts';
import { useTRPC } from '../../../lib/requests/trpc.ts';
import { DEFAULT_RANGE, isRange } from '../../../lib/time/time-range.ts';
import costs from '../costs.module.css';
import { CostsViews } from '../CostsViews.tsx';
import { dollars, experimentPath, isOpen, progressOf, stateWords, type ListedExperiment } from './experiment-words.ts';
import styles from './experiments.module.css';

const NewExperimentDialog = dynamic(async () => (await import('./NewExperimentDialog.tsx')).NewExperimentDialog);

const LOOK_AGAIN_MS = 2_000;

export function ExperimentsScreen({ project }: { project: string }) {
  const search = useSearchParams();
  const range = search.get('range') ?? '';
  const place = { project, q: search.get('q') ?? '', range: isRange(range) ? range : DEFAULT_RANGE };
  const mayChange = useMayChange();
  const [isNew, setNew] = useState(search.get('new') === '1');
  return (
    <div className={costs.screen}>
      <header className={costs.header}>
        <CostsViews place={place} current="Experiments" />
        {mayChange && (
          <Button look="primary" onClick={() => setNew(true)}>
            <Plus size={14} aria-hidden />
            New experiment…
          </Button>
        )}
      </header>
      <p className={styles.lead}>
        Would less thinking have done? Recorded steps are asked again with another setting, from exactly what the model
        saw, and their answers are compared.
      </p>
      <List project={project} />
      {isNew && mayChange && <NewExperimentDialog place={place} onClose={() => setNew(false)} />}
    </div>
  );
}

function List({ project }: { project: string }) {
  const pages = useInfiniteQuery(
    useTRPC().experiments.list.infiniteQueryOptions(
      { project },
      {
        getNextPageParam: ({ next }) => next,
        refetchInterval: ({ state }) =>
          state.data?.pages.some(({ rows }) => rows.some(isOpen)) ? LOOK_AGAIN_MS : false,
      },
    ),
  );
  if (pages.isError)
    return (
      <ErrorState
        title="The experiments could not be loaded."
        error={pages.error}
        onRetry={() => void pages.refetch()}
      />
    );
  const rows = pages.data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <Loading pending={pages.isPending} skeleton={<Skeleton height="8rem" />}>
      {() => (
        <>
          {rows.length === 0 ? <NoExperiments /> : <Table project={project} rows={rows} />}
          {pages.hasNextPage && (
            <Button onClick={() => void pages.fetchNextPage()} disabled={pages.isFetchingNextPage}>
              Show older experiments
            </Button>
          )}
        </>
      )}
    </Loading>
  );
}

const NoExperiments = () => (
  <EmptyState title="No experiments yet">
    <p>
      An experiment takes some recorded steps, asks a provider again with less thinking, and counts how often the same
      call comes back, within a budget in dollars.
    </p>
  </EmptyState>
);

const HEADS = ['Experiment', 'State', { number: 'Steps' }, { number: 'Answers' }, { number: 'Spent' }, 'Started by'];

const Table = ({ project, rows }: { project: string; rows: readonly ListedExperiment[] }) => (
  <SettingsTable label="Experiments" heads={HEADS} actions={false}>
    {rows.map((row) => (
      <Row key={row.id} project={project} row={row} />
    ))}
  </SettingsTable>
);

function Row({ project, row }: { project: string; row: ListedExperiment }) {
  const { ended, all } = progressOf(row);
  return (
    <tr>
      <RowHead>
        <Link href={experimentPath(project, row.id)}>
          <PlainText text={row.name} />
        </Link>
      </RowHead>
      <td>
        <span className={styles.state}>
          {stateWords(row)}
          {row.reason !== null && (
            <>
              {': '}
              <PlainText text={row.reason} />
            </>
          )}
        </span>
      </td>
      <NumberCell>{row.steps}</NumberCell>
      <NumberCell>
        {ended} of {all}
      </NumberCell>
      <NumberCell>
        {dollars(row.spent_usd)} of {dollars(row.budget_usd)}
      </NumberCell>
      <td>
        <AbsoluteTime time={new Date(row.created_at)} />
        <br />
        <PlainText text={row.made_by} />
      </td>
    </tr>
  );
}
