'use client';
// The page of one trace, from top to bottom. Its content depends on three things: the stored trace and the URL
// (useAddressedTrace), and what the user expanded (useTraceNavigation).
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { later } from '../../../lib/later.ts';
import { isNotFound } from '../../../lib/requests/query-client.ts';
import { useFind } from '../data/use-find.ts';
import { generationOf } from '../navigation/step-actions.ts';
import type { TraceAddress } from '../navigation/trace-address.ts';
import { useTraceKeys } from './use-trace-keys.ts';
import { ThoughtStrip } from '../timeline/strip/ThoughtStrip.tsx';
import { TraceBody } from './TraceBody.tsx';
import { TraceHeader } from '../header/TraceHeader.tsx';
import { TraceToolbar } from '../header/TraceToolbar.tsx';
import { useFollow } from '../live/use-follow.ts';
import { useAddressProblems } from '../../../lib/address/use-address-problems.ts';
import { CHECKS } from '../navigation/trace-url.ts';
import { useMissingStep } from '../navigation/use-missing-step.ts';
import { useAddressedTrace, type AddressedTrace } from './use-addressed-trace.ts';
import { useTraceNavigation, type TraceNavigation } from './use-trace-navigation.ts';
import styles from './page.module.css';
import bar from '../time/as-of.module.css';

const AsOfBar = later(async () => (await import('../time/AsOfBar.tsx')).AsOfBar);
const AgentsButton = later(async () => (await import('../agents/AgentsButton.tsx')).AgentsButton);
const AgentsPanel = later(async () => (await import('../agents/AgentsPanel.tsx')).AgentsPanel);
const Failed = later(async () => (await import('./Failed.tsx')).Failed);
const ConversationDialog = later(
  async () => (await import('../conversation/ConversationDialog.tsx')).ConversationDialog,
);

interface TracePageProps extends TraceAddress {
  /** More actions for the trace, beside its downloads. */
  action?: ReactNode;
}

export function TracePage({ action, ...address }: TracePageProps) {
  // Not when the page is idle: the bar is in view, and the rows above it get the space that it leaves.
  useEffect(() => void AsOfBar.load(), []);
  const page = useAddressedTrace(address);
  const { stored, whole, url, setUrl, travel, stepCount } = page;
  const navigation = useTraceNavigation(address, page);
  const { selecting, moves } = navigation;
  const { select } = selecting;
  const { step } = selecting.selection;
  const fresh = useArrivedSteps(page, navigation);
  const { timeline } = travel;
  const find = useFind(address, timeline, url.find);
  const findInput = useRef<HTMLInputElement>(null);
  const [isContinuing, setContinuing] = useState(false);
  const onConversation = () => setContinuing(true);
  useTraceKeys({ ...navigation, ...{ address, url, setUrl, travel, findInput, onConversation } });

  const { summary, skeleton, listening, running } = stored;
  // A deleted trace, or one that this link no longer shares, disappears from an open page, too.
  if (summary.error && (!summary.data || isNotFound(summary.error)))
    return (
      <Suspense>
        <Failed error={summary.error} project={address.project} onRetry={summary.refetch} />
      </Suspense>
    );
  return (
    <div className={styles.page}>
      <TraceHeader
        {...{ address, action, listening }}
        travel={whole ? travel : { ...travel, timeline: whole }}
        summary={summary.data}
        links={skeleton.data?.links}
        live={running}
      />
      <TraceToolbar {...{ findInput, url, setUrl, find, moves, travel, step }}>
        <Suspense>
          <AgentsButton {...{ timeline, url, setUrl }} />
        </Suspense>
      </TraceToolbar>
      <ThoughtStrip timeline={whole} selected={step} at={travel.at} onTravel={travel.to} onSelect={select} />
      <Suspense>
        {url.agents === 1 && timeline && (
          <AgentsPanel
            {...{ timeline, selected: step, onSelect: select }}
            onClose={() => void setUrl({ agents: null })}
          />
        )}
      </Suspense>
      <TraceBody {...{ address, page, navigation, find, onConversation }} />
      <Suspense fallback={<footer className={bar.coming} />}>
        <AsOfBar
          travel={whole ? travel : { ...travel, count: stepCount }}
          {...{ fresh, moves, select, onConversation }}
          selected={step}
        />
      </Suspense>
      <Suspense>
        {isContinuing && step && timeline && (
          <ConversationDialog
            {...{ address, timeline, step }}
            spanId={generationOf(timeline, step)}
            onClose={() => setContinuing(false)}
          />
        )}
      </Suspense>
    </div>
  );
}

/** Returns the number of steps that arrived since the user last looked at the last step. */
function useArrivedSteps({ stored, whole, url, travel }: AddressedTrace, { selecting }: TraceNavigation): number {
  const { selection, select } = selecting;
  const implied = selection.implied || travel.at !== null;
  const arrived = useFollow({ timeline: whole, selected: selection.step, implied, select });
  useAddressProblems(CHECKS);
  useMissingStep({ step: url.step, count: whole?.steps.length, capped: stored.skeleton.data?.capped === true });
  // Steps around a linked span load late, but they are not new.
  return stored.beyond.size > 0 ? 0 : arrived;
}
