'use client';
// The timeline with its panel: beside it, or as a sheet over its lower half where there is no room.
import dynamic from 'next/dynamic';
import { useState, type CSSProperties } from 'react';
import { useKeys } from '../../lib/keyboard/KeyboardProvider.tsx';
import { PANEL_WIDTHS, Splitter } from './Splitter.tsx';
import { stepsOfSpan } from './step-actions.ts';
import type { TimeTravel } from './use-time-travel.ts';
import type { SetTraceUrl, TraceUrl } from './trace-url.ts';
import { useIsNarrow } from './use-box.ts';
import { WhyTimeline } from './WhyTimeline.tsx';
import styles from './page.module.css';

// The timeline is there first; the panel's code follows it.
const StepPanel = dynamic(() => import('./StepPanel.tsx').then((module) => module.StepPanel), {
  ssr: false,
  loading: () => <div className={styles.panelPlace} />,
});

/** A link to a step shows the step, not the head of the page above it. */
function showTimeline(element: HTMLElement | null): void {
  if (element && new URLSearchParams(location.search).has('step')) element.scrollIntoView();
}

type WhyViewProps = Parameters<typeof WhyTimeline>[0] & {
  url: TraceUrl;
  setUrl: SetTraceUrl;
  /** The trace has more spans than a page loads. */
  capped: boolean;
  travel: TimeTravel;
  onConversation: () => void;
};

export function WhyView({ url, setUrl, capped, onConversation, ...view }: WhyViewProps) {
  const isNarrow = useIsNarrow();
  const { step, call } = view.selection;
  const [width, setWidth] = useState<number>(PANEL_WIDTHS[0]);
  useKeys({
    panelWidth: () =>
      setWidth(
        (before) => PANEL_WIDTHS[(PANEL_WIDTHS.findIndex((one) => one === before) + 1) % PANEL_WIDTHS.length] ?? before,
      ),
  });
  const showsPanel = step !== undefined && (url.panel === null ? !isNarrow : url.panel === 1);
  const onSelect: typeof view.onSelect = (entry, chosen) => {
    view.onSelect(entry, chosen);
    if (isNarrow && entry.entry === 'step') void setUrl({ panel: 1 });
  };
  const timeline = <WhyTimeline {...view} onSelect={onSelect} />;
  const panel = showsPanel && (
    <StepPanel
      address={view.address}
      step={step}
      call={call}
      tab={url.tab}
      find={url.find}
      onTab={(tab) => void setUrl({ tab })}
      onClose={() => void setUrl({ panel: 0 })}
      labelOf={(spanId) => stepsOfSpan(view.timeline, spanId)}
      onTravel={view.travel.to}
      onConversation={onConversation}
      onGoto={(key) => view.onSelect(view.timeline.steps.find((one) => one.key === key) ?? step, -1)}
    />
  );
  return (
    <>
      {capped && (
        <p role="status" className={styles.notice}>
          Only the first 100,000 spans of this trace are shown.
        </p>
      )}
      {isNarrow ? (
        <div className={styles.stack} ref={showTimeline}>
          {timeline}
          {panel && <div className={styles.sheet}>{panel}</div>}
        </div>
      ) : (
        <div className={styles.split} style={{ '--panel': panel ? `${width}%` : '0%' } as CSSProperties}>
          {timeline}
          {panel && <Splitter width={width} onChange={setWidth} />}
          {panel}
        </div>
      )}
    </>
  );
}
