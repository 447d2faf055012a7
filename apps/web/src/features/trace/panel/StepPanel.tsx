'use client';
// Everything about one step, starting with sentences: why it happened, what it returned, what it cost, and the spans it
// comes from.
import { X } from 'lucide-react';
import { Suspense, useEffect, useRef, type ReactNode } from 'react';
import { IconButton } from '../../../components/controls/Button.tsx';
import { useLabel } from '../../../lib/keyboard/use-key-words.ts';
import { FailureWords } from '../../../components/steps/FailureWords.tsx';
import { Tabs } from '../../../components/controls/Tabs.tsx';
import { later } from '../../../lib/later.ts';
import { ResultTab } from './ResultTab.tsx';
import { CostTab } from './receipt/CostTab.tsx';
import { callFailure, paidSentence } from '../../../lib/steps/sentences.ts';
import { StepMenu } from './StepMenu.tsx';
import { StepScores } from './StepScores.tsx';
import type { StepView } from './step-view.ts';
import type { Tab } from '../navigation/trace-url.ts';
import { useOwnScrollKeys } from '../navigation/use-own-scroll-keys.ts';
import { WhyTab } from './WhyTab.tsx';
import styles from './panel.module.css';

const ContextTab = later(async () => (await import('./context/ContextTab.tsx')).ContextTab);
const RawTab = later(async () => (await import('./RawTab.tsx')).RawTab);

const inTime = (tab: ReactNode) => <Suspense>{tab}</Suspense>;

interface StepPanelProps extends StepView {
  tab: Tab;
  onTab: (tab: Tab) => void;
  onClose: () => void;
}

export function StepPanel({ tab, onTab, onClose, ...view }: StepPanelProps) {
  const { step } = view;
  const failure = callFailure(step);
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (body.current) body.current.scrollTop = 0;
  }, [step.key, tab]);
  useOwnScrollKeys(body);
  const items = [
    { value: 'why', label: 'Why', content: <WhyTab {...view} /> },
    { value: 'got', label: 'Result', content: <ResultTab {...view} /> },
    { value: 'paid', label: 'Cost', content: <CostTab address={view.address} step={step} /> },
    { value: 'seen', label: 'Context', content: inTime(<ContextTab key={step.key} {...view} />) },
    {
      value: 'raw',
      label: 'Raw',
      content: inTime(<RawTab key={step.key} address={view.address} step={step} call={view.call} />),
    },
  ] as const;
  return (
    <aside className={styles.panel} data-step-panel aria-label={`Step ${step.number}`}>
      <header className={styles.head}>
        <h2>Step {step.number}</h2>
        <p className={styles.paid}>{paidSentence(step)}</p>
        <StepMenu {...view} />
        <IconButton label={useLabel('Close the panel', 'escape')} onClick={onClose}>
          <X size={14} aria-hidden />
        </IconButton>
        <StepScores address={view.address} step={step} />
        {failure !== undefined && (
          <p className={styles.failure}>
            <FailureWords step={step} message={failure} />
          </p>
        )}
      </header>
      <div ref={body} className={styles.body} tabIndex={0} role="region" aria-label="Details of the step">
        <Tabs label="Details of the step" value={tab} onChange={onTab} items={items} />
      </div>
    </aside>
  );
}
