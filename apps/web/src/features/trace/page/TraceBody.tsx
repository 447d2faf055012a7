'use client';
// The content of the trace page: its steps in the selected view, or why there are none.
import { useMemo } from 'react';
import { Button } from '../../../components/controls/Button.tsx';
import { EmptyState } from '../../../components/states/EmptyState.tsx';
import { ErrorState } from '../../../components/states/ErrorState.tsx';
import { Loading } from '../../../components/states/Skeleton.tsx';
import type { SpanRow } from '../../../lib/skeleton/skeleton.ts';
import type { Timeline } from '../../../lib/steps/step-tree.ts';
import type { Find } from '../data/use-find.ts';
import type { TraceAddress } from '../navigation/trace-address.ts';
import type { TimeAxis } from '../time/time-axis.ts';
import { TimelineSkeleton } from '../timeline/TimelineSkeleton.tsx';
import { useTimeAxis } from '../timeline/use-time-axis.ts';
import { TraceView, type TraceViewProps } from './TraceView.tsx';
import type { AddressedTrace } from './use-addressed-trace.ts';
import type { TraceNavigation } from './use-trace-navigation.ts';
import styles from './page.module.css';

interface TraceBodyProps {
  address: TraceAddress;
  page: AddressedTrace;
  navigation: TraceNavigation;
  find: Find;
  onConversation: () => void;
}

const NO_SPANS: readonly SpanRow[] = [];

export function TraceBody(props: TraceBodyProps) {
  const { stored, whole, url, setUrl, travel } = props.page;
  const { timeline } = travel;
  const marked = useMarked(props);
  const axis = useTimeAxis({
    isShown: url.view === 'why' && url.axis === 'time',
    spans: stored.spans ?? NO_SPANS,
    timeline,
    past: travel.at !== null,
  });
  // The first rows may be shown although the rest failed to load.
  const shown = timeline && (whole || (url.view === 'why' && timeline.steps.length > 0)) ? timeline : undefined;
  const lost = lostSteps(stored.skeleton);
  if (lost && !shown) return <ErrorState title="The steps could not be loaded." {...lost} />;
  return (
    <Loading pending={!shown} skeleton={<TimelineSkeleton />}>
      {() => {
        if (!shown) return null;
        // A trace without a model call still has spans to show.
        if (shown.steps.length === 0 && url.view !== 'spans')
          return <NoSteps live={stored.running} onSpans={() => void setUrl({ view: 'spans' })} />;
        return <TraceView {...traceView(props, { timeline: shown, marked, axis })} />;
      }}
    </Loading>
  );
}

function traceView(
  { address, page, navigation, find, onConversation }: TraceBodyProps,
  { timeline, marked, axis }: { timeline: Timeline; marked: ReadonlySet<string>; axis: TimeAxis | null },
): TraceViewProps {
  const { stored, url, setUrl, travel, stepCount } = page;
  const { summary, skeleton, spans = [], calls = [], beyond, isOpening, running } = stored;
  const { selecting, isOpen, toggle, hide, growing, rows, peek, peeked, onMeasure } = navigation;
  return {
    ...{ address, timeline, url, setUrl, travel, spans, calls, live: running, onConversation },
    ...{ rows, growing, hide, peek, peeked, isOpen, onToggle: toggle, onMeasure },
    ...{ selection: selecting.selection, onSelect: selecting.select },
    ...{ find: url.find, found: marked, hits: find.hits },
    axis,
    asked: summary.data?.asked ?? null,
    around: beyond.size,
    coming: isOpening ? Math.max(1, stepCount - timeline.steps.length) : 0,
    lost: lostSteps(skeleton),
    missing: skeleton.data?.capped ? Math.max(0, (summary.data?.spans ?? 0) - spans.length) : 0,
  };
}

/** With the agents in view, the steps of the selected step's agent are marked like those that were found. */
function useMarked({ page: { url, travel }, navigation, find }: TraceBodyProps): ReadonlySet<string> {
  const steps = url.agents === 1 && !url.find ? travel.timeline?.steps : undefined;
  const agent = navigation.selecting.selection.step?.agent;
  return useMemo(
    () => (steps ? new Set(steps.flatMap((step) => (step.agent === agent ? step.key : []))) : find.found),
    [steps, agent, find.found],
  );
}

/** Why no steps could be loaded. */
const lostSteps = ({ error, data, refetch }: AddressedTrace['stored']['skeleton']) =>
  error && !data ? { error, onRetry: () => void refetch() } : undefined;

function NoSteps({ live, onSpans }: { live: boolean; onSpans: () => void }) {
  return (
    <div className={styles.noSteps}>
      <EmptyState title={live ? 'No model call has arrived yet' : 'This trace has no model call'}>
        <p>
          {live
            ? 'Spans are still arriving; steps appear here by themselves.'
            : 'It holds spans, but none of a model or a tool.'}
        </p>
        <Button onClick={onSpans}>Show the spans</Button>
      </EmptyState>
    </div>
  );
}
