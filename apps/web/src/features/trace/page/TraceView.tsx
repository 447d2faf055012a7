'use client';
// One of the four views of a trace. The first is in the initial bundle; the code of the others loads later.
import { Suspense } from 'react';
import { exactCount } from '../../../lib/figures/format.ts';
import { later } from '../../../lib/later.ts';
import { useSharedTrace } from '../../../lib/traces/shared-trace.ts';
import type { CallRow, SpanRow } from '../../../lib/skeleton/skeleton.ts';
import skeleton from '../timeline/skeleton.module.css';
import styles from './page.module.css';
import { WhyView, type WhyViewProps } from '../timeline/WhyView.tsx';

const SpansView = later(async () => (await import('../spans/SpansView.tsx')).SpansView);
const MessagesView = later(async () => (await import('../messages/MessagesView.tsx')).MessagesView);
const OutsideLinks = later(async () => (await import('./OutsideLinks.tsx')).OutsideLinks);
const RawView = later(async () => (await import('./RawView.tsx')).RawView);

export interface TraceViewProps extends WhyViewProps {
  spans: readonly SpanRow[];
  calls: readonly CallRow[];
  /** The input of the trace; null when it is not available. */
  asked: string | null;
  /** Number of spans that the page did not load; 0 = all are loaded. */
  missing: number;
  /** Number of spans that were loaded only because a link leads to one of them. */
  around: number;
  /** Spans that match the find text. */
  hits: readonly string[];
}

export function TraceView({ spans, calls, asked, missing, around, hits, ...view }: TraceViewProps) {
  return (
    <>
      {missing > 0 && <Missing {...{ address: view.address, spans, around, missing, find: view.find, hits }} />}
      {view.url.view === 'why' ? (
        // Not inside Suspense: the server would send the rows after the page, and a script would have to insert them.
        <WhyView {...view} />
      ) : (
        // The fallback is as high as the content, so that the bar below does not move.
        <Suspense fallback={<div className={skeleton.skeleton} />}>
          <Other {...{ ...view, spans, calls, asked }} />
        </Suspense>
      )}
    </>
  );
}

function Other({ spans, calls, asked, ...view }: Omit<TraceViewProps, 'missing' | 'around' | 'hits'>) {
  const { address, selection, url } = view;
  if (url.view === 'spans') return <SpansView {...view} {...{ spans, calls }} />;
  if (url.view === 'messages') return <MessagesView {...view} asked={asked} />;
  return <RawView address={address} step={selection.step} call={selection.call} />;
}

type MissingProps = Pick<TraceViewProps, 'address' | 'spans' | 'around' | 'missing' | 'find' | 'hits'>;

function Missing({ address, spans, around, missing, find, hits }: MissingProps) {
  // Visitors with only a share link cannot load the surroundings of a span.
  const isShared = useSharedTrace() !== undefined;
  const loaded = spans.length - around;
  const after = spans[loaded - 1]?.id;
  return (
    <div className={styles.notice}>
      <p role="status">
        The first {exactCount(loaded)} spans by their start are shown
        {around > 0 &&
          `, and ${exactCount(around)} around the one that the link leads to, with step numbers that are valid only here`}
        ; {exactCount(missing)} others are not.
      </p>
      {!isShared && after && (
        <Suspense>
          <OutsideLinks {...{ address, spans, after, find, hits }} />
        </Suspense>
      )}
    </div>
  );
}
