'use client';
// Below a thought: the wire field it came from, which explains text that looks unexpected or like an answer.
import { PlainText } from '../../../components/text/PlainText.tsx';
import { useCallText } from '../text/use-call-text.ts';
import type { TraceAddress } from '../navigation/trace-address.ts';
import styles from './panel.module.css';

export function ThoughtSource({ address, textKey }: { address: TraceAddress; textKey: string }) {
  const { data } = useCallText(address, { key: textKey, field: 'thought' });
  const words = data && sourceWords(data.format, data.wireField);
  return words ? (
    <p className={styles.from}>
      <PlainText text={words} />
    </p>
  ) : null;
}

/** The sentence for each format when the field is not known. */
const BY_FORMAT: Readonly<Record<string, string>> = {
  parsed: 'in a field of its own',
  summary: 'as a summary',
  think_tags: 'in think tags',
  anthropic: 'as a thinking block',
  details: 'in reasoning details',
};

/** `format`: a `ReasoningFormat`, or one of a later version; undefined = not reported. */
export function sourceWords(format: string | null, field: string | null): string | undefined {
  if (format === 'think_tags') return `Came in think tags${field ? ` of ${field}` : ''}`;
  if (field) return `Came as ${field}`;
  const how = BY_FORMAT[format ?? ''];
  return how && `Came ${how}`;
}
