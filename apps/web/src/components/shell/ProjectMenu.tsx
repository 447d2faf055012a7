'use client';
import { useRouter } from '../../lib/address/address-state.ts';
import { pagePath, type PageId } from '../../lib/address/pages.ts';
import { IconButton } from '../controls/Button.tsx';
import { Menu } from '../controls/Menu.tsx';

export interface ShellProject {
  slug: string;
  name: string;
}

interface ProjectMenuProps {
  current: string;
  projects: readonly ShellProject[];
  /** The current page, which is opened in the other project, too. */
  page: PageId;
}

/** Switches between projects, for users with several. */
export function ProjectMenu({ current, projects, page }: ProjectMenuProps) {
  const router = useRouter();
  return (
    <Menu
      trigger={<IconButton label="Switch project">▾</IconButton>}
      items={projects.map(({ slug, name }) => ({
        id: slug,
        label: name,
        checked: slug === current,
        onSelect: () => router.push(pagePath(slug, page)),
      }))}
    />
  );
}
