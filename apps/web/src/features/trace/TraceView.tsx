'use client';
// One of the four views of a trace. The first is there at once; the code of the others is no part of the first load.
import { Suspense } from 'react';
import { exactCount } from '../../lib/format.ts';
import { later } from '../../lib/later.ts';
import type { SpanRow } from '../../lib/skeleton.ts';
import styles from './page.module.css';
import { WhyView, type WhyViewProps } from './WhyView.tsx';

const SpansView = later(async () => (await import('./SpansView.tsx')).SpansView);
const MessagesView = later(async () => (await import('./MessagesView.tsx')).MessagesView);
const RawView = later(async () => (await import('./RawView.tsx')).RawView);

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
      {view.url.view === 'why' ? (
        // Within a boundary the server would send its rows behind the page, for a script to put into their place.
        <WhyView {...view} />
      ) : (
        <Suspense>
          <Other {...{ ...view, spans, asked }} />
        </Suspense>
      )}
    </>
  );
}

function Other({ spans, asked, ...view }: Omit<TraceViewProps, 'missing' | 'around'>) {
  const { address, selection, url } = view;
  if (url.view === 'spans') return <SpansView {...view} spans={spans} />;
  if (url.view === 'messages') return <MessagesView {...view} asked={asked} />;
  return <RawView address={address} step={selection.step} call={selection.call} />;
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
