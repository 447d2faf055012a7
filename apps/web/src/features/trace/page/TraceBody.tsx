'use client';
// The content of the trace page: its steps in the selected view, or why there are none.
import { Button } from '../../../components/controls/Button.tsx';
import { EmptyState } from '../../../components/states/EmptyState.tsx';
import { ErrorState } from '../../../components/states/ErrorState.tsx';
import { Loading } from '../../../components/states/Skeleton.tsx';
import type { Timeline } from '../../../lib/steps/step-tree.ts';
import type { Find } from '../data/use-find.ts';
import type { TraceSummary } from '../data/use-trace.ts';
import type { TraceAddress } from '../navigation/trace-address.ts';
import { TimelineSkeleton } from '../timeline/TimelineSkeleton.tsx';
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

export function TraceBody(props: TraceBodyProps) {
  const { stored, whole, url, setUrl, travel } = props.page;
  const { timeline } = travel;
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
          return <NoSteps live={stored.young} onSpans={() => void setUrl({ view: 'spans' })} />;
        return <TraceView {...traceView(props, shown)} />;
      }}
    </Loading>
  );
}

function traceView(
  { address, page, navigation, find, onConversation }: TraceBodyProps,
  timeline: Timeline,
): TraceViewProps {
  const { stored, url, setUrl, travel, stepCount } = page;
  const { summary, skeleton, spans = [], calls = [], beyond, isOpening, young } = stored;
  const { selecting, isOpen, toggle, hide, growing, rows, peek, peeked, onMeasure } = navigation;
  return {
    ...{ address, timeline, url, setUrl, travel, spans, calls, live: young, onConversation },
    ...{ rows, growing, hide, peek, peeked, isOpen, onToggle: toggle, onMeasure },
    ...{ selection: selecting.selection, onSelect: selecting.select },
    ...{ find: url.find, found: find.found, hits: find.hits },
    span: url.axis === 'time' ? traceDuration(summary.data) : null,
    asked: summary.data?.asked ?? null,
    around: beyond.size,
    coming: isOpening ? Math.max(1, stepCount - timeline.steps.length) : 0,
    lost: lostSteps(skeleton),
    missing: skeleton.data?.capped ? Math.max(0, (summary.data?.spans ?? 0) - spans.length) : 0,
  };
}

/** Why no steps could be loaded. */
const lostSteps = ({ error, data, refetch }: AddressedTrace['stored']['skeleton']) =>
  error && !data ? { error, onRetry: () => void refetch() } : undefined;

/** In milliseconds. */
const traceDuration = (summary: TraceSummary | undefined): number | null =>
  summary ? Math.max(1, summary.endedAt.getTime() - summary.startedAt.getTime()) : null;

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
