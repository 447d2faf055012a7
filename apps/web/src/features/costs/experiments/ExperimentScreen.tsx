'use client';
// One experiment: its progress, what it measured, and its steps.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { Button } from '../../../components/controls/Button.tsx';
import { Link } from '../../../components/controls/Link.tsx';
import { AbsoluteTime } from '../../../components/figures/AbsoluteTime.tsx';
import { ErrorState } from '../../../components/states/ErrorState.tsx';
import { Loading, Skeleton } from '../../../components/states/Skeleton.tsx';
import { PlainText } from '../../../components/text/PlainText.tsx';
import { useMayChange } from '../../../lib/account/rights.ts';
import { plural } from '../../../lib/figures/format.ts';
import { useTRPC } from '../../../lib/requests/trpc.ts';
import { toast } from '../../../lib/toast.ts';
import costs from '../costs.module.css';
import { dollars, experimentsPath, isOpen, progressOf, stateWords, type ShownExperiment } from './experiment-words.ts';
import styles from './experiments.module.css';
import { ResultSentence } from './ResultSentence.tsx';
import { ResultTable } from './ResultTable.tsx';
import { StepTable } from './StepTable.tsx';

const ResumeDialog = dynamic(async () => (await import('./ResumeDialog.tsx')).ResumeDialog);

const LOOK_AGAIN_MS = 1_500;

export function ExperimentScreen({ project, id }: { project: string; id: string }) {
  const one = useQuery(
    useTRPC().experiments.one.queryOptions(
      { project, id },
      { refetchInterval: ({ state }) => (state.data && isOpen(state.data) ? LOOK_AGAIN_MS : false) },
    ),
  );
  return (
    <div className={costs.screen}>
      <p>
        <Link href={experimentsPath(project)}>Experiments</Link>
      </p>
      {one.isError ? (
        <ErrorState title="The experiment could not be loaded." error={one.error} onRetry={() => void one.refetch()} />
      ) : (
        <Loading pending={one.isPending} skeleton={<Skeleton height="16rem" />}>
          {() => one.data && <Experiment project={project} shown={one.data} />}
        </Loading>
      )}
    </div>
  );
}

interface ExperimentProps {
  project: string;
  shown: ShownExperiment;
}

function Experiment({ project, shown }: ExperimentProps) {
  return (
    <div className={costs.cuts}>
      <header className={costs.header}>
        <h1>
          <PlainText text={shown.name} />
        </h1>
        <Actions project={project} shown={shown} />
      </header>
      <Progress shown={shown} />
      {shown.arms.map(
        (arm) =>
          !arm.baseline &&
          arm.says !== null && (
            <p key={arm.name} className={styles.says}>
              <ResultSentence says={`${arm.says}.`} />
            </p>
          ),
      )}
      <ResultTable shown={shown} />
      <StepTable project={project} shown={shown} />
    </div>
  );
}

function Progress({ shown }: { shown: ShownExperiment }) {
  const { ended, all } = progressOf(shown);
  return (
    <section aria-label="Progress">
      <p role="status">
        <strong>{stateWords(shown)}</strong>
        {shown.reason !== null && (
          <>
            {': '}
            <PlainText text={shown.reason} />
          </>
        )}
      </p>
      <progress className={styles.progress} value={ended} max={Math.max(all, 1)} aria-label="Answers" />
      <p className={styles.facts}>
        <span>
          {ended} of {plural(all, 'answer')}
        </span>
        <span>
          {dollars(shown.spent_usd)} of {dollars(shown.budget_usd)} spent
        </span>
        <span>{plural(shown.steps, 'step')}</span>
        <span>
          Filter: <PlainText text={shown.filter || 'none'} />
        </span>
        <span>
          Started <AbsoluteTime time={new Date(shown.created_at)} /> by <PlainText text={shown.made_by} />
        </span>
      </p>
      {shown.runs_on === 'worker' && isOpen(shown) && (
        <p>
          A worker asks it: <code>npx subtext experiment run {shown.id}</code>
        </p>
      )}
    </section>
  );
}

function Actions({ project, shown }: ExperimentProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const mayChange = useMayChange();
  const [isResuming, setResuming] = useState(false);
  const stop = useMutation(
    trpc.experiments.stop.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries({ queryKey: trpc.experiments.pathKey() }),
      onError: (error) => toast('The experiment was not stopped.', error.message),
    }),
  );
  if (!mayChange || shown.state === 'done') return null;
  if (isOpen(shown))
    return (
      <Button onClick={() => stop.mutate({ project, id: shown.id })} disabled={stop.isPending}>
        Stop
      </Button>
    );
  return (
    <>
      <Button onClick={() => setResuming(true)}>Go on…</Button>
      {isResuming && <ResumeDialog project={project} shown={shown} onClose={() => setResuming(false)} />}
    </>
  );
}
