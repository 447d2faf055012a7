'use client';
// Under a thought: where on the wire it was, for whoever wonders why it is there, or looks like an answer.
import { PlainText } from '../../components/PlainText.tsx';
import { sourceWords } from './source-words.ts';
import { useCallText } from './use-call-text.ts';
import type { TraceAddress } from './trace-address.ts';
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
