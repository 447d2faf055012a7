'use client';
// What happened to the organization and its projects, newest first; also the receipts of deleted projects.
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AuditFiles } from '../../components/audit/AuditFiles.tsx';
import { AuditFilter } from '../../components/audit/AuditFilter.tsx';
import { AuditLog } from '../../components/audit/AuditLog.tsx';
import type { AuditChoice } from '../../components/audit/audit-choice.ts';
import { SettingsSection } from '../../components/settings/SettingsPage.tsx';
import { organizationPath } from '../../lib/address/organization-path.ts';
import { useTRPC } from '../../lib/requests/trpc.ts';

export function OrganizationLog({ organization }: { organization: string }) {
  const trpc = useTRPC();
  const [choice, setChoice] = useState<AuditChoice>({});
  const pages = useInfiniteQuery(
    trpc.organization.log.infiniteQueryOptions({ organization, ...choice }, { getNextPageParam: ({ next }) => next }),
  );
  return (
    <>
      <SettingsSection
        title="Audit log"
        action={<AuditFiles path={`${organizationPath(organization)}/audit/export`} choice={choice} />}
      />
      <AuditFilter onChoice={setChoice} />
      <AuditLog
        pages={pages}
        isFiltered={Object.keys(choice).length > 0}
        first="The next change of a project or a role appears here."
      />
    </>
  );
}
