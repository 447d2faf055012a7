'use client';
// The releases, prompt versions or efforts of a project with their figures, and what changed between two of them.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { FilterBar } from '../../components/filter/FilterBar.tsx';
import { RangeMenu } from '../../components/filter/RangeMenu.tsx';
import { useFacets } from '../../components/filter/use-facets.ts';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { Loading, Skeleton } from '../../components/states/Skeleton.tsx';
import { useAddressProblems } from '../../lib/address/use-address-problems.ts';
import { later } from '../../lib/later.ts';
import { CUT_WORDS } from '../../lib/releases/release-words.ts';
import { useTRPC } from '../../lib/requests/trpc.ts';
import { useNow } from '../../lib/time/now.ts';
import { parseTimeRange } from '../../lib/time/time-range.ts';
import { chosenSides } from './chosen-sides.ts';
import { NoReleases } from './NoReleases.tsx';
import { ReleasesTable } from './ReleasesTable.tsx';
import styles from './releases.module.css';
import {
  CHECKS,
  RELEASE_CUTS,
  useReleasesParams,
  type ReleasesParams,
  type SetReleasesParams,
} from './use-releases-params.ts';

const Comparison = later(async () => (await import('./Comparison.tsx')).Comparison);

const EPOCH = new Date(0);

export function ReleasesScreen({ project }: { project: string }) {
  const [params, setParams] = useReleasesParams();
  useAddressProblems(CHECKS);
  const now = useNow();
  const range = now === undefined ? undefined : parseTimeRange(params.range, new Date(now));
  const { by, q } = params;
  const input = { project, by, q, from: range?.from ?? EPOCH, to: range?.to ?? EPOCH };
  const query = useQuery({
    ...useTRPC().releases.list.queryOptions(input),
    enabled: range !== undefined,
    placeholderData: keepPreviousData,
  });
  const { data, isError, error, refetch } = query;
  const sides = chosenSides(data?.rows ?? [], params);
  return (
    <div className={styles.screen}>
      <header className={styles.header}>
        <h1>Releases</h1>
        <Controls {...{ project, params, setParams }} />
      </header>
      <section className={styles.panel} aria-label={`By ${CUT_WORDS[by].label}`} aria-busy={query.isPlaceholderData}>
        {isError ? (
          <ErrorState inline title="This could not be loaded." error={error} onRetry={() => void refetch()} />
        ) : (
          <Loading pending={data === undefined} skeleton={<Skeleton height="14rem" />}>
            {() =>
              data?.rows.some(({ key }) => key !== null) ? (
                <ReleasesTable answer={data} place={{ project, ...params }} sides={sides} setParams={setParams} />
              ) : (
                <NoReleases
                  by={by}
                  q={q}
                  hasRuns={Boolean(data?.rows.length)}
                  onFilter={(filter) => void setParams({ q: filter })}
                />
              )
            }
          </Loading>
        )}
      </section>
      {range && sides.a !== null && sides.b !== null && (
        <Suspense fallback={<Skeleton height="20rem" />}>
          <Comparison input={{ ...input, a: sides.a, b: sides.b }} range={params.range} />
        </Suspense>
      )}
    </div>
  );
}

interface ControlsProps {
  project: string;
  params: ReleasesParams;
  setParams: SetReleasesParams;
}

function Controls({ project, params, setParams }: ControlsProps) {
  const facets = useFacets(project, params);
  return (
    <>
      <div className={styles.controls}>
        <RangeMenu what="Releases" range={params.range} onRange={(range) => void setParams({ range })} />
        <label>
          by
          <select
            aria-label="Compare by"
            value={params.by}
            onChange={(event) => void setParams({ by: event.target.value as ReleasesParams['by'], a: null, b: null })}
          >
            {RELEASE_CUTS.map((cut) => (
              <option key={cut} value={cut}>
                {CUT_WORDS[cut].label}
              </option>
            ))}
          </select>
        </label>
      </div>
      <div className={styles.filter}>
        <FilterBar
          label="Filter releases"
          placeholder="Pick a filter: service, agent, environment, tag…"
          value={params.q}
          onChange={(q) => void setParams({ q: q || null })}
          facets={facets}
        />
      </div>
    </>
  );
}
