'use client';
// The steps of an experiment. A row opens to both calls side by side.
import { useInfiniteQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { Button } from '../../../components/controls/Button.tsx';
import { Link } from '../../../components/controls/Link.tsx';
import { RowActions, RowHead, SettingsTable } from '../../../components/settings/SettingsPage.tsx';
import { ErrorState } from '../../../components/states/ErrorState.tsx';
import { Loading, Skeleton } from '../../../components/states/Skeleton.tsx';
import { PlainText } from '../../../components/text/PlainText.tsx';
import { tracePath } from '../../../lib/address/pages.ts';
import { useReadsTexts } from '../../../lib/account/rights.ts';
import { useTRPC } from '../../../lib/requests/trpc.ts';
import { answersWords, isOpen, type ShownExperiment, type ShownStep } from './experiment-words.ts';
import { StepAnswers } from './StepAnswers.tsx';

const LOOK_AGAIN_MS = 3_000;

interface StepTableProps {
  project: string;
  shown: ShownExperiment;
}

export function StepTable({ project, shown }: StepTableProps) {
  const pages = useInfiniteQuery(
    useTRPC().experiments.steps.infiniteQueryOptions(
      { project, id: shown.id },
      { getNextPageParam: ({ next }) => next, refetchInterval: isOpen(shown) ? LOOK_AGAIN_MS : false },
    ),
  );
  if (pages.isError)
    return (
      <ErrorState title="The steps could not be loaded." error={pages.error} onRetry={() => void pages.refetch()} />
    );
  return (
    <section aria-label="Steps">
      <h2>Steps</h2>
      <Loading pending={pages.isPending} skeleton={<Skeleton height="8rem" />}>
        {() => <Rows project={project} shown={shown} rows={pages.data?.pages.flatMap(({ rows }) => rows) ?? []} />}
      </Loading>
      {pages.hasNextPage && (
        <Button onClick={() => void pages.fetchNextPage()} disabled={pages.isFetchingNextPage}>
          Show more steps
        </Button>
      )}
    </section>
  );
}

function Rows({ project, shown, rows }: StepTableProps & { rows: readonly ShownStep[] }) {
  const readsTexts = useReadsTexts();
  const [open, setOpen] = useState<string>();
  const heads = [
    'Step',
    'Model',
    'Effort',
    ...shown.arms.map(({ name, baseline }) => (baseline ? `${name}, again` : name)),
  ];
  return (
    <SettingsTable label="Steps" heads={heads} actions={readsTexts}>
      {rows.map((row) => (
        <Fragment key={row.spanId}>
          <tr>
            <RowHead>
              <Link href={`${tracePath(project, row.traceId)}?view=spans&span=${row.spanId}`}>
                {row.traceId.slice(0, 8)} · {row.spanId.slice(0, 6)}
              </Link>
            </RowHead>
            <td>
              <PlainText text={row.model ?? 'not reported'} />
            </td>
            <td>{row.effort ?? 'not reported'}</td>
            {shown.arms.map((arm, index) => (
              <td key={arm.name}>{answersWords(row.answers.filter((answer) => answer.arm === index))}</td>
            ))}
            {readsTexts && (
              <RowActions>
                <Button
                  look="quiet"
                  aria-expanded={open === row.spanId}
                  aria-label={`Compare the calls of ${row.spanId.slice(0, 6)}`}
                  onClick={() => setOpen(open === row.spanId ? undefined : row.spanId)}
                >
                  {open === row.spanId ? 'Close' : 'Compare'}
                </Button>
              </RowActions>
            )}
          </tr>
          {open === row.spanId && (
            <tr>
              <td colSpan={heads.length + 1}>
                <StepAnswers project={project} shown={shown} step={row} />
              </td>
            </tr>
          )}
        </Fragment>
      ))}
    </SettingsTable>
  );
}
