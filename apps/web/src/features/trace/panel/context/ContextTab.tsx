'use client';
// Context: what the model had in context for the step. The outline loads at once, a text when it is opened.
import { useState } from 'react';
import { Button } from '../../../../components/controls/Button.tsx';
import { ErrorState } from '../../../../components/states/ErrorState.tsx';
import { PlainText } from '../../../../components/text/PlainText.tsx';
import { Skeleton } from '../../../../components/states/Skeleton.tsx';
import { exactCount } from '../../../../lib/figures/format.ts';
import { useTextRefusal } from '../../../../lib/traces/shared-trace.ts';
import { missingWords } from '../missing-words.ts';
import { ContextMessages } from './ContextMessages.tsx';
import { SystemPrompt, Tools } from './ContextFrame.tsx';
import { contextSentence } from './context-words.ts';
import type { StepView } from '../step-view.ts';
import { useModelContext, type ModelContext } from './use-model-context.ts';
import styles from './context.module.css';

const PAGE = 200;

export function ContextTab(view: StepView) {
  const { step } = view;
  const refusal = useTextRefusal();
  if (refusal) return <p>{refusal}</p>;
  if (step.kind === 'run' || !step.span) return <p>A tool ran here, so there is no model context.</p>;
  return <SeenOf {...view} spanId={step.span.id} />;
}

function SeenOf({ spanId, ...view }: StepView & { spanId: string }) {
  const { address, find, labelOf } = view;
  // New messages are at the end: a long history opens there and shows earlier ones on request.
  const [offset, setOffset] = useState(0);
  const { data, error, refetch } = useModelContext(address, spanId, offset);
  if (error)
    return <ErrorState inline title="The context could not be loaded." error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton width="60%" height="0.75rem" />;
  const before = data.before === null ? undefined : labelOf(data.before);
  const fresh = data.messages.filter(({ isNew }) => isNew);
  const old = data.messages.filter(({ isNew }) => !isNew);
  const parts = { address, spanId, seen: data, find };
  return (
    <div className={styles.seen}>
      <p>{data.messageCount === 0 ? 'The request was not recorded.' : contextSentence(data, before)}</p>
      <Lacks seen={data} step={view.step.number} />
      {fresh.length > 0 && data.before !== null && (
        <section>
          <h3>New since {before ?? 'the call before'}</h3>
          <ContextMessages {...parts} messages={fresh} />
        </section>
      )}
      {data.before === null && data.messages.length > 0 && (
        <section>
          <h3>Messages</h3>
          <ContextMessages {...parts} messages={data.messages} />
        </section>
      )}
      {data.before !== null && old.length > 0 && (
        <details className={styles.group}>
          <summary>
            {exactCount(data.messageCount - data.newCount)} earlier{' '}
            {data.messageCount - data.newCount === 1 ? 'message' : 'messages'}
          </summary>
          <ContextMessages {...parts} messages={old} />
        </details>
      )}
      <Paging seen={data} offset={offset} onOffset={setOffset} />
      <SystemPrompt {...parts} />
      <Tools {...parts} />
    </div>
  );
}

function Lacks({ seen: { lacks }, step }: { seen: ModelContext; step: number }) {
  if (lacks.length === 0) return null;
  return (
    <ul className={styles.lacks}>
      {lacks.map((lack, index) => (
        <li key={index}>
          <PlainText text={missingWords(lack, `Step ${step}`)} />
        </li>
      ))}
    </ul>
  );
}

interface PagingProps {
  seen: ModelContext;
  offset: number;
  onOffset: (offset: number) => void;
}

function Paging({ seen: { messageCount }, offset, onOffset }: PagingProps) {
  if (messageCount <= PAGE) return null;
  return (
    <p className={styles.paging}>
      Messages {exactCount(offset + 1)}–{exactCount(Math.min(offset + PAGE, messageCount))} of{' '}
      {exactCount(messageCount)}
      {offset > 0 && <Button onClick={() => onOffset(offset - PAGE)}>Before</Button>}
      {offset + PAGE < messageCount && <Button onClick={() => onOffset(offset + PAGE)}>Next</Button>}
    </p>
  );
}
