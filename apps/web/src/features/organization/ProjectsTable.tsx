'use client';
// The projects of the organization, with the progress of those that are being deleted.
import { useQuery } from '@tanstack/react-query';
import { RelativeTime } from '../../components/figures/RelativeTime.tsx';
import { Link } from '../../components/controls/Link.tsx';
import { RowHead, SettingsTable } from '../../components/settings/SettingsPage.tsx';
import { EmptyState } from '../../components/states/EmptyState.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { Loading, Skeleton } from '../../components/states/Skeleton.tsx';
import { PlainText } from '../../components/text/PlainText.tsx';
import { Tag } from '../../components/text/Tag.tsx';
import { pagePath } from '../../lib/address/pages.ts';
import { settingsPath } from '../../lib/address/settings-pages.ts';
import { exactCount } from '../../lib/figures/format.ts';
import { useTRPC, type RouterOutputs } from '../../lib/requests/trpc.ts';

type Project = RouterOutputs['organization']['projects'][number];
type Deletion = NonNullable<Project['deletion']>;

/** While a project is being deleted. */
const PROGRESS_EVERY_MS = 1_000;

export function ProjectsTable({ organization }: { organization: string }) {
  const projects = useQuery({
    ...useTRPC().organization.projects.queryOptions({ organization }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(({ deletion }) => deletion) ? PROGRESS_EVERY_MS : false),
  });
  if (projects.isError)
    return (
      <ErrorState
        title="The projects could not be loaded."
        error={projects.error}
        onRetry={() => void projects.refetch()}
      />
    );
  return (
    <Loading pending={projects.isPending} skeleton={<Skeleton height="8rem" />}>
      {() =>
        projects.data?.length === 0 ? (
          <EmptyState title="No projects">
            <p>Create one with “New project”, or ask an owner to invite you to one.</p>
          </EmptyState>
        ) : (
          <SettingsTable label="Projects" heads={['Project', 'Your role', 'Created', 'State']} actions={false}>
            {projects.data?.map((project) => (
              <Row key={project.id} project={project} />
            ))}
          </SettingsTable>
        )
      }
    </Loading>
  );
}

function Row({ project }: { project: Project }) {
  const { slug, name, role, createdAt, archivedAt, deletion } = project;
  return (
    <tr>
      <RowHead>
        {deletion ? (
          <PlainText text={name} />
        ) : (
          <Link href={pagePath(slug, 'traces')}>
            <PlainText text={name} />
          </Link>
        )}
      </RowHead>
      <td>{role ? <Tag>{role}</Tag> : '—'}</td>
      <td>
        <RelativeTime time={createdAt} ago />
      </td>
      <td>
        {deletion ? (
          <Progress name={name} deletion={deletion} />
        ) : archivedAt ? (
          <>
            <Tag>archived</Tag> {role === 'owner' && <Link href={settingsPath(slug, 'general')}>Restore…</Link>}
          </>
        ) : (
          'active'
        )}
      </td>
    </tr>
  );
}

/** Rows may arrive for two minutes after the request, so the last step takes at least as long. */
function Progress({ name, deletion }: { name: string; deletion: Deletion }) {
  const { deleted, total, requestedBy } = deletion;
  const hasRowsLeft = total !== null && deleted < total;
  return (
    <>
      <progress aria-label={`Deletion of ${name}`} {...(hasRowsLeft ? { value: deleted, max: total } : {})} />{' '}
      {progressWords(deletion)}
      {', requested by '}
      <PlainText text={requestedBy} />
    </>
  );
}

function progressWords({ deleted, total }: Deletion): string {
  if (total === null) return 'Deleting: counting the rows';
  if (deleted >= total) return `All ${exactCount(total)} rows deleted; waiting two minutes for late data`;
  return `Deleting: ${exactCount(deleted)} of ${exactCount(total)} rows`;
}
