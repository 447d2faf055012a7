'use client';
// The organization above the projects: its projects, its members, and its log.
import { Plus } from 'lucide-react';
import dynamic from 'next/dynamic';
import { parseAsBoolean } from 'nuqs';
import { useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { SettingsPage, SettingsSection } from '../../components/settings/SettingsPage.tsx';
import { mayChange } from '../../lib/account/roles.ts';
import { useQueryState } from '../../lib/address/address-state.ts';
import { NEW_PROJECT } from '../../lib/address/organization-path.ts';
import { OrganizationLog } from './OrganizationLog.tsx';
import { OrganizationMembers } from './OrganizationMembers.tsx';
import { ProjectsTable } from './ProjectsTable.tsx';

const NewProjectDialog = dynamic(async () => (await import('./NewProjectDialog.tsx')).NewProjectDialog);
const RenameOrganizationDialog = dynamic(
  async () => (await import('./RenameOrganizationDialog.tsx')).RenameOrganizationDialog,
);

interface OrganizationScreenProps {
  organization: { id: string; name: string; role: string };
}

export function OrganizationScreen({ organization }: OrganizationScreenProps) {
  const { id, name, role } = organization;
  const isOwner = role === 'owner';
  const [isCreating, setCreating] = useQueryState(NEW_PROJECT, parseAsBoolean.withDefault(false));
  const [isRenaming, setRenaming] = useState(false);
  return (
    <SettingsPage
      title={name}
      lead={LEADS[role] ?? LEADS.guest}
      action={isOwner && <Button onClick={() => setRenaming(true)}>Rename…</Button>}
    >
      <SettingsSection
        title="Projects"
        action={
          mayChange(role) && (
            <Button look="primary" onClick={() => void setCreating(true)}>
              <Plus size={14} aria-hidden />
              New project…
            </Button>
          )
        }
      />
      <ProjectsTable organization={id} />
      {role !== 'guest' && (
        <>
          <SettingsSection title="Members" />
          <OrganizationMembers organization={id} isOwner={isOwner} />
        </>
      )}
      {isOwner && <OrganizationLog organization={id} />}
      {isCreating && mayChange(role) && <NewProjectDialog organization={id} onClose={() => void setCreating(null)} />}
      {isRenaming && <RenameOrganizationDialog organization={organization} onClose={() => setRenaming(false)} />}
    </SettingsPage>
  );
}

const LEADS: Readonly<Record<string, string>> = {
  owner:
    'You own this organization, and so every project in it. Invite people to a project under its settings; then they are listed here, and can get a role in the organization.',
  member: 'You are a member of this organization: you can create projects, and see those that you are a member of.',
  viewer: 'You are a viewer of this organization: you can read the projects that you are a member of.',
  guest: 'You are a guest of this organization: you see the projects that you are a member of.',
};
