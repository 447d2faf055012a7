'use client';
// Exports of the project: a download, targets with their schedules, and the runs, the newest first.
import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { Button, ButtonLink } from '../../../components/controls/Button.tsx';
import { SettingsSection } from '../../../components/settings/SettingsPage.tsx';
import { ErrorState } from '../../../components/states/ErrorState.tsx';
import { Loading, Skeleton } from '../../../components/states/Skeleton.tsx';
import { useTRPC } from '../../../lib/requests/trpc.ts';
import styles from '../data.module.css';
import { ExportRuns } from './ExportRuns.tsx';
import type { Target } from './export-words.ts';
import { TargetsTable } from './TargetsTable.tsx';

const TargetDialog = dynamic(async () => (await import('./TargetDialog.tsx')).TargetDialog);
const ExportDialog = dynamic(async () => (await import('./ExportDialog.tsx')).ExportDialog);
const RemoveTargetDialog = dynamic(async () => (await import('./RemoveTargetDialog.tsx')).RemoveTargetDialog);

type Opened = { dialog: 'add' } | { dialog: 'export' | 'remove'; target: Target };

export function Exports({ project }: { project: string }) {
  const targets = useQuery(useTRPC().exports.targets.queryOptions({ project }));
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  return (
    <section aria-label="Exports">
      <SettingsSection
        title="Exports"
        action={
          <div className={styles.actions}>
            <ButtonLink href={`/p/${project}/settings/data/export`} prefetch={false} download>
              Download JSONL
            </ButtonLink>
            <Button onClick={() => setOpened({ dialog: 'add' })}>Add a target…</Button>
          </div>
        }
      />
      <p className={styles.about}>
        Everything that is stored, as files: once, or every hour what changed since. A target is a bucket of S3 or a
        folder of the server.
      </p>
      {targets.isError ? (
        <ErrorState
          title="The targets could not be loaded."
          error={targets.error}
          onRetry={() => void targets.refetch()}
        />
      ) : (
        <Loading pending={targets.isPending} skeleton={<Skeleton height="4rem" />}>
          {() =>
            targets.data &&
            (targets.data.targets.length === 0 ? (
              <p className={styles.note}>There is no target. Add one to export to it, once or every hour.</p>
            ) : (
              <TargetsTable
                project={project}
                targets={targets.data.targets}
                onExport={(target) => setOpened({ dialog: 'export', target })}
                onRemove={(target) => setOpened({ dialog: 'remove', target })}
              />
            ))
          }
        </Loading>
      )}
      <ExportRuns project={project} />
      {opened?.dialog === 'add' && (
        <TargetDialog project={project} hasDirectory={targets.data?.hasDirectory ?? false} onClose={close} />
      )}
      {opened?.dialog === 'export' && <ExportDialog project={project} target={opened.target} onClose={close} />}
      {opened?.dialog === 'remove' && <RemoveTargetDialog project={project} target={opened.target} onClose={close} />}
    </section>
  );
}
