'use client';
// The panels in reading order, each with its query and its result.
import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { Loading, Skeleton } from '../../../components/states/Skeleton.tsx';
import styles from '../costs.module.css';
import { CUT_WORDS, type Cut } from '../cuts/cuts.ts';
import { Advice } from './Advice.tsx';
import { Coverage } from './Coverage.tsx';
import { CutTable } from '../cuts/CutTable.tsx';
import { fillDays, sinceFirstSpend, type DaysRange } from '../days/days.ts';
import { DaysChart } from '../days/DaysChart.tsx';
import { EffortShare } from './EffortShare.tsx';
import { Headline } from '../Headline.tsx';
import { HiddenShare, hiddenOfCut, hiddenOfTools } from './HiddenShare.tsx';
import { Histogram } from './Histogram.tsx';
import type { CostsPlace } from '../cuts/links.ts';
import { NothingSpent } from '../NothingSpent.tsx';
import { MeasuredAdvice } from './MeasuredAdvice.tsx';
import { LookedAt, Note, Panel } from './Panel.tsx';
import { Retries } from './Retries.tsx';
import { sumMeasures, toSpend, type SpendUnit } from '../spend.ts';
import type { SpendCut } from '../../../lib/figures/spend-cuts.ts';
import { ToolTable } from './ToolTable.tsx';
import { TopThoughts } from './TopThoughts.tsx';
import { Unpriced } from './Unpriced.tsx';
import type { Costs } from '../use-costs.ts';
import type { CostsParams, SetCostsParams } from '../use-costs-params.ts';

const BilledThinking = dynamic(async () => (await import('../billed/BilledThinking.tsx')).BilledThinking);
const CheckCosts = dynamic(async () => (await import('../checks/CheckCosts.tsx')).CheckCosts);
const ScoreCosts = dynamic(async () => (await import('../scores/ScoreCosts.tsx')).ScoreCosts);

interface PanelsProps {
  costs: Costs;
  /** undefined until the browser's clock is available. */
  range: DaysRange | undefined;
  params: CostsParams;
  place: CostsPlace;
  setParams: SetCostsParams;
}

export function Panels({ costs, range, params, place, setParams }: PanelsProps) {
  const days = useQuery(costs.days);
  const models = useQuery(costs.cut('model'));
  const hints = useQuery(costs.hints);
  const { unit, tables } = params;
  return (
    <Loading pending={(!days.data && !days.isError) || !range} skeleton={<PanelsSkeleton />}>
      {() => {
        if (!range) return null;
        const measures = days.data && sumMeasures(days.data.rows);
        const total = measures && toSpend(measures, unit);
        if (total?.counted === 0 && total.total === 0n)
          return <NothingSpent q={params.q} onFilter={(q) => void setParams({ q })} />;
        return (
          <div className={styles.cuts}>
            {days.data && <LookedAt looked={days.data.scope} />}
            {total && <Headline spend={total} unit={unit} place={place} />}
            {measures && <Advice {...{ measures, unit, hints, place }} measured={<MeasuredAdvice place={place} />} />}
            {models.data && <Unpriced models={models.data.rows} place={place} />}
            <div className={styles.pair}>
              <Panel title={unit === 'usd' ? 'Spend by day' : 'Tokens by day'} query={days} height="18rem">
                {({ rows }) => (
                  <DaysChart
                    days={sinceFirstSpend(fillDays(rows, range))}
                    unit={unit}
                    place={place}
                    timeZone={range.timeZone}
                    now={range.now}
                    tables={tables}
                  />
                )}
              </Panel>
              <SharePanel costs={costs} params={params} place={place} />
            </div>
            <ScoreCosts place={place} range={range} params={params} setParams={setParams} />
            <CheckCosts place={place} range={range} />
            <BilledThinking place={place} range={range} tables={tables} />
            <CutPanels costs={costs} params={params} place={place} />
            <MorePanels costs={costs} params={params} place={place} />
          </div>
        );
      }}
    </Loading>
  );
}

type PartProps = Omit<PanelsProps, 'range' | 'setParams'>;

