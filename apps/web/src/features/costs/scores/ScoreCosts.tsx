'use client';
// What runs cost by how they were scored, and what one good run costs. What counts as good is in the URL.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Money } from '../../../components/figures/numbers.tsx';
import { useFacets } from '../../../components/filter/use-facets.ts';
import { drawnText } from '../../../lib/text/visible-text.ts';
import { exactCount, plural } from '../../../lib/figures/format.ts';
import { useTRPC } from '../../../lib/requests/trpc.ts';
import type { TimeRange } from '../../../lib/time/time-range.ts';
import type { ScoresAnswer } from '../answer.ts';
import type { CostsPlace } from '../cuts/links.ts';
import { LookedAt, Note, Panel } from '../panels/Panel.tsx';
import type { CostsParams, SetCostsParams } from '../use-costs-params.ts';
import styles from '../costs.module.css';
import { goodRuns, ruleWords, type GoodRule } from './good-runs.ts';
import { GoodControls } from './GoodControls.tsx';
import { ScoreTable } from './ScoreTable.tsx';

interface ScoreCostsProps {
  place: CostsPlace;
  range: TimeRange & { timeZone: string };
  params: CostsParams;
  setParams: SetCostsParams;
}

export function ScoreCosts({ place, range, params, setParams }: ScoreCostsProps) {
  const facets = useFacets(place.project, place);
  const names = useQuery({
    queryKey: ['facets', facets.scope, 'score', undefined, place.q, ''],
    queryFn: () => facets.load('score', { q: place.q, text: '' }),
  });
  const found = names.data?.values.map(({ value }) => value) ?? [];
  const name = params.score ?? found[0];
  return (
    <Panel title="Cost per good run" query={names} height="10rem">
      {() =>
        name === undefined ? (
          <Note>
            No trace of this range has a score. Users give scores on the page of a trace, programs by the SDK.
          </Note>
        ) : (
          <OfName
            {...{ place, range, params, setParams, name }}
            names={found.includes(name) ? found : [name, ...found]}
          />
        )
      }
    </Panel>
  );
}

function OfName({
  place,
  range: { from, to, timeZone },
  params,
  setParams,
  name,
  names,
}: ScoreCostsProps & { name: string; names: readonly string[] }) {
  const rule: GoodRule = { least: params.least, categories: params.good };
  const { project, q } = place;
  const input = { project, q, from, to, timeZone, name, least: rule.least };
  const options = useTRPC().costs.scores.queryOptions(input, { trpc: { context: { alone: true } } });
  const query = useQuery({ ...options, placeholderData: keepPreviousData });
  return (
    <>
      <GoodControls {...{ name, names, rule, setParams }} rows={query.data?.rows ?? []} />
      <Answer {...{ query, name, rule, place }} />
    </>
  );
}

interface AnswerProps {
  query: { data?: ScoresAnswer | undefined; isError: boolean; refetch: () => unknown };
  name: string;
  rule: GoodRule;
  place: CostsPlace;
}

function Answer({ query: { data, isError, refetch }, name, rule, place }: AnswerProps) {
  if (isError && !data)
    return (
      <p role="alert">
        This could not be loaded.{' '}
        <button type="button" onClick={() => void refetch()}>
          Retry
        </button>
      </p>
    );
  if (!data) return null;
  return (
    <>
      <GoodSentence rows={data.rows} rule={rule} name={name} />
      <LookedAt looked={data.scope} />
      <ScoreTable {...{ rule, name, place }} rows={data.rows} />
      <Note>
        A run is in one row: with all thumbs up or any down, with all numbers from the threshold on or any below it.
        Scores of steps and thoughts count for their run. A run counts where it began, its cost where its calls are.
      </Note>
    </>
  );
}

function GoodSentence({ rows, rule, name }: { rows: ScoresAnswer['rows']; rule: GoodRule; name: string }) {
  const { good, scored, cost, perGood, isAtLeast } = goodRuns(rows, rule);
  const meaning = ruleWords(rows, rule);
  if (scored === 0) return <p>No run of this range has the score {drawnText(name)}.</p>;
  return (
    <p>
      {perGood === null ? (
        <b>No good run</b>
      ) : (
        <b>
          <Money nano={perGood} atLeast={isAtLeast} /> per good run
        </b>
      )}
      : {exactCount(good)} of {plural(scored, 'scored run')} {good === 1 ? 'is' : 'are'} good, and all of them cost{' '}
      <Money nano={cost} atLeast={isAtLeast} />.{' '}
      <span className={styles.note}>
        {meaning === '' ? 'Choose which categories are good.' : `Good is: ${drawnText(meaning)}.`}
      </span>
    </p>
  );
}
