'use client';
// Who changed or exported what, newest first: a filter, a table that is loaded page by page, and files.
import { useState } from 'react';
import { AuditFiles } from '../../components/audit/AuditFiles.tsx';
import { AuditFilter } from '../../components/audit/AuditFilter.tsx';
import type { AuditChoice } from '../../components/audit/audit-choice.ts';
import { EmptyState } from '../../components/states/EmptyState.tsx';
import { SettingsPage } from '../../components/settings/SettingsPage.tsx';
import { settingsPath } from '../../lib/address/settings-pages.ts';
import { AuditTable } from './AuditTable.tsx';

const LEAD =
  'Everything that users read, changed, exported or deleted in this project, with their address. Entries cannot be changed, and keys, tokens and texts of traces are never in them.';

export function AuditScreen({ project, isOwner }: { project: string; isOwner: boolean }) {
  const [choice, setChoice] = useState<AuditChoice>({});
  if (!isOwner)
    return (
      <SettingsPage title="Audit log" lead={LEAD}>
        <EmptyState title="Only owners see the audit log">
          <p>Ask an owner of the project to look, or to make you an owner.</p>
        </EmptyState>
      </SettingsPage>
    );
  return (
    <SettingsPage
      title="Audit log"
      lead={LEAD}
      action={<AuditFiles path={`${settingsPath(project, 'audit')}/export`} choice={choice} />}
    >
      <AuditFilter onChoice={setChoice} />
      <AuditTable project={project} choice={choice} />
    </SettingsPage>
  );
}
