// The empty states: nothing matches, there are no runs, or the runs do not report what they are compared by.
import { Button } from '../../components/controls/Button.tsx';
import { Link } from '../../components/controls/Link.tsx';
import { EmptyState } from '../../components/states/EmptyState.tsx';
import { FilterWithoutMatch } from '../../components/states/FilterWithoutMatch.tsx';
import { CUT_WORDS } from '../../lib/releases/release-words.ts';
import type { ReleasesParams } from './use-releases-params.ts';

interface NoReleasesProps {
  by: ReleasesParams['by'];
  q: string;
  /** There are runs in the range that match. */
  hasRuns: boolean;
  onFilter: (q: string | null) => void;
}

export function NoReleases({ by, q, hasRuns, onFilter }: NoReleasesProps) {
  if (hasRuns)
    return (
      <EmptyState title={`No run in this range reports ${NEEDS[by].what}`}>
        {NEEDS[by].how}
        {q && <Button onClick={() => onFilter(null)}>Remove the filter</Button>}
      </EmptyState>
    );
  if (q) return <FilterWithoutMatch title="No run matches" q={q} onFilter={onFilter} />;
  return (
    <EmptyState title="No runs in this range">
      <p>
        Choose a longer range, or <Link href="/welcome">connect an agent</Link>. Once runs of two {CUT_WORDS[by].label}s
        are here, this page shows what changed between them.
      </p>
    </EmptyState>
  );
}

const NEEDS = {
  release: {
    what: 'a release',
    how: (
      <p>
        Set it for the runs of the agent: <code>{"withContext({ release: '1.4.2' }, run)"}</code> with the SDK, or the
        OpenTelemetry resource attribute <code>service.version</code>, such as{' '}
        <code>OTEL_RESOURCE_ATTRIBUTES=service.version=1.4.2</code>. A commit works as well as a version.
      </p>
    ),
  },
  prompt: {
    what: 'a prompt version',
    how: (
      <p>
        Add it to the metadata of the run under the key <code>prompt.version</code>:{' '}
        <code>{"withContext({ metadata: { 'prompt.version': '7' } }, run)"}</code> with the SDK, or the span attribute{' '}
        <code>subtext.metadata.prompt.version</code>.
      </p>
    ),
  },
  effort: {
    what: 'a reasoning effort',
    how: <p>It is read from the request where the model has such a setting. Runs of models without it have none.</p>,
  },
} as const;
