'use client';
import { later } from '../../lib/later.ts';
import { IconButton } from '../controls/Button.tsx';
import { WhenPressed } from '../controls/WhenPressed.tsx';
import type { ProjectMenuProps } from './project-groups.ts';

const ProjectPopup = later(async () => (await import('./ProjectPopup.tsx')).ProjectPopup);

/** Switches between projects, and creates one. Its list loads when it is opened. */
export function ProjectMenu(props: ProjectMenuProps) {
  const trigger = <IconButton label="Switch project">▾</IconButton>;
  return (
    <WhenPressed trigger={trigger} popup="dialog" load={ProjectPopup.load}>
      {() => <ProjectPopup {...props} trigger={trigger} />}
    </WhenPressed>
  );
}
