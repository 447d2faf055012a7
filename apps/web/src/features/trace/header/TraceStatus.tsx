// The outcome of the trace and its models. The page's connection is mentioned only while it receives no updates.
import { useMemo } from 'react';
import { PlainText } from '../../../components/text/PlainText.tsx';
import { Tag } from '../../../components/text/Tag.tsx';
import { NO_END, NOT_REPORTED, plural } from '../../../lib/figures/format.ts';
import { failuresIn } from '../../../lib/steps/call-outcome.ts';
import { errorsIn, isAwaited } from '../../../lib/steps/sentences.ts';
import type { Timeline } from '../../../lib/steps/step-tree.ts';
import { drawnText } from '../../../lib/text/visible-text.ts';
import type { Listening, TraceSummary } from '../data/use-trace.ts';
import styles from './header.module.css';

/** Shown only when the page receives no updates. */
const LISTENING_WORDS: Partial<Record<Listening, string>> = {
  reconnecting: ' · reconnecting',
  unreachable: ' · the server does not answer, trying again',
  away: ' · the database cannot be reached, trying again',
  refused: ' · too many pages listen: reload for what is new',
  closed: ' · reload for what is new',
};

interface TraceStatusProps {
  summary: TraceSummary;
  timeline: Timeline | undefined;
  live: boolean;
  listening: Listening;
  past: boolean;
}

export function TraceStatus({ summary, timeline, live, listening, past }: TraceStatusProps) {
  const { errors: inSteps, probable, isUnanswered } = useOutcome(timeline);
  // When no step failed, a span of another kind may have.
  const failed = past ? (inSteps ?? 0) : inSteps || summary.errors;
  const recovered = summary.recovered && !live && !past;
  return (
    <span className={styles.status}>
      {summary.root?.status === 'error' && !past ? (
        <span className={styles.error}>✕ failed</span>
      ) : failed > 0 && !recovered ? (
        <span className={styles.error}>✕ {plural(failed, 'error')}</span>
      ) : (
        !live && !past && (summary.hasNoEnd || isUnanswered ? <NoEnd /> : <span className={styles.ok}>✓ done</span>)
      )}
      {failed > 0 && recovered && <span className={styles.quiet}>{plural(failed, 'failed call')}</span>}
      {probable > 0 && (
        <span className={styles.error} title={`${PROBABLE} They are not counted as errors.`}>
          ✕? {probable} probably failed
        </span>
      )}
      {live && !past && (
        <span className={styles.running}>
          ◐ may still be running
          {LISTENING_WORDS[listening]}
        </span>
      )}
      <Models models={summary.models} />
    </span>
  );
}

const NoEnd = () => (
  <span className={styles.quiet} title="The trace or one of its model calls has no recorded end">
    <span aria-hidden>{NOT_REPORTED} </span>
    {NO_END}
  </span>
);

/** With more models, none of the names would have enough space. */
const MAX_MODELS = 2;

function Models({ models }: { models: readonly string[] }) {
  const more = models.slice(MAX_MODELS);
  return (
    <>
      {models.slice(0, MAX_MODELS).map((model) => (
        <Tag key={model}>
          <PlainText text={model} />
        </Tag>
      ))}
      {more.length > 0 && (
        <span className={styles.quiet} title={drawnText(more.join(', '))}>
          +{plural(more.length, 'model')}
        </span>
      )}
    </>
  );
}

const PROBABLE = 'Calls whose results read like errors.';

const useOutcome = (timeline: Timeline | undefined) =>
  useMemo(
    () => ({
      probable: timeline?.steps.reduce((sum, { calls }) => sum + failuresIn(calls).probable, 0) ?? 0,
      errors: timeline?.steps.reduce((sum, step) => sum + errorsIn(step), 0),
      isUnanswered: timeline?.steps.some(isAwaited) === true,
    }),
    [timeline],
  );
