'use client';
// A project as a whole: its name, its archive and its end. For owners.
import dynamic from 'next/dynamic';
import { useState, type ReactNode } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { SettingsPage } from '../../components/settings/SettingsPage.tsx';
import { EmptyState } from '../../components/states/EmptyState.tsx';
import styles from './project.module.css';
import { RenameProject } from './RenameProject.tsx';
import { useArchive } from './use-archive.ts';

const DeleteProjectDialog = dynamic(async () => (await import('./DeleteProjectDialog.tsx')).DeleteProjectDialog);

export interface GeneralProject {
  slug: string;
  name: string;
  organizationId: string;
  isArchived: boolean;
}

interface GeneralScreenProps {
  project: GeneralProject;
  isOwner: boolean;
}

const LEAD = 'The name of the project, its archive, and its deletion.';

export function GeneralScreen({ project, isOwner }: GeneralScreenProps) {
  if (!isOwner)
    return (
      <SettingsPage title="General" lead={LEAD}>
        <EmptyState title="Only owners change the project">
          <p>Ask an owner of the project, or of its organization, to do it or to make you an owner.</p>
        </EmptyState>
      </SettingsPage>
    );
  return (
    <SettingsPage title="General" lead={LEAD}>
      {!project.isArchived && <RenameProject project={project} />}
      <Archive project={project} />
      <Deletion project={project} />
    </SettingsPage>
  );
}

function Archive({ project }: { project: GeneralProject }) {
  const { archive, restore } = useArchive(project);
  return project.isArchived ? (
    <Part title="Restore" text="The project is archived. Restored, it takes telemetry and changes again.">
      <Button disabled={restore.isPending} onClick={() => restore.mutate({ project: project.slug })}>
        Restore the project
      </Button>
    </Part>
  ) : (
    <Part
      title="Archive"
      text="An archived project can be read, and its retention applies. It takes no telemetry and no changes, and is listed last."
    >
      <Button disabled={archive.isPending} onClick={() => archive.mutate({ project: project.slug })}>
        Archive the project
      </Button>
    </Part>
  );
}

function Deletion({ project }: { project: GeneralProject }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Part
      title="Delete"
      text="Deletes the project with every trace, key, price, view and log entry in it. This cannot be undone."
    >
      <Button look="danger" onClick={() => setOpen(true)}>
        Delete the project…
      </Button>
      {isOpen && <DeleteProjectDialog project={project} onClose={() => setOpen(false)} />}
    </Part>
  );
}

const Part = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <section className={styles.part}>
    <h2>{title}</h2>
    <p>{text}</p>
    {children}
  </section>
);
