'use client';
// One text of a call in the voice it was spoken in: serif thinking, mono doing, sans saying. Long ones come a piece at a time.
import { REDACTED_THINKING } from '@subtext/reasoning';
import { Suspense, useState, type ReactNode } from 'react';
import { Button } from '../../components/Button.tsx';
import { CopyButton } from '../../components/CopyButton.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { PlainText } from '../../components/PlainText.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { ThinkingMark } from '../../components/ThinkingMark.tsx';
import { ThoughtText } from '../../components/ThoughtText.tsx';
import { exactCount } from '../../lib/format.ts';
import { isFormatted } from '../../lib/formatted-text.ts';
import { later } from '../../lib/later.ts';
import { foldBase64 } from './fold-base64.ts';
import { JsonOrText } from './json/JsonOrText.tsx';
import { PIECE } from './load-pieces.ts';
import { prettyJson } from './pretty-json.ts';
import { signWords } from './signs.ts';
import { TakeText } from './TakeText.tsx';
import { useCallText, useLoadCallText, type TextAddress } from './use-call-text.ts';
import type { TraceAddress } from './trace-address.ts';
import styles from './panel.module.css';

const FormattedText = later(async () => (await import('../../components/FormattedText.tsx')).FormattedText);

type Voice = 'thinking' | 'saying' | 'doing';

interface TextBlockProps {
  address: TraceAddress;
  text: TextAddress;
  voice: Voice;
  find: string;
  /** In its place when there is no such text. */
  absent?: ReactNode;
  /** JSON may be read as a tree. */
  asTree?: boolean;
}

export function TextBlock({ address, text, voice, find, absent, asTree = false }: TextBlockProps) {
  const [pieces, setPieces] = useState(1);
  const first = useCallText(address, text);
  const load = useLoadCallText(address, text);
  const total = first.data?.totalCharacters ?? 0;
  const size = first.data?.text.length ?? 0;
  // Offsets are in characters of the database; a piece of 64,000 may have more UTF-16 units.
  const shown = Math.min(total, pieces * PIECE);
  if (first.data?.text === REDACTED_THINKING) return <ThinkingMark state="redacted" />;
  if (first.data === null) return absent ?? <p className={styles.quiet}>Not captured.</p>;
  if (first.data && total === 0) return <p className={styles.quiet}>Empty.</p>;
  const signs = signWords(first.data?.text ?? '');
  const asText = (
    <div className={styles.block}>
      <div className={styles[voice]} dir="auto" {...(voice === 'doing' && scrollable(text.field))}>
        <Piece
          address={address}
          text={text}
          voice={total > PIECE && voice === 'doing' ? 'saying' : voice}
          find={find}
        />
        {size > 0 &&
          Array.from({ length: pieces - 1 }, (_, index) => (
            <Piece
              key={index}
              address={address}
              text={{ ...text, offset: (index + 1) * PIECE }}
              voice="saying"
              find={find}
            />
          ))}
      </div>
      {first.data && total <= PIECE && (
        <span className={styles.copy}>
          <CopyButton iconOnly text={first.data.text} label={`Copy ${nameOf(text.field, voice)}`} />
        </span>
      )}
      {signs && <p className={styles.quiet}>{signs}</p>}
      {total > PIECE && (
        <p className={styles.rest}>
          {exactCount(shown)} of {exactCount(total)} characters{' '}
          {shown < total && <Button onClick={() => setPieces((count) => count + 1)}>Show more</Button>}
          <TakeText name={`${text.field}-${text.key.replace(':', '-')}`} total={total} load={() => load(total)} />
        </p>
      )}
    </div>
  );
  if (!asTree || !first.data) return asText;
  return (
    <JsonOrText
      id={[address.trace, text.key, text.field]}
      name={text.field}
      text={first.data.text}
      total={total}
      isWhole={total <= PIECE}
      load={() => load(total)}
      find={find}
    >
      {asText}
    </JsonOrText>
  );
}

/** An answer is kept as the argument of the call that stands for it. */
const nameOf = (field: TextAddress['field'], voice: Voice): string =>
  field === 'preamble' ? 'what was said' : `the ${field === 'arguments' && voice === 'saying' ? 'answer' : field}`;

/** Its height is bounded: what scrolls must be reachable by keyboard. */
const scrollable = (name: string) => ({ tabIndex: 0, role: 'group', 'aria-label': name });

function Piece({ address, text, voice, find }: Omit<TextBlockProps, 'absent' | 'asTree'>) {
  const { data, error, refetch } = useCallText(address, text);
  if (error)
    return <ErrorState inline title="The text could not be loaded." error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton width="80%" height="0.75rem" />;
  if (voice === 'thinking') return <ThoughtText text={data.text} find={find} />;
  const shown = foldBase64(data.text, (text.offset ?? 0) + PIECE < data.totalCharacters);
  const plain = <PlainText text={voice === 'doing' ? prettyJson(shown) : shown} find={find} />;
  if (voice !== 'saying' || data.totalCharacters > PIECE || !isFormatted(shown)) return plain;
  return (
    <Suspense fallback={plain}>
      <FormattedText text={shown} find={find} />
    </Suspense>
  );
}
