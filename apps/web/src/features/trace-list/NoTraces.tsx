'use client';
// Nothing to show: because nothing was ever sent, or because the filter or the range leaves nothing, and then which part of it.
import { useQuery } from '@tanstack/react-query';
import { Button, ButtonLink } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { exactCount } from '../../lib/format.ts';
import { useTRPC } from '../../lib/trpc.ts';
import { ALL_TIME } from '../../lib/time-range.ts';
import type { ListUrl, SetListUrl } from './list-url.ts';
import styles from './list.module.css';

interface NoTracesProps {
  project: string;
  url: ListUrl;
  setUrl: SetListUrl;
}

export function NoTraces({ project, url: { q, range }, setUrl }: NoTracesProps) {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.traces.without.queryOptions({ project, q, range }));
  if (!data) return null;
  const total = data.range;
  if (data.parts.length === 0 && total.traces === 0 && !q.trim()) return <Onboard />;
  const isLimited = range !== ALL_TIME;
  return (
    <EmptyState title="No trace matches">
      {data.parts.length > 0 && <p>Remove a part of the filter:</p>}
      <ul className={styles.removals}>
        {data.parts.map((part) => (
          <li key={part.source}>
            <Button onClick={() => void setUrl({ q: part.q || null })}>
              <code>{part.source}</code> ✕
            </Button>{' '}
            {brings(part)}
          </li>
        ))}
        {isLimited && (
          <li>
            <Button onClick={() => void setUrl({ range: ALL_TIME })}>Look at all time</Button> {brings(total)}
          </li>
        )}
      </ul>
    </EmptyState>
  );
}

const brings = ({ traces, capped }: { traces: number; capped: boolean }) =>
  traces === 0
    ? 'brings none'
    : `brings ${exactCount(traces)}${capped ? '+' : ''} ${traces === 1 ? 'trace' : 'traces'}`;

function Onboard() {
  return (
    <EmptyState title="No trace has arrived yet">
      <p>Wrap a client, run your agent, and its traces appear here by themselves.</p>
      <ButtonLink look="primary" href="/welcome">
        Connect an agent
      </ButtonLink>
    </EmptyState>
  );
}
