'use client';
// How long model calls and tools take: percentiles by day, and by model, agent and tool.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { RangeMenu } from '../../../components/filter/RangeMenu.tsx';
import { EmptyState } from '../../../components/states/EmptyState.tsx';
import { useAddressProblems } from '../../../lib/address/use-address-problems.ts';
import { LATENCY_CUTS } from '../../../lib/figures/latency-cuts.ts';
import { useTRPC } from '../../../lib/requests/trpc.ts';
import { useNow } from '../../../lib/time/now.ts';
import { parseTimeRange } from '../../../lib/time/time-range.ts';
import { CostsFilter, TablesSwitch } from '../Controls.tsx';
import { CostsViews } from '../CostsViews.tsx';
import styles from '../costs.module.css';
import { CUT_WORDS, nameOf } from '../cuts/cuts.ts';
import type { CostsPlace } from '../cuts/links.ts';
import { wholeHours, type DaysRange } from '../days/days.ts';
import { LookedAt, Note, Panel } from '../panels/Panel.tsx';
import { LatencyDays } from './LatencyDays.tsx';
import { LatencyTable } from './LatencyTable.tsx';
import { CHECKS, useLatencyParams, type LatencyParams, type SetLatencyParams } from './use-latency-params.ts';

export function LatencyScreen({ project }: { project: string }) {
  const [params, setParams] = useLatencyParams();
  useAddressProblems(CHECKS);
  const now = useNow();
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const asked = now === undefined ? undefined : parseTimeRange(params.range, new Date(now));
  const range = asked && { ...wholeHours(asked, timeZone), timeZone, now: new Date(now ?? 0) };
  const place = { project, range: params.range, q: params.q };
  const parts = { params, setParams, range, place };
  return (
    <div className={styles.screen}>
      <header className={styles.header}>
        <CostsViews place={place} current="Latency" />
        <Controls {...parts} />
      </header>
      <div className={styles.cuts}>
        <DaysPanel {...parts} />
        {LATENCY_CUTS.map((by) => (
          <CutPanel key={by} by={by} {...parts} />
        ))}
      </div>
    </div>
  );
}

interface PartProps {
  params: LatencyParams;
  setParams: SetLatencyParams;
  /** undefined until the browser's clock is available. */
  range: DaysRange | undefined;
  place: CostsPlace;
}

function Controls({ params, setParams, place: { project } }: PartProps) {
  return (
    <>
      <div className={styles.controls}>
        <RangeMenu what="Costs" range={params.range} onRange={(range) => void setParams({ range })} />
        <TablesSwitch checked={params.tables} onChange={(tables) => void setParams({ tables })} />
      </div>
      <CostsFilter label="Filter latency" project={project} params={params} onChange={(q) => void setParams({ q })} />
    </>
  );
}

const EPOCH = new Date(0);
const ALONE = { trpc: { context: { alone: true } } };

function useLatencyQuery({ params, range, place: { project } }: PartProps) {
  const trpc = useTRPC().costs;
  const zone = { timeZone: range?.timeZone ?? 'UTC', from: range?.from ?? EPOCH, to: range?.to ?? EPOCH };
  const input = { project, q: params.q, ...zone };
  const when = { enabled: range !== undefined, placeholderData: keepPreviousData };
  return {
    days: { ...trpc.latencyDays.queryOptions({ ...input, by: params.by, key: params.of }, ALONE), ...when },
    rowsBy: (by: LatencyParams['by']) => ({ ...trpc.latency.queryOptions({ ...input, by }, ALONE), ...when }),
  };
}

const ALL = { model: 'All model calls', agent: 'All model calls', tool: 'All tools' } as const;

function DaysPanel(props: PartProps) {
  const { params, range, place } = props;
  const days = useQuery(useLatencyQuery(props).days);
  const subject = params.of === null ? ALL[params.by] : nameOf(params.by, params.of);
  return (
    <Panel title={`${subject} by day`} query={days} height="18rem">
      {({ rows, scope }) => (
        <>
          <LookedAt looked={scope} />
          {range && rows.length > 0 ? (
            <LatencyDays rows={rows} range={range} place={place} tables={params.tables} />
          ) : (
            <EmptyState title="No durations in this range">
              <p>A duration is known once a model call or a tool has ended. Choose a longer range or another filter.</p>
            </EmptyState>
          )}
        </>
      )}
    </Panel>
  );
}

const NOTES = {
  model: 'From the request to the end of the response, and to its first token where the sender reports it.',
  agent: 'The model calls of each agent.',
  tool: 'Measured: a span of the tool. Inferred: from the response that requests the call to the request with its result, which contains more than the call.',
} as const;

function CutPanel({ by, ...props }: PartProps & { by: LatencyParams['by'] }) {
  const { params, setParams, place } = props;
  const query = useQuery(useLatencyQuery(props).rowsBy(by));
  return (
    <Panel title={`Latency by ${CUT_WORDS[by].label}`} query={query} height="10rem">
      {({ rows, scope }) => (
        <>
          <Note>{NOTES[by]}</Note>
          <LookedAt looked={scope} />
          {rows.length === 0 ? (
            <Note>No durations in this range.</Note>
          ) : (
            <LatencyTable
              {...{ by, rows, place }}
              chosen={params.by === by ? params.of : null}
              onChoose={(of) => void setParams({ by, of })}
            />
          )}
        </>
      )}
    </Panel>
  );
}
