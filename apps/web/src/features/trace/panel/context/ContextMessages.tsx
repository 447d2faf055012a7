// The messages of a request with their parts: role, kind, and share of the context.
import { Fragment } from 'react';
import { PlainText } from '../../../../components/text/PlainText.tsx';
import { exactCount } from '../../../../lib/figures/format.ts';
import { PartMedia } from '../../media/later-media.tsx';
import { ContextText } from './ContextText.tsx';
import { partWords, roleWords, shareWords } from './context-words.ts';
import type { TraceAddress } from '../../navigation/trace-address.ts';
import type { ModelContext, ContextMessage, ContextPart } from './use-model-context.ts';
import styles from './context.module.css';

interface SeenMessagesProps {
  address: TraceAddress;
  spanId: string;
  seen: ModelContext;
  find: string;
  messages: readonly ContextMessage[];
}

export function ContextMessages({ messages, seen, ...place }: SeenMessagesProps) {
  return (
    <ol className={styles.messages}>
      {messages.map((message) => (
        <li key={message.index} value={message.index + 1}>
          <p className={styles.role}>
            <span className={styles.number}>{message.index + 1}</span> <PlainText text={roleWords(message)} />{' '}
            <span className={styles.share}>{shareWords(message.characters, seen)}</span>
          </p>
          {message.parts.map((part, index) => (
            <Fragment key={index}>
              {!isMedia(part) && (
                <ContextText
                  {...place}
                  place={{ section: 'message', index: message.index, part: index }}
                  voice={voiceOf(part)}
                  head={<PartHead part={part} />}
                  share=""
                  preview={part.preview}
                  characters={part.characters}
                />
              )}
              <div className={styles.media}>
                <PartMedia
                  address={place.address}
                  place={{ spanId: place.spanId, from: 'request', index: message.index, part: index }}
                  media={part.media}
                />
              </div>
            </Fragment>
          ))}
          {message.more > 0 && (
            <p className={styles.share}>{exactCount(message.more)} more parts are in the Raw view.</p>
          )}
        </li>
      ))}
    </ol>
  );
}

/** The facts of an image say more than the name of its block. */
const isMedia = ({ kind, media }: ContextPart): boolean => kind === 'other' && media.length > 0;

function PartHead({ part: { kind, name, failed } }: { part: ContextPart }) {
  if (kind === 'text') return null;
  return (
    <span className={styles.part}>
      {failed && '✕ '}
      {partWords(kind)}{' '}
      {name && (
        <code className={styles.tool}>
          <PlainText text={name} />
        </code>
      )}
    </span>
  );
}

function voiceOf({ kind }: ContextPart): 'thinking' | 'saying' | 'doing' {
  if (kind === 'reasoning') return 'thinking';
  return kind === 'tool_call' || kind === 'tool_result' ? 'doing' : 'saying';
}
