'use client';
// The timeline with its panel.
import { ChosenStep, type ChosenStepProps } from '../panel/ChosenStep.tsx';
import { PanelSplit, useShowsPanel } from '../panel/PanelSplit.tsx';
import { useIsNarrow } from '../rows/use-box.ts';
import { WhyTimeline } from './WhyTimeline.tsx';

export type WhyViewProps = Parameters<typeof WhyTimeline>[0] & Omit<ChosenStepProps, 'onSelect'>;

export function WhyView({ url, setUrl, onConversation, ...view }: WhyViewProps) {
  const isNarrow = useIsNarrow();
  const showsPanel = useShowsPanel(url) && view.selection.step !== undefined;
  const onSelect: typeof view.onSelect = (entry, chosen) => {
    view.onSelect(entry, chosen);
    if (isNarrow && entry.entry === 'step') void setUrl({ panel: 1 });
  };
  return (
    <PanelSplit panel={showsPanel && <ChosenStep {...{ ...view, url, setUrl, onConversation }} />}>
      <WhyTimeline {...view} onSelect={onSelect} />
    </PanelSplit>
  );
}
