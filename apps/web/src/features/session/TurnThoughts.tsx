'use client';
// A short Why timeline in place: each thought of the turn and the action it led to, as links into the trace.
import { useQuery } from '@tanstack/react-query';
import { Link } from '../../components/controls/Link.tsx';
import { useEffect, useMemo, useRef } from 'react';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { Percent } from '../../components/figures/numbers.tsx';
import { QuotedMessage } from '../../components/text/QuotedMessage.tsx';
import { Skeleton } from '../../components/states/Skeleton.tsx';
import { ActionLine } from '../../components/steps/ActionLine.tsx';
import { StepMoney } from '../../components/steps/StepMoney.tsx';
import { TextlessThought } from '../../components/steps/TextlessThought.tsx';
import { ThoughtText } from '../../components/text/ThoughtText.tsx';
import { plural } from '../../lib/figures/format.ts';
import { decodeSkeleton } from '../../lib/skeleton/skeleton.ts';
import { namesOf } from '../../lib/skeleton/span-names.ts';
import { buildSteps } from '../../lib/steps/build-steps.ts';
import { stepAction } from '../../lib/steps/step-action.ts';
import { type OpenCall } from '../../lib/steps/call-outcome.ts';
import { hasText, hiddenShareOf, openWords } from '../../lib/steps/sentences.ts';
import type { Step } from '../../lib/steps/step-tree.ts';
import { isHidden } from '../../lib/figures/thinking.ts';
import { useTRPC, type RouterOutputs } from '../../lib/requests/trpc.ts';
import styles from './session.module.css';

/** The trace page shows the rest. All texts are loaded in one request, so their keys must fit into one URL. */
const MAX_STEPS = 30;
const ASK_EVERY_MS = 3000;
/** Agents that are nested deeper keep this indent. */
const MAX_LEVELS = 4;

type Preview = RouterOutputs['trace']['previews'][number];

interface TurnThoughtsProps {
  project: string;
  trace: string;
  live: boolean;
  /** The trace's URL. */
  href: string;
}

export function TurnThoughts({ project, trace, live, href }: TurnThoughtsProps) {
  const { skeleton, steps, shown, previews, byKey } = useThoughts({ project, trace, live });
  if (skeleton.error)
    return (
      <ErrorState
        inline
        title="The thoughts could not be loaded."
        error={skeleton.error}
        onRetry={() => void skeleton.refetch()}
      />
    );
  if (!skeleton.data) return <Skeleton height="3rem" />;
  return (
    <>
      <ol className={styles.thoughts} aria-label="Thoughts and what they led to">
        {shown.map((step) => (
          <ThoughtLine
            key={step.key}
            step={step}
            preview={step.thought.key ? byKey.get(step.thought.key) : undefined}
            failed={previews.isError}
            open={openWords({ live, past: false })}
            href={href}
          />
        ))}
      </ol>
      {previews.error && (
        <ErrorState
          inline
          title="The texts could not be loaded."
          error={previews.error}
          onRetry={() => void previews.refetch()}
        />
      )}
      {steps.length > MAX_STEPS && (
        <Link href={href} prefetch={false} className={styles.more}>
          {plural(steps.length - MAX_STEPS, 'more step')} in the trace →
        </Link>
      )}
    </>
  );
}

/** The steps of a trace, and the texts of those that are shown. */
function useThoughts({ project, trace, live }: Omit<TurnThoughtsProps, 'href'>) {
  const trpc = useTRPC();
  const skeleton = useQuery({
    ...trpc.trace.skeleton.queryOptions({ project, trace }, { trpc: { context: { alone: true } } }),
    refetchInterval: live ? ASK_EVERY_MS : false,
  });
  const rows = skeleton.data?.rows;
  const steps = useMemo(() => (rows ? buildSteps(decodeSkeleton(rows)).steps : []), [rows]);
  const shown = steps.slice(0, MAX_STEPS);
  const calls = shown.flatMap(({ thought, kind, calls: [first] }) => [
    ...(thought.key ? [thought.key] : []),
    ...(kind === 'answer' && first ? [first.key] : []),
  ]);
  const keys = [...new Set(calls)].map((key) => key.replace(':', '.')).join(',');
  const previews = useQuery({
    ...trpc.trace.previews.queryOptions({ project, trace, calls: keys }),
    enabled: keys !== '',
  });
  useNewTexts(rows, previews.refetch);
  const byKey = useMemo(
    () =>
      new Map(
        previews.data?.flatMap((preview) =>
          namesOf(`${preview.spanId}:${preview.index}`).map((key) => [key, preview] as const),
        ),
      ),
    [previews.data],
  );
  return { skeleton, steps, shown, previews, byKey };
}

/** Loads the texts again when the rows have changed: those of a streaming answer change under the same keys. */
function useNewTexts(rows: unknown, refetch: () => unknown): void {
  const before = useRef(rows);
  useEffect(() => {
    if (before.current !== undefined && before.current !== rows) void refetch();
    before.current = rows;
  }, [rows, refetch]);
}

interface ThoughtLineProps {
  step: Step;
  preview: Preview | undefined;
  failed: boolean;
  open: OpenCall;
  href: string;
}

function ThoughtLine({ step, preview, failed, open, href }: ThoughtLineProps) {
  const { paid, level } = step;
  const share = paid ? hiddenShareOf(paid) : undefined;
  return (
    <li className={styles.thoughtLine} style={{ paddingLeft: `${Math.min(level - 1, MAX_LEVELS)}rem` }}>
      <Link href={`${href}?step=${step.number}`} prefetch={false} className={styles.stepNumber} title="Open the step">
        <span className="visually-hidden">Step </span>
        {step.number}
      </Link>
      <div className={styles.thoughtBody}>
        <Thought step={step} preview={preview} failed={failed} />
        {preview?.preamble && step.thought.hasPreamble && (
          <p className={styles.said}>
            <QuotedMessage text={preview.preamble} />
          </p>
        )}
        <p className={styles.action}>
          <span aria-hidden>→ </span>
          <ActionLine action={stepAction(step)} open={open} />
        </p>
      </div>
      <span className={styles.paid}>
        {paid ? (
          <>
            <StepMoney step={step} />
            {share !== undefined && share > 0 && (
              <span className={styles.hidden}>
                {' '}
                ▨ <Percent share={share} />
              </span>
            )}
          </>
        ) : (
          '—'
        )}
      </span>
    </li>
  );
}

function Thought({ step, preview, failed }: Pick<ThoughtLineProps, 'step' | 'preview' | 'failed'>) {
  const { thought, shares } = step;
  if (hasText(thought)) {
    if (!preview?.thought)
      return failed ? (
        <p className={styles.error}>✕ Text could not be loaded</p>
      ) : (
        <Skeleton width="70%" height="0.875rem" />
      );
    return (
      <p className={styles.thought} data-state={thought.state}>
        <ThoughtText text={preview.thought} />
        {thought.state === 'summary' && <span className={styles.summaryTag}> summary</span>}
      </p>
    );
  }
  const owner = shares && shares !== 'missing' ? shares.label : undefined;
  return (
    <p className={isHidden(thought.state) ? styles.hiddenThought : styles.noThought}>
      <TextlessThought step={step} owner={owner} />
    </p>
  );
}
