'use client';
// One text of the context: its beginning in one line, the whole text when opened.
import { useState, type ReactNode } from 'react';
import { ErrorState } from '../../../../components/states/ErrorState.tsx';
import { PlainText } from '../../../../components/text/PlainText.tsx';
import { Skeleton } from '../../../../components/states/Skeleton.tsx';
import { ThoughtText } from '../../../../components/text/ThoughtText.tsx';
import { exactCount } from '../../../../lib/figures/format.ts';
import { foldBase64 } from '../../json/fold-base64.ts';
import { JsonOrText } from '../../json/JsonOrText.tsx';
import { PIECE } from '../../text/load-pieces.ts';
import { LongText } from '../../text/LongText.tsx';
import { prettyJson } from '../../json/pretty-json.ts';
import type { TraceAddress } from '../../navigation/trace-address.ts';
import { useAskSeenText, useLoadSeenText, useContextText, type ContextTextAddress } from './use-model-context.ts';
import block from '../../text/text-block.module.css';
import styles from './context.module.css';

interface SeenTextProps {
  address: TraceAddress;
  spanId: string;
  place: ContextTextAddress;
  voice: 'thinking' | 'saying' | 'doing';
  head: ReactNode;
  share: string;
  preview: string;
  characters: number;
  find: string;
}

export function ContextText({ head, share, preview, characters, ...text }: SeenTextProps) {
  const [isOpen, setOpen] = useState(false);
  if (characters === 0) return <p className={styles.line}>{head ?? <span className={styles.share}>nothing</span>}</p>;
  return (
    <details className={styles.text} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.line}>
        {head}
        <span className={styles[text.voice]} dir="auto">
          <PlainText text={isOpen ? '' : preview} find={text.find} />
        </span>
        <span className={styles.share}>{share || `${exactCount(characters)} characters`}</span>
      </summary>
      {isOpen && <WholeText {...text} characters={characters} />}
    </details>
  );
}

type WholeTextProps = Pick<SeenTextProps, 'address' | 'spanId' | 'place' | 'voice' | 'characters' | 'find'>;

/** The text itself. Arguments and results may be JSON, which is shown as a tree as everywhere else. */
export function WholeText(props: WholeTextProps) {
  const { address, spanId, place, voice, characters, find } = props;
  const load = useLoadSeenText(address, spanId, place);
  const { data } = useContextText(address, spanId, { ...place, offset: 0 });
  const asText = <Pieces {...props} load={() => load(characters)} />;
  if (voice !== 'doing' || !data) return asText;
  return (
    <JsonOrText
      id={[address.trace, spanId, place.section, place.index, place.part]}
      name={place.section === 'tool' ? 'tool' : 'text'}
      text={data.text}
      total={characters}
      isWhole={characters <= PIECE}
      load={() => load(characters)}
      find={find}
    >
      {asText}
    </JsonOrText>
  );
}

/** Loads the whole text at once, or only the visible part of a long one. */
function Pieces({ characters, load, ...text }: WholeTextProps & { load: () => Promise<string> }) {
  const { address, spanId, place, voice, find } = text;
  const ask = useAskSeenText(address, spanId, place);
  if (characters > PIECE)
    return <LongText name="Text" file={`seen-${spanId}`} total={characters} {...{ voice, ask, load, find }} />;
  return (
    <div className={block[voice]} dir="auto" tabIndex={0} role="group" aria-label="Text">
      <ShortText {...text} />
    </div>
  );
}

function ShortText({ address, spanId, place, voice, find }: Omit<WholeTextProps, 'characters'>) {
  const { data, error, refetch } = useContextText(address, spanId, { ...place, offset: 0 });
  if (error)
    return <ErrorState inline title="The text could not be loaded." error={error} onRetry={() => void refetch()} />;
  if (!data) return data === null ? null : <Skeleton width="80%" height="0.75rem" />;
  if (voice === 'thinking') return <ThoughtText text={data.text} find={find} />;
  const shown = foldBase64(data.text);
  return <PlainText text={voice === 'doing' ? prettyJson(shown) : shown} find={find} />;
}
