'use client';
// The page of one trace. Its content depends on three things: the stored trace (useTrace), the URL (useTraceUrl), and
// what the user expanded.
import { Suspense, useMemo, useRef, useState, type ReactNode } from 'react';
import { Button } from '../../../components/Button.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { later } from '../../../lib/later.ts';
import { isNotFound } from '../../../lib/query-client.ts';
import { Loading } from '../../../components/Skeleton.tsx';
import { AsOfBar } from '../time/AsOfBar.tsx';
import { isAtTop } from '../navigation/opening-address.ts';
import { TimelineSkeleton } from '../timeline/TimelineSkeleton.tsx';
import { ThoughtStrip } from '../timeline/ThoughtStrip.tsx';
import { TraceHeader } from './TraceHeader.tsx';
import { TraceToolbar } from './TraceToolbar.tsx';
import { useLinkedSpan } from '../navigation/use-linked-span.ts';
import { useFind } from '../data/use-find.ts';
import { useFollow } from '../live/use-follow.ts';
import { useGrowingSteps } from '../live/use-growth.ts';
import { useOpenEntries } from '../navigation/use-open-entries.ts';
import { useAddressProblems, useMissingStep } from '../navigation/use-missing-step.ts';
import { useMoves, useSelection } from '../navigation/use-selection.ts';
import { generationOf } from '../navigation/step-actions.ts';
import { useRows } from '../timeline/use-rows.ts';
import { useTimeTravel } from '../time/use-time-travel.ts';
import type { TraceAddress } from '../navigation/trace-address.ts';
import { useTrace } from '../data/use-trace.ts';
import { useTraceKeys } from '../navigation/use-trace-keys.ts';
import { useTraceUrl } from '../navigation/trace-url.ts';
import { TraceView } from './TraceView.tsx';
import styles from './page.module.css';

const Failed = later(async () => (await import('./Failed.tsx')).Failed);
const ConversationDialog = later(
  async () => (await import('../conversation/ConversationDialog.tsx')).ConversationDialog,
);

interface TracePageProps extends TraceAddress {
  /** More actions for the trace, beside its downloads. */
  action?: ReactNode;
}

export function TracePage({ action, ...address }: TracePageProps) {
  const [given, setUrl] = useTraceUrl();
  // The initial position of the link; later moves do not load the surroundings of other spans.
  const [place] = useState(() => ({ span: given.span, atTop: isAtTop(given) }));
  const {
    summary,
    skeleton,
    beyond,
    spans,
    timeline: known,
    growth,
    isOpening,
    young,
    listening,
    isLooking,
  } = useTrace(address, place);
  const span = useLinkedSpan(address, given.span, isOpening || isLooking ? undefined : spans);
  const url = useMemo(() => ({ ...given, span }), [given, span]);
  const whole = isOpening ? undefined : known;
  const travel = useTimeTravel(known, url, setUrl);
  const { timeline } = travel;
  const [isTaking, setTaking] = useState(false);
  const selecting = useSelection(timeline, { url, setUrl, beyond });
  const { selection, select } = selecting;
  const { isOpen, toggle } = useOpenEntries(timeline, selection.entry, summary.data?.steps);
  const hide = useMemo(() => new Set(url.hide), [url.hide]);
  const growing = useGrowingSteps(timeline, growth, {
    ...{ startedAt: summary.data?.startedAt, past: travel.at !== null },
  });
  const { rows, peek, peeked, setPeek, onMeasure } = useRows(address, timeline, { isOpen, hide, growing });
  const follow = {
    timeline: whole,
    selected: selection.step,
    implied: selection.implied || travel.at !== null,
    select,
  };
  const arrived = useFollow(follow);
  useAddressProblems();
  useMissingStep({ step: url.step, count: whole?.steps.length, capped: skeleton.data?.capped === true });
  // Steps around a linked span load late, but they are not new.
  const fresh = beyond.size > 0 ? 0 : arrived;
  const find = useFind(address, timeline, url.find);
  const findInput = useRef<HTMLInputElement>(null);
  const moves = useMoves(timeline, rows, selecting);
  const onConversation = () => setTaking(true);
  useTraceKeys({
    ...{ address, selecting, moves, travel, url, setUrl, isOpen, toggle, peek, setPeek, findInput, onConversation },
  });

  // A deleted trace, or one that this link no longer shares, disappears from an open page, too.
  if (summary.error && (!summary.data || isNotFound(summary.error)))
    return (
      <Suspense>
        <Failed error={summary.error} project={address.project} onRetry={summary.refetch} />
      </Suspense>
    );
  const steps = Math.max(known?.steps.length ?? 0, summary.data?.steps ?? 0);
  // The first rows may be shown although the rest failed to load.
  const lost =
    skeleton.error && !skeleton.data ? { error: skeleton.error, onRetry: () => void skeleton.refetch() } : undefined;
  const isShown = timeline && (whole || (url.view === 'why' && timeline.steps.length > 0));
  const view = isShown && {
    ...{ address, timeline, rows, growing, selection, hide, peek, peeked, isOpen, onSelect: select, onToggle: toggle },
    onMeasure,
    ...{ find: url.find, found: find.found, live: young, span: url.axis === 'time' ? lengthOf(summary.data) : null },
    ...{ travel, onConversation, spans: spans ?? [], asked: summary.data?.asked ?? null },
    around: beyond.size,
    hits: find.hits,
    coming: isOpening ? Math.max(1, steps - timeline.steps.length) : 0,
    lost,
    missing: skeleton.data?.capped ? Math.max(0, (summary.data?.spans ?? 0) - (spans?.length ?? 0)) : 0,
  };
  const taken = isTaking && timeline && selection.step ? generationOf(timeline, selection.step) : undefined;
  return (
    <div className={styles.page}>
      <TraceHeader
        {...{ address, action, listening }}
        travel={whole ? travel : { ...travel, timeline: whole }}
        summary={summary.data}
        links={skeleton.data?.links}
        live={young}
      />
      <TraceToolbar {...{ findInput, url, setUrl, find, moves, travel }} step={selection.step} />
      <ThoughtStrip timeline={whole} selected={selection.step} at={travel.at} onTravel={travel.to} onSelect={select} />
      {lost && !view ? (
        <ErrorState title="The steps could not be loaded." {...lost} />
      ) : (
        <Loading pending={!view} skeleton={<TimelineSkeleton />}>
          {() => {
            if (!view) return null;
            // A trace without a model call still has spans to show.
            if (view.timeline.steps.length === 0 && url.view !== 'spans')
              return <NoSteps live={young} onSpans={() => void setUrl({ view: 'spans' })} />;
            return <TraceView {...view} {...{ url, setUrl }} />;
          }}
        </Loading>
      )}
      <AsOfBar
        travel={whole ? travel : { ...travel, count: steps }}
        {...{ fresh, moves, select, onConversation }}
        selected={selection.step}
      />
      <Suspense>
        {isTaking && selection.step && timeline && (
          <ConversationDialog
            {...{ address, timeline, spanId: taken }}
            step={selection.step}
            onClose={() => setTaking(false)}
          />
        )}
      </Suspense>
    </div>
  );
}

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

const lengthOf = (summary: { startedAt: Date; endedAt: Date } | undefined) =>
  summary ? Math.max(1, summary.endedAt.getTime() - summary.startedAt.getTime()) : null;
