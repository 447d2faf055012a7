'use client';
// What of a step was cut when it was captured, with the figures: a text that ends early must not look whole.
import { useQuery } from '@tanstack/react-query';
import { PlainText } from '../../components/PlainText.tsx';
import { useTRPC } from '../../lib/trpc.ts';
import { sizeWords } from './lack-words.ts';
import type { TraceAddress } from './trace-address.ts';
import styles from './panel.module.css';

export function CutNotes({ address, spanId }: { address: TraceAddress; spanId: string }) {
  const trpc = useTRPC();
  const { data } = useQuery({ ...trpc.trace.cuts.queryOptions({ ...address, spanId }), staleTime: Infinity });
  if (!data || data.length === 0) return null;
  return (
    <ul className={styles.hiddenNote}>
      {data.map(({ attribute = '', kept = 0, of = 0, unit }) => (
        <li key={attribute}>
          ┊… cut at capture: {sizeWords(kept, unit)} of {sizeWords(of, unit)} kept (<PlainText text={attribute} />)
        </li>
      ))}
    </ul>
  );
}
