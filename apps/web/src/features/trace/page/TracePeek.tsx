'use client';
// The Why timeline of a trace beside another screen: it does not change the URL, and handles keys only while it has the
// focus.
import { useCallback, useMemo, useRef, useState } from 'react';
import { EmptyState } from '../../../components/states/EmptyState.tsx';
import { ErrorState } from '../../../components/states/ErrorState.tsx';
import { PlainText } from '../../../components/text/PlainText.tsx';
import { Loading, Skeleton } from '../../../components/states/Skeleton.tsx';
import type { Entry, Timeline } from '../../../lib/steps/step-tree.ts';
import type { GrowingStep } from '../live/growth.ts';
import { layoutRows, unfoldedBy, type Lane } from '../timeline/layout.ts';
import { TimelineSkeleton } from '../timeline/TimelineSkeleton.tsx';
import { traceTitle } from '../../../lib/traces/trace-title.ts';
import { useGrowingSteps } from '../live/use-growth.ts';
import { useOpenEntries } from '../navigation/use-open-entries.ts';
import { usePeekKeys } from './use-peek-keys.ts';
import { useMoves } from '../navigation/use-selection.ts';
import type { TraceAddress } from '../navigation/trace-address.ts';
import { useTrace } from '../data/use-trace.ts';
import { WhyTimeline } from '../timeline/WhyTimeline.tsx';
import styles from './peek.module.css';

const NOTHING_HIDDEN: ReadonlySet<Lane> = new Set();
const NOTHING_FOUND: ReadonlySet<string> = new Set();

export function TracePeek(address: TraceAddress) {
  const { summary, skeleton, timeline, growth, running } = useTrace(address);
  const growing = useGrowingSteps(timeline, growth, { startedAt: summary.data?.startedAt, past: false });
  const error = summary.error ?? skeleton.error;
  const retry = () => {
    void summary.refetch();
    void skeleton.refetch();
  };
  if (error && !timeline) return <ErrorState title="The trace could not be loaded." error={error} onRetry={retry} />;
  return (
    <>
      <h2 className={styles.title}>
        {summary.data ? <PlainText text={traceTitle(summary.data)} /> : <Skeleton width="16rem" height="1.25rem" />}
      </h2>
      <Loading pending={!timeline} skeleton={<TimelineSkeleton />}>
        {() =>
          !timeline || timeline.steps.length === 0 ? (
            <EmptyState title={running ? 'No model call has arrived yet' : 'This trace has no model call'} />
          ) : (
            <PeekTimeline address={address} timeline={timeline} growing={growing} live={running} />
          )
        }
      </Loading>
    </>
  );
}

interface PeekTimelineProps {
  address: TraceAddress;
  timeline: Timeline;
  growing: ReadonlyMap<string, GrowingStep>;
  live: boolean;
}

function PeekTimeline({ address, timeline, growing, live }: PeekTimelineProps) {
  const inside = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ stacked: true, charactersPerLine: 60 });
  const [chosen, setChosen] = useState<{ key: string; call: number }>();
  const entry: Entry | undefined = timeline.entries.find(({ key }) => key === chosen?.key) ?? timeline.steps[0];
  const { isOpen, toggle } = useOpenEntries(timeline, entry);
  const onMeasure = useCallback(
    (next: typeof size) =>
      setSize((before) =>
        before.stacked === next.stacked && before.charactersPerLine === next.charactersPerLine ? before : next,
      ),
    [],
  );
  const selection = {
    entry,
    step: entry?.entry === 'step' ? entry : undefined,
    call: chosen?.call ?? -1,
    implied: chosen === undefined,
  };
  const unfolded = unfoldedBy(selection);
  const rows = useMemo(
    () => layoutRows(timeline, isOpen, { ...size, hide: NOTHING_HIDDEN, peek: null, unfolded, growing }),
    [timeline, isOpen, size, unfolded, growing],
  );
  const select = (next: Entry | undefined, call = -1) => next && setChosen({ key: next.key, call });
  const moves = useMoves(timeline, rows, { selection, select });
  usePeekKeys({ address, selecting: { selection, select }, moves, isOpen, toggle, inside });
  return (
    <div ref={inside} className={styles.inside}>
      <WhyTimeline
        {...{ address, timeline, rows, growing, selection, isOpen, live, onMeasure }}
        hide={NOTHING_HIDDEN}
        found={NOTHING_FOUND}
        find=""
        peek={null}
        axis={null}
        onSelect={select}
        onToggle={toggle}
      />
    </div>
  );
}
