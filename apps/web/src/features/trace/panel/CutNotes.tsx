'use client';
// What of a step was truncated or dropped during capture, with figures: a truncated text must not look complete.
import { GEN_AI } from '@subtext/reasoning';
import { useQuery } from '@tanstack/react-query';
import { PlainText } from '../../../components/text/PlainText.tsx';
import { useTRPC } from '../../../lib/requests/trpc.ts';
import { droppedWords, sizeWords, type Lack } from './missing-words.ts';
import type { TraceAddress } from '../navigation/trace-address.ts';
import styles from './panel.module.css';

interface CutNotesProps {
  address: TraceAddress;
  spanId: string;
  /** Shows only cuts that can affect a result. */
  holds?: 'results';
}

/**
 * The attributes that can hold a result: the tool span's own, the next request's messages, or the response's messages
 * for a tool that the provider runs.
 */
const RESULTS: ReadonlySet<string> = new Set([GEN_AI.toolResult, GEN_AI.inputMessages, GEN_AI.outputMessages]);

export function CutNotes({ address, spanId, holds }: CutNotesProps) {
  const trpc = useTRPC();
  const { data } = useQuery({ ...trpc.trace.cuts.queryOptions({ ...address, spanId }), staleTime: Infinity });
  const cuts = data?.filter(({ attribute = '' }) => holds === undefined || RESULTS.has(attribute)) ?? [];
  if (cuts.length === 0) return null;
  return (
    <ul className={styles.hiddenNote}>
      {cuts.map((cut) => (
        <li key={cut.attribute}>┊… {noteOf(cut)}</li>
      ))}
    </ul>
  );
}

function noteOf({ what, attribute = '', kept = 0, of = 0, unit }: Lack) {
  if (what === 'dropped')
    return `left out: ${droppedWords(attribute, of)} of the span, over a limit of its sender or of ingest`;
  return (
    <>
      cut at capture{of > 0 && `: ${sizeWords(kept, unit)} of ${sizeWords(of, unit)} kept`} (
      <PlainText text={attribute} />)
    </>
  );
}
