'use client';
// One of the four views of a trace. The first is there at once; the code of the others is no part of the first load.
import { Suspense } from 'react';
import { exactCount } from '../../lib/format.ts';
import { later } from '../../lib/later.ts';
import { useSharedTrace } from '../../lib/shared-trace.ts';
import type { SpanRow } from '../../lib/skeleton.ts';
import styles from './page.module.css';
import { WhyView, type WhyViewProps } from './WhyView.tsx';

const SpansView = later(async () => (await import('./SpansView.tsx')).SpansView);
const MessagesView = later(async () => (await import('./MessagesView.tsx')).MessagesView);
const WaysBeyond = later(async () => (await import('./WaysBeyond.tsx')).WaysBeyond);
const RawView = later(async () => (await import('./RawView.tsx')).RawView);

export interface TraceViewProps extends WhyViewProps {
  spans: readonly SpanRow[];
  /** What was asked at the beginning, where it is known. */
  asked: string | null;
  /** Spans that the trace has beyond those that a page loads; 0 = all are here. */
  missing: number;
  /** Spans that are here only because a link leads to one of them. */
  around: number;
  /** Spans that have the words that are looked for. */
  hits: readonly string[];
}

export function TraceView({ spans, asked, missing, around, hits, ...view }: TraceViewProps) {
  return (
    <>
      {missing > 0 && <Missing {...{ address: view.address, spans, around, missing, find: view.find, hits }} />}
      {view.url.view === 'why' ? (
        // Within a boundary the server would send its rows behind the page, for a script to put into their place.
        <WhyView {...view} />
      ) : (
        // As high as what comes: the bar below stays where it is.
        <Suspense fallback={<div className={styles.skeleton} />}>
          <Other {...{ ...view, spans, asked }} />
        </Suspense>
      )}
    </>
  );
}

function Other({ spans, asked, ...view }: Omit<TraceViewProps, 'missing' | 'around' | 'hits'>) {
  const { address, selection, url } = view;
  if (url.view === 'spans') return <SpansView {...view} spans={spans} />;
  if (url.view === 'messages') return <MessagesView {...view} asked={asked} />;
  return <RawView address={address} step={selection.step} call={selection.call} />;
}

type MissingProps = Pick<TraceViewProps, 'address' | 'spans' | 'around' | 'missing' | 'find' | 'hits'>;

function Missing({ address, spans, around, missing, find, hits }: MissingProps) {
  // Who only has a link to the trace may not ask for what lies around a span.
  const isShared = useSharedTrace() !== undefined;
  const loaded = spans.length - around;
  const after = spans[loaded - 1]?.id;
  return (
    <div className={styles.notice}>
      <p role="status">
        The first {exactCount(loaded)} spans by their start are shown
        {around > 0 &&
          `, and ${exactCount(around)} around the one that the link leads to, with numbers that hold here only`}
        ; {exactCount(missing)} others are not.
      </p>
      {!isShared && after && (
        <Suspense>
          <WaysBeyond {...{ address, spans, after, find, hits }} />
        </Suspense>
      )}
    </div>
  );
}
