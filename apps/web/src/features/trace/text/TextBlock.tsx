'use client';
// One text of a call in its typeface: serif for thinking, mono for tools, sans for messages. Long texts load in pieces.
import { REDACTED_THINKING } from '@subtext/reasoning';
import { Suspense, type ReactNode } from 'react';
import { CopyButton } from '../../../components/controls/CopyButton.tsx';
import { ErrorState } from '../../../components/states/ErrorState.tsx';
import { PlainText } from '../../../components/text/PlainText.tsx';
import { Skeleton } from '../../../components/states/Skeleton.tsx';
import { ThinkingMark } from '../../../components/text/ThinkingMark.tsx';
import { ThoughtText } from '../../../components/text/ThoughtText.tsx';
import { isFormatted } from '../../../lib/text/formatted-text.ts';
import { later } from '../../../lib/later.ts';
import { signWords } from '../../../lib/text/sign-words.ts';
import { foldBase64 } from '../json/fold-base64.ts';
import { JsonOrText } from '../json/JsonOrText.tsx';
import { MediaOfResult } from '../media/later-media.tsx';
import { PIECE } from './load-pieces.ts';
import { LongText } from './LongText.tsx';
import { prettyJson } from '../json/pretty-json.ts';
import { useAskCallText, useCallText, useLoadCallText, type TextAddress } from './use-call-text.ts';
import type { TraceAddress } from '../navigation/trace-address.ts';
import styles from './text-block.module.css';

const FormattedText = later(async () => (await import('../../../components/text/FormattedText.tsx')).FormattedText);

type Voice = 'thinking' | 'saying' | 'doing';

interface TextBlockProps {
  address: TraceAddress;
  text: TextAddress;
  voice: Voice;
  find: string;
  /** Shown when there is no such text. */
  absent?: ReactNode;
  /** JSON can be viewed as a tree. */
  asTree?: boolean;
  /** Still streaming: shown as plain text until it is complete. */
  isGrowing?: boolean;
}

export function TextBlock({ address, text, voice, find, absent, asTree = false, isGrowing = false }: TextBlockProps) {
  const first = useCallText(address, text);
  const loadAll = useLoadCallText(address, text);
  const ask = useAskCallText(address, text);
  const total = first.data?.totalCharacters ?? 0;
  const load = () => loadAll(total);
  if (first.data?.text === REDACTED_THINKING) return <ThinkingMark state="redacted" />;
  if (first.data === null) return absent ?? <p className={styles.quiet}>Not captured.</p>;
  if (first.data && total === 0) return <p className={styles.quiet}>Empty.</p>;
  const signs = signWords(first.data?.text ?? '');
  const asText = (
    <div className={styles.block}>
      {total > PIECE ? (
        <LongText
          name={text.field}
          file={`${text.field}-${text.key.replace(':', '-')}`}
          {...{ voice, total, ask, load, find }}
        />
      ) : (
        <div className={styles[voice]} dir="auto" {...(voice === 'doing' && scrollable(text.field))}>
          <ShortText {...{ address, text, voice, find, isGrowing }} />
        </div>
      )}
      {first.data && total <= PIECE && (
        <span className={styles.copy}>
          <CopyButton iconOnly text={first.data.text} label={`Copy ${nameOf(text.field, voice)}`} />
        </span>
      )}
      {signs && <p className={styles.quiet}>{signs}</p>}
    </div>
  );
  const id = [address.trace, text.key, text.field, total];
  const media = text.field === 'result' && first.data && (
    <MediaOfResult {...{ id, load, total }} text={first.data.text} />
  );
  if (!asTree || isGrowing || !first.data)
    return (
      <>
        {asText}
        {media}
      </>
    );
  return (
    <>
      <JsonOrText {...{ id, total, load, find }} name={text.field} text={first.data.text} isWhole={total <= PIECE}>
        {asText}
      </JsonOrText>
      {media}
    </>
  );
}

/** An answer is stored as the argument of its pseudo call. */
const nameOf = (field: TextAddress['field'], voice: Voice): string =>
  field === 'preamble' ? 'the message' : `the ${field === 'arguments' && voice === 'saying' ? 'answer' : field}`;

/** The height is limited, and scrollable content must be reachable by keyboard. */
const scrollable = (name: string) => ({ tabIndex: 0, role: 'group', 'aria-label': name });

function ShortText({ address, text, voice, find, isGrowing }: Omit<TextBlockProps, 'absent' | 'asTree'>) {
  const { data, error, refetch } = useCallText(address, text);
  if (error)
    return <ErrorState inline title="The text could not be loaded." error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton width="80%" height="0.75rem" />;
  if (voice === 'thinking') return <ThoughtText text={data.text} find={find} />;
  const shown = foldBase64(voice === 'saying' ? shownMessage(data.text) : data.text);
  const plain = <PlainText text={voice === 'doing' ? prettyJson(shown) : shown} find={find} />;
  if (voice !== 'saying' || isGrowing || !isFormatted(shown)) return plain;
  return (
    <Suspense fallback={plain}>
      <FormattedText text={shown} find={find} />
    </Suspense>
  );
}

/**
 * A model's message for display: it often begins with empty lines after a thought, which are removed here. Copies keep
 * them.
 */
export function shownMessage(text: string): string {
  const shown = text.replace(/^(?:[ \t]*\r?\n)+/, '');
  return shown.trim() === '' ? text : shown;
}
