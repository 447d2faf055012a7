'use client';
// Every cut of one answer, in reading order.
import dynamic from 'next/dynamic';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { CostLegend } from '../../components/CostBar.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { plural } from '../../lib/format.ts';
import type { TimeRange } from '../../lib/time-range.ts';
import type { SpendAnswer } from './answer.ts';
import styles from './costs.module.css';
import { daysSummary, fillDays, sinceFirstSpend } from './days.ts';
import { DayTable } from './DayTable.tsx';
import { Headline } from './Headline.tsx';
import { HiddenShare } from './HiddenShare.tsx';
import { ModelTable } from './ModelTable.tsx';
import { sumMeasures, toSpend } from './spend.ts';
import { ToolTable } from './ToolTable.tsx';
import type { CostsParams } from './use-costs-params.ts';

// The chart library comes in its own chunk, after the figures are there.
const SpendByDay = dynamic(async () => (await import('./SpendByDay.tsx')).SpendByDay, {
  ssr: false,
  loading: () => <Skeleton height="15rem" />,
});

interface CutsProps {
  answer: SpendAnswer;
  range: TimeRange & { timeZone: string; now: Date };
  params: CostsParams;
  project: string;
}

export function Cuts({ answer, range, params: { unit, tables, range: rangeText }, project }: CutsProps) {
  const total = toSpend(sumMeasures(answer.models), unit);
  const days = sinceFirstSpend(fillDays(answer.days, range));
  const place = { project, range: rangeText };
  if (total.generations === 0) return <NothingSpent />;
  return (
    <div className={styles.cuts}>
      <Headline spend={total} unit={unit} />
      <Unpriced answer={answer} />
      <Panel
        title={unit === 'usd' ? 'Spend by day' : 'Tokens by day'}
        note={`${daysSummary(days, unit)} Days of ${range.timeZone}.`}
      >
        {tables ? (
          <DayTable days={days} unit={unit} place={place} />
        ) : (
          <SpendByDay days={days} unit={unit} place={place} />
        )}
        <CostLegend />
      </Panel>
      <div className={styles.pair}>
        <Panel title="Models" note="What each was paid for, and how much of it was thinking.">
          <ModelTable models={answer.models} unit={unit} place={place} />
        </Panel>
        <Panel
          title="Hidden share by model"
          note="Of all that was paid for: summary only is dotted, no text is hatched."
        >
          <HiddenShare models={answer.models} unit={unit} place={place} />
        </Panel>
      </div>
      <Panel
        title="Thinking paid before each tool"
        note="Counted where the model asked for the tool; a thought shared by parallel calls counts at the first."
      >
        <ToolTable tools={answer.tools} place={place} />
      </Panel>
    </div>
  );
}

function Panel({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  return (
    <section className={styles.panel} aria-label={title}>
      <h2>{title}</h2>
      <p className={styles.note}>{note}</p>
      {children}
    </section>
  );
}

/** What is in no sum of dollars, by name: an unknown price is not a price of nothing. */
function Unpriced({ answer }: { answer: SpendAnswer }) {
  const models = answer.models.filter((model) => model.generationsUnpriced > 0);
  const calls = models.reduce((sum, model) => sum + model.generationsUnpriced, 0);
  if (calls === 0) return null;
  return (
    <p className={styles.warning}>
      <span aria-hidden>⚠ </span>
      {plural(models.length, 'model has', 'models have')} no price: {plural(calls, 'call is', 'calls are')} not in any $
      ({models.map((model) => model.model || 'unnamed model').join(', ')}).
    </p>
  );
}

function NothingSpent() {
  return (
    <EmptyState title="No model calls in this range">
      <p>
        Choose a longer range, or <Link href="/welcome">connect an agent</Link>: its spend, its thinking and what of it
        nobody could read show up here with its first call.
      </p>
    </EmptyState>
  );
}
