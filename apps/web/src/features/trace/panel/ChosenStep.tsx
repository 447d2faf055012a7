'use client';
// The panel of the selected step, and the dialogs that it opens.
import { Suspense, useDeferredValue } from 'react';
import { later } from '../../../lib/later.ts';
import { openWords } from '../../../lib/steps/sentences.ts';
import type { Step, Timeline } from '../../../lib/steps/step-tree.ts';
import type { GrowingStep } from '../live/growth.ts';
import { stepsOfSpan } from '../navigation/step-actions.ts';
import type { SetTraceUrl, TraceUrl } from '../navigation/trace-url.ts';
import type { TimeTravel } from '../time/use-time-travel.ts';
import type { Selection } from '../navigation/use-selection.ts';
import type { TraceAddress } from '../navigation/trace-address.ts';
import styles from './split.module.css';

// The panel's code loads after the timeline.
const StepPanel = later(async () => (await import('./StepPanel.tsx')).StepPanel);

export interface ChosenStepProps {
  address: TraceAddress;
  timeline: Timeline;
  selection: Selection;
  travel: TimeTravel;
  /** More spans of the trace may still arrive. */
  live: boolean;
  growing: ReadonlyMap<string, GrowingStep>;
  url: TraceUrl;
  setUrl: SetTraceUrl;
  onSelect: (step: Step, call: number) => void;
  onConversation: () => void;
}

/** Deferred: a move first shows its row; the panel, which is expensive for another step, renders afterwards. */
export function ChosenStep(props: ChosenStepProps) {
  const panel = useDeferredValue(<Panel {...props} />);
  return <Suspense fallback={<div className={styles.panelPlace} />}>{panel}</Suspense>;
}

function Panel({ timeline, selection, travel, live, growing, url, setUrl, ...view }: ChosenStepProps) {
  const { step, call } = selection;
  if (!step) return null;
  return (
    <StepPanel
      address={view.address}
      step={step}
      call={call}
      open={growing.has(step.key) ? 'streaming' : openWords({ live, past: travel.at !== null })}
      growing={growing.get(step.key)}
      tab={url.tab}
      find={url.find}
      onTab={(tab) => void setUrl({ tab })}
      onClose={() => void setUrl({ panel: 0 })}
      labelOf={(spanId) => stepsOfSpan(timeline, spanId)}
      onTravel={travel.to}
      onConversation={view.onConversation}
      onGoto={(key) => view.onSelect(timeline.steps.find((one) => one.key === key) ?? step, -1)}
    />
  );
}
