'use client';
// A text of the transcript: its beginning at once, and the whole text when it is near the visible area.
import { useRef } from 'react';
import { PlainText } from '../../../components/text/PlainText.tsx';
import { prettyJson } from '../json/pretty-json.ts';
import type { Step } from '../../../lib/steps/step-tree.ts';
import { TextBlock } from '../text/TextBlock.tsx';
import { Thoughts } from '../panel/Thoughts.tsx';
import type { Previews } from '../data/use-previews.ts';
import type { Preview } from '../live/growth.ts';
import { useNear } from '../rows/use-near.ts';
import { useCallText, type TextField } from '../text/use-call-text.ts';
import type { TraceAddress } from '../navigation/trace-address.ts';
import styles from './messages.module.css';

interface MessageTextProps {
  address: TraceAddress;
  previews: Previews;
  /** Rows that may contain the text, the most likely first. */
  keys: readonly string[];
  field: TextField;
  isAnswer?: boolean;
  /** Source and number of blocks, for a thought. */
  thought?: Step['thought'];
  /** Still streaming: before the whole text is available, the page has its end, not its beginning. */
  isGrowing: boolean;
  find: string;
}

export function MessageText(props: MessageTextProps) {
  const { address, previews, keys, field, isAnswer = false, thought, isGrowing, find } = props;
  const element = useRef<HTMLDivElement>(null);
  const known = keys.map((key) => ({ key, preview: previews.get(key) }));
  const holder = known.find(({ preview }) => isPreview(preview) && preview[field] !== null);
  const text = isPreview(holder?.preview) ? holder.preview[field] : null;
  const lacks = text === null ? 'nothing' : isGrowing ? 'start' : beginningLacks(text, thought?.count);
  const isLess = lacks !== 'nothing';
  const isNear = useNear(element, isLess);
  const whole = useCallText(address, holder && isLess && isNear ? { key: holder.key, field } : undefined);
  const hasCome = whole.data !== undefined || whole.isError;
  const voice = isAnswer || field === 'preamble' ? 'saying' : field === 'thought' ? 'thinking' : 'doing';
  if (known.some(({ preview }) => preview === 'failed'))
    return (
      <p>
        Text could not be loaded.{' '}
        <button type="button" onClick={previews.retry}>
          Retry
        </button>
      </p>
    );
  if (holder && isLess && hasCome && thought)
    return <Thoughts {...{ address, find, isGrowing }} textKey={holder.key} state={thought.state} />;
  if (holder && isLess && hasCome)
    return <TextBlock {...{ address, voice, find, isGrowing }} text={{ key: holder.key, field }} />;
  return (
    <div ref={element} className={styles[voice]} dir="auto" aria-busy={known.some(({ preview }) => !preview)}>
      {text === null ? (
        <span className={styles.quiet}>
          {isGrowing || known.some(({ preview }) => !preview) ? '…' : 'Not captured.'}
        </span>
      ) : (
        <PlainText text={lacks === 'rest' ? `${text}…` : voice === 'doing' ? prettyJson(text) : text} find={find} />
      )}
    </div>
  );
}

const isPreview = (preview: ReturnType<Previews['get']>): preview is Preview => typeof preview === 'object';

/** Characters of the beginning of a text that a row carries on one line. */
const BEGINNING = 160;

/**
 * What such a beginning leaves out. `breaks`: nothing, except that line breaks and indents may have become spaces. Only
 * a single word is certainly complete.
 */
export function beginningLacks(beginning: string, blocks = 1): 'rest' | 'breaks' | 'nothing' {
  if ([...beginning].length >= BEGINNING || blocks > 1) return 'rest';
  return /\s/.test(beginning) ? 'breaks' : 'nothing';
}
