'use client';
// One of the four views of a trace. The first is there at once; the code of the others comes when they are asked for.
import dynamic from 'next/dynamic';
import { exactCount } from '../../lib/format.ts';
import type { SpanRow } from '../../lib/skeleton.ts';
import styles from './page.module.css';
import { WhyView, type WhyViewProps } from './WhyView.tsx';

const SpansView = dynamic(() => import('./SpansView.tsx').then((module) => module.SpansView));
const MessagesView = dynamic(() => import('./MessagesView.tsx').then((module) => module.MessagesView));
const RawView = dynamic(() => import('./RawView.tsx').then((module) => module.RawView));

export interface TraceViewProps extends WhyViewProps {
  spans: readonly SpanRow[];
  /** What was asked at the beginning, where it is known. */
  asked: string | null;
  /** Spans that the trace has beyond those that a page loads; 0 = all are here. */
  missing: number;
  /** Spans that are here only because a link leads to one of them. */
  around: number;
}

export function TraceView({ spans, asked, missing, around, ...view }: TraceViewProps) {
  return (
    <>
      {missing > 0 && <Missing loaded={spans.length - around} {...{ around, missing }} />}
      <Chosen {...{ ...view, spans, asked }} />
    </>
  );
}

function Chosen({ spans, asked, ...view }: Omit<TraceViewProps, 'missing' | 'around'>) {
  const { address, selection, url } = view;
  if (url.view === 'spans') return <SpansView {...view} spans={spans} />;
  if (url.view === 'messages') return <MessagesView {...view} asked={asked} />;
  if (url.view === 'raw') return <RawView address={address} step={selection.step} />;
  return <WhyView {...view} />;
}

function Missing({ loaded, around, missing }: { loaded: number; around: number; missing: number }) {
  return (
    <p role="status" className={styles.notice}>
      The first {exactCount(loaded)} spans by their start are shown
      {around > 0 &&
        `, and ${exactCount(around)} around the one that the link leads to, with numbers that hold here only`}
      ; {exactCount(missing)} others are not.
    </p>
  );
}
