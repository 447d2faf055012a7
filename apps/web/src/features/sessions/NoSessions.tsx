'use client';
// The empty state: no trace has a session id (says how to set one), or the filter or the range excludes all.
import { useQuery } from '@tanstack/react-query';
import { CopyLine } from '../../components/controls/CopyLine.tsx';
import { EmptyState } from '../../components/states/EmptyState.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { NoMatch } from '../../components/states/NoMatch.tsx';
import { exactCount } from '../../lib/figures/format.ts';
import { useTRPC } from '../../lib/requests/trpc.ts';
import type { SessionsUrl, SetSessionsUrl } from './sessions-url.ts';

interface NoSessionsProps {
  project: string;
  url: SessionsUrl;
  setUrl: SetSessionsUrl;
}

export function NoSessions({ project, url: { q, range }, setUrl }: NoSessionsProps) {
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(trpc.sessions.without.queryOptions({ project, q, range }));
  if (error) return <ErrorState title="The reason could not be loaded." error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  if (!data.any) return <HowTo />;
  return (
    <NoMatch
      title="No session matches"
      counts={data}
      range={range}
      brings={brings}
      onFilter={(change) => void setUrl(change)}
    />
  );
}

const brings = ({ sessions, capped }: { sessions: number; capped: boolean }) =>
  sessions === 0
    ? 'finds none'
    : `finds ${exactCount(sessions)}${capped ? '+' : ''} ${sessions === 1 ? 'session' : 'sessions'}`;

const WITH_SDK = `import { trace } from '@subtext/sdk';

await trace('Answer the customer', () => answer(question), {
  session: conversation.id, // the same for every turn
  user: customer.id,
});`;

const WITH_OTLP = `// or gen_ai.conversation.id
span.setAttribute('session.id', conversation.id);
span.setAttribute('user.id', customer.id);`;

function HowTo() {
  return (
    <EmptyState title="No sessions yet">
      <p>
        A session is one conversation: every turn is a trace, and all of them carry the same session id. Give it when
        you name a run:
      </p>
      <CopyLine name="the code for the SDK" text={WITH_SDK} />
      <p>With any other instrumentation, set the attribute on any span of the trace:</p>
      <CopyLine name="the code for OpenTelemetry" text={WITH_OTLP} />
      <p>Sessions appear here automatically with the next turn.</p>
    </EmptyState>
  );
}
