'use client';
// Who may see the project.
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../components/ErrorState.tsx';
import { PlainText } from '../../components/PlainText.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { RowHead, SettingsPage, SettingsTable } from '../../components/SettingsPage.tsx';
import { Loading, Skeleton } from '../../components/Skeleton.tsx';
import { Tag } from '../../components/Tag.tsx';
import { useTRPC } from '../../lib/trpc.ts';

export function MembersScreen({ project }: { project: string }) {
  const members = useQuery(useTRPC().members.list.queryOptions({ project }));
  return (
    <SettingsPage
      title="Members"
      lead={
        <>
          Who may see this project. The owner signs in by a link that <code>npm run sign-in-link</code> prints.
        </>
      }
    >
      {members.isError ? (
        <ErrorState
          title="The members could not be loaded."
          error={members.error}
          onRetry={() => void members.refetch()}
        />
      ) : (
        <Loading pending={members.isPending} skeleton={<Skeleton height="8rem" />}>
          {() => (
            <SettingsTable label="Members" heads={['E-mail', 'Name', 'Role', 'Since', 'Last seen']} actions={false}>
              {members.data?.map(({ email, name, role, since, lastSeen, isMe }) => (
                <tr key={email}>
                  <RowHead>
                    <PlainText text={email} />
                    {isMe && ' (you)'}
                  </RowHead>
                  <td>
                    <PlainText text={name} />
                  </td>
                  <td>
                    <Tag>{role}</Tag>
                  </td>
                  <td>
                    <RelativeTime time={since} ago />
                  </td>
                  <td>{lastSeen ? <RelativeTime time={lastSeen} ago /> : 'never'}</td>
                </tr>
              ))}
            </SettingsTable>
          )}
        </Loading>
      )}
    </SettingsPage>
  );
}
