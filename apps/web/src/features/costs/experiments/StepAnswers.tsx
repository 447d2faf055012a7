'use client';
// The calls of one step side by side: as recorded, and in each answer.
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../components/states/ErrorState.tsx';
import { Skeleton } from '../../../components/states/Skeleton.tsx';
import { PlainText } from '../../../components/text/PlainText.tsx';
import { useTRPC } from '../../../lib/requests/trpc.ts';
import type { ShownExperiment, ShownStep } from './experiment-words.ts';
import styles from './experiments.module.css';

interface StepAnswersProps {
  project: string;
  shown: ShownExperiment;
  step: ShownStep;
}

export function StepAnswers({ project, shown, step: { traceId, spanId } }: StepAnswersProps) {
  const texts = useQuery(useTRPC().experiments.answers.queryOptions({ project, id: shown.id, traceId, spanId }));
  if (texts.isError) return <ErrorState inline title="The answers could not be loaded." error={texts.error} />;
  if (!texts.data) return <Skeleton height="4rem" />;
  const { recorded, answers } = texts.data;
  return (
    <div className={styles.sides}>
      <section>
        <h3>As recorded</h3>
        {recorded === null ? (
          <p>The recorded step is not complete, or not stored any more.</p>
        ) : (
          <Calls calls={recorded} />
        )}
      </section>
      {answers.map(({ arm, repeat, state, calls, text, reason }) => (
        <section key={`${arm}/${repeat}`}>
          <h3>
            <PlainText text={`${shown.arms[arm]?.name ?? ''}, ${repeat}`} />
          </h3>
          {calls === null ? (
            <p>
              {state.replaceAll('_', ' ')}
              {reason !== null && (
                <>
                  {': '}
                  <PlainText text={reason} />
                </>
              )}
            </p>
          ) : (
            <Calls calls={calls} text={text} />
          )}
        </section>
      ))}
    </div>
  );
}

interface CallsProps {
  calls: readonly { name: string; arguments: string | null }[];
  text?: string | null;
}

const Calls = ({ calls, text }: CallsProps) => (
  <>
    {calls.length === 0 && <p>No call: it answered.</p>}
    {calls.map((call, index) => (
      <div key={index}>
        <code>
          <PlainText text={call.name} />
        </code>
        <pre>{call.arguments === null ? 'The project keeps no arguments.' : <PlainText text={call.arguments} />}</pre>
      </div>
    ))}
    {text && (
      <pre>
        <PlainText text={text} />
      </pre>
    )}
  </>
);
