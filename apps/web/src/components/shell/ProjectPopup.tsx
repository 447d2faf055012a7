'use client';
// The list of the project switcher: search, projects by organization, and a new project.
import { Popover } from '@base-ui/react/popover';
import { Command } from 'cmdk';
import { useState, type ReactElement } from 'react';
import { useRecentProjects } from '../../lib/account/recent-projects.ts';
import { useRouter } from '../../lib/address/address-state.ts';
import { pagePath } from '../../lib/address/pages.ts';
import menu from '../controls/MenuWithPopup.module.css';
import { PlainText } from '../text/PlainText.tsx';
import palette from './Palette.module.css';
import { matching } from './palette-matches.ts';
import { creationPath, projectGroups, type ProjectMenuProps } from './project-groups.ts';
import styles from './ProjectPopup.module.css';

export function ProjectPopup({ trigger, ...menuProps }: ProjectMenuProps & { trigger: ReactElement }) {
  const [isOpen, setOpen] = useState(true);
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger render={trigger} />
      <Popover.Portal>
        <Popover.Positioner align="start" sideOffset={4} className={menu.positioner}>
          <Popover.Popup className={styles.popup} aria-label="Projects">
            <Projects {...menuProps} onClose={() => setOpen(false)} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Projects({ current, projects, organizations, page, onClose }: ProjectMenuProps & { onClose: () => void }) {
  const router = useRouter();
  const recent = useRecentProjects();
  const [typed, setTyped] = useState('');
  const groups = projectGroups(projects, organizations, recent).flatMap((group) => {
    const found = matching(
      group.projects.map((project) => ({ ...project, label: project.name, keywords: [project.slug, group.heading] })),
      typed,
    );
    return found.length > 0 ? { ...group, projects: found } : [];
  });
  const go = (path: string) => {
    onClose();
    router.push(path);
  };
  const creation = creationPath(current, organizations);
  return (
    <Command label="Projects" shouldFilter={false} className={palette.command}>
      <Command.Input
        value={typed}
        onValueChange={setTyped}
        maxLength={100}
        placeholder="Find a project"
        className={palette.input}
        autoFocus
      />
      <Command.List className={palette.list}>
        {groups.map((group) => (
          <Command.Group key={group.heading} heading={group.heading} className={palette.group}>
            {group.projects.map(({ slug, name }) => (
              <Command.Item
                key={slug}
                value={slug}
                onSelect={() => go(pagePath(slug, page))}
                className={palette.item}
                aria-current={slug === current.slug ? 'true' : undefined}
              >
                <span className={palette.label}>
                  <PlainText text={name} />
                </span>
                {slug === current.slug && <span className={palette.note}>current</span>}
              </Command.Item>
            ))}
          </Command.Group>
        ))}
        {creation && (
          <Command.Group heading="Create" className={palette.group}>
            <Command.Item value="new project" onSelect={() => go(creation)} className={palette.item}>
              New project…
            </Command.Item>
          </Command.Group>
        )}
      </Command.List>
      <p role="status" className={palette.status}>
        {groups.length === 0 && 'No project has this name.'}
      </p>
    </Command>
  );
}