function SharePanel({ costs, params: { by, unit, tables }, place }: PartProps) {
  const cut = useQuery(costs.cut(by === 'tool' ? 'model' : by));
  const tools = useQuery(costs.tools);
  const title = `Hidden share by ${CUT_WORDS[by].label}`;
  if (by === 'tool')
    return (
      <Panel title={title} query={tools} height="12rem">
        {({ rows, scope }) => (
          <>
            <Note>
              The hidden share of the thinking before each tool. Summaries are not counted separately by tool.
            </Note>
            <LookedAt looked={scope} />
            <HiddenShare cut={by} rows={hiddenOfTools(rows)} place={place} tables={tables} />
          </>
        )}
      </Panel>
    );
  return (
    <Panel title={title} query={cut} height="12rem">
      {({ rows }) => (
        <>
          <Note>The share of the total. Dotted: summary only; hatched: no text.</Note>
          <HiddenShare cut={by} rows={hiddenOfCut(rows, unit)} place={place} tables={tables} />
        </>
      )}
    </Panel>
  );
}

/** The chosen grouping first, then what every reader asks for. */
function CutPanels({ costs, params: { by, unit }, place }: PartProps) {
  const cuts = [...new Set<Cut>([by, 'model', 'tool', 'agent'])];
  return cuts.map((cut) =>
    cut === 'tool' ? (
      <ToolPanel key={cut} costs={costs} place={place} />
    ) : (
      <CutPanel key={cut} cut={cut} costs={costs} unit={unit} place={place} />
    ),
  );
}

type CutPanelProps = Pick<PartProps, 'costs' | 'place'> & { cut: SpendCut; unit: SpendUnit };

function CutPanel({ cut, costs, unit, place }: CutPanelProps) {
  const query = useQuery(costs.cut(cut));
  return (
    <Panel title={`${unit === 'usd' ? 'Spend' : 'Tokens'} by ${CUT_WORDS[cut].label}`} query={query} height="14rem">
      {({ rows, scope }) => (
        <>
          <Note>The {unit === 'usd' ? 'cost' : 'tokens'} of each, and how much of it was thinking.</Note>
          <LookedAt looked={scope} />
          <CutTable cut={cut} rows={rows} unit={unit} place={place} />
        </>
      )}
    </Panel>
  );
}

function ToolPanel({ costs, place }: Pick<PartProps, 'costs' | 'place'>) {
  const tools = useQuery(costs.tools);
  return (
    <Panel title="Thinking before each tool" query={tools} height="14rem">
      {({ rows, scope }) => (
        <>
          <Note>
            Counted where the model asked for the tool; a thought shared by parallel calls counts at the first.
          </Note>
          <LookedAt looked={scope} />
          <ToolTable tools={rows} place={place} />
        </>
      )}
    </Panel>
  );
}

function MorePanels({ costs, params: { by, unit, tables }, place }: PartProps) {
  const top = useQuery(costs.topThoughts);
  const effort = useQuery(costs.cut('effort'));
  const tools = useQuery(costs.tools);
  const models = useQuery(costs.cut('model'));
  const retries = useQuery(costs.retries);
  return (
    <>
      <Panel title="Most expensive thoughts" query={top} height="20rem">
        {(thoughts) => <TopThoughts thoughts={thoughts} place={place} />}
      </Panel>
      <div className={styles.halves}>
        <Panel title="Thinking tokens per step" query={tools} height="14rem">
          {({ rows }) => <Histogram tools={rows} place={place} tables={tables} />}
        </Panel>
        {by !== 'effort' && (
          <Panel title="Share by reasoning effort" query={effort} height="10rem">
            {({ rows }) => <EffortShare rows={rows} unit={unit} place={place} tables={tables} />}
          </Panel>
        )}
        <Panel title="Retries after unreadable thoughts" query={retries} height="10rem">
          {(answer) => <Retries answer={answer} place={place} />}
        </Panel>
        <Panel title="Coverage" query={models} height="10rem">
          {({ rows }) => <Coverage models={rows} tools={tools.data?.rows} place={place} />}
        </Panel>
      </div>
    </>
  );
}

function PanelsSkeleton() {
  return (
    <div className={styles.cuts}>
      <Skeleton height="4.5rem" />
      <Skeleton height="18rem" />
      <Skeleton height="12rem" />
    </div>
  );
}
