'use client';
// What the model had before a step: the system prompt, the tools with their schemas, and the turns that the request
// carried. Folded; a text loads when it is opened.
import { useState } from 'react';
import { ErrorState } from '../../../components/states/ErrorState.tsx';
import { PlainText } from '../../../components/text/PlainText.tsx';
import { Skeleton } from '../../../components/states/Skeleton.tsx';
import { exactCount, plural } from '../../../lib/figures/format.ts';
import type { TraceAddress } from '../navigation/trace-address.ts';
import { SystemPrompt, Tools } from '../panel/context/ContextFrame.tsx';
import { ContextMessages } from '../panel/context/ContextMessages.tsx';
import { useModelContext, type ModelContext } from '../panel/context/use-model-context.ts';
import { inputIn } from './TraceInput.tsx';
import styles from './messages.module.css';

interface RequestContextProps {
  address: TraceAddress;
  /** The model call. */
  spanId: string;
  /** The input, which the transcript shows in its own place; null when it is not available. */
  asked: string | null;
  find: string;
}

export function RequestContext({ address, spanId, asked, find }: RequestContextProps) {
  const { data, error, refetch } = useModelContext(address, spanId, 0);
  if (error)
    return <ErrorState inline title="The request could not be loaded." error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton width="40%" height="0.75rem" />;
  const parts = { address, spanId, seen: data, find };
  const earlier = earlierTurns(data, asked);
  const isCut = data.messages.length < data.messageCount;
  if (data.system.length === 0 && data.toolCount === 0 && earlier.length === 0) return null;
  return (
    <div className={styles.context}>
      <SystemPrompt {...parts} />
      <Tools {...parts} />
      {earlier.length > 0 && (
        <details>
          <summary>{plural(isCut ? data.messageCount - 1 : earlier.length, 'earlier message')} in the request</summary>
          <ContextMessages {...parts} messages={earlier} />
          {isCut && <p>The Context of a step has all {exactCount(data.messageCount)} messages.</p>}
        </details>
      )}
    </div>
  );
}

/** The messages of the first request before its input. */
export function earlierTurns({ messages }: Pick<ModelContext, 'messages'>, asked: string | null) {
  const input = asked === null ? undefined : inputIn(messages, asked);
  return input === undefined ? messages : messages.filter(({ index }) => index !== input.place.index);
}

/** The same for an agent that takes over: its request loads when it is opened. */
export function AgentContext({ agent, ...request }: Omit<RequestContextProps, 'asked'> & { agent: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.context} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        What <PlainText text={agent} /> was given
      </summary>
      {isOpen && <RequestContext {...request} asked={null} />}
    </details>
  );
}
