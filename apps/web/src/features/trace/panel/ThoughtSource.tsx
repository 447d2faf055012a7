'use client';
// Below a thought: the wire field it came from, which explains text that looks unexpected or like an answer.
import { PlainText } from '../../../components/PlainText.tsx';
import { sourceWords } from './source-words.ts';
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
