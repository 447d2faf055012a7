'use client';
// The empty state: nothing was ever sent, or the filter or the range excludes all; then it says which part does.
import { useQuery } from '@tanstack/react-query';
import { ButtonLink } from '../../components/controls/Button.tsx';
import { EmptyState } from '../../components/states/EmptyState.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { NoMatch } from '../../components/states/NoMatch.tsx';
import { exactCount } from '../../lib/figures/format.ts';
import { useTRPC } from '../../lib/requests/trpc.ts';
import type { List } from './use-list.ts';

export function NoTraces({ project, list: { q, range, change } }: { project: string; list: List }) {
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(trpc.traces.without.queryOptions({ project, q, range }));
  if (error) return <ErrorState title="The reason could not be loaded." error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  if (data.parts.length === 0 && data.range.traces === 0 && !q.trim()) return <Onboard />;
  return (
    <NoMatch
      title="No trace matches"
      counts={data}
      range={range}
      brings={brings}
      onFilter={({ q: rest, ...params }) => change({ ...params, ...(rest !== undefined && { q: rest ?? '' }) })}
    />
  );
}

const brings = ({ traces, capped }: { traces: number; capped: boolean }) =>
  traces === 0 ? 'finds none' : `finds ${exactCount(traces)}${capped ? '+' : ''} ${traces === 1 ? 'trace' : 'traces'}`;

function Onboard() {
  return (
    <EmptyState title="No traces yet">
      <p>Wrap a client, run your agent, and its traces appear here automatically.</p>
      <ButtonLink look="primary" href="/welcome">
        Connect an agent
      </ButtonLink>
    </EmptyState>
  );
}
