'use client';
// The commands of the palette, group by group: what the current page can do, every page, every setting, the theme.
import { useTheme } from 'next-themes';
import { useRouter } from '../../lib/address/address-state.ts';
import { usePageCommands } from '../../lib/keyboard/KeyboardProvider.tsx';
import { KEY_DESCRIPTIONS } from '../../lib/keyboard/key-descriptions.ts';
import type { KeyId } from '../../lib/keyboard/keys.ts';
import { pagePath, type Page } from '../../lib/address/pages.ts';
import { SETTINGS_PAGES, settingsPath } from '../../lib/address/settings-pages.ts';
import { signOut } from '../../lib/account/sign-out.ts';
import { THEMES } from '../../lib/themes.ts';
import { toast } from '../../lib/toast.ts';
import { creationPath, type ShellOrganization, type ShellProject } from './project-groups.ts';

export interface PaletteCommand {
  id: string;
  label: string;
  keywords?: readonly string[];
  /** The command of the key table that does the same. */
  keyId?: KeyId;
  run: () => void;
}

export interface PaletteGroup {
  heading: string;
  commands: PaletteCommand[];
}

interface Where {
  project: ShellProject;
  projects: readonly ShellProject[];
  organizations: readonly ShellOrganization[];
  pages: readonly Page[];
}

/** `close` closes the palette before a command runs. */
export function usePaletteCommands(where: Where, close: () => void, onHelp: () => void): PaletteGroup[] {
  const project = where.project.slug;
  const router = useRouter();
  const { setTheme } = useTheme();
  const page = usePageCommands();
  const closing = (run: () => void) => () => {
    close();
    run();
  };
  const go = (path: string) => closing(() => router.push(path));
  const leave = () => void signOut().catch((error: unknown) => toast('Sign-out failed.', String(error)));
  return [
    {
      heading: 'On this page',
      commands: page.ids.map((keyId) => ({
        ...{ id: `key:${keyId}`, label: KEY_DESCRIPTIONS[keyId], keyId },
        // After the dialog has returned the focus, because a command may move it.
        run: closing(() => setTimeout(() => page.run(keyId))),
      })),
    },
    { heading: 'Go to', commands: pageCommands(where, go) },
    {
      heading: 'Settings',
      commands: SETTINGS_PAGES.map(({ path, label }) => ({
        ...{ id: `settings:${path}`, label, run: go(settingsPath(project, path)) },
        keywords: ['settings', ...(path === 'keyboard' ? ['shortcuts', 'change the keys'] : [])],
      })),
    },
    { heading: 'Projects', commands: projectCommands(where, go) },
    {
      heading: 'Theme',
      commands: THEMES.map(({ id, label }) => ({
        ...{ id: `theme:${id}`, label, keywords: ['theme'], run: closing(() => setTheme(id)) },
      })),
    },
    {
      heading: 'You',
      commands: [
        { id: 'help', label: 'Keyboard commands', keyId: 'help', run: onHelp },
        { id: 'sign-out', label: 'Sign out', run: closing(leave) },
      ],
    },
  ];
}

const pageCommands = ({ project, pages }: Where, go: (path: string) => () => void): PaletteCommand[] => [
  ...pages.map(({ id, label, key }) => ({
    ...{ id: `page:${id}`, label, keyId: key, run: go(pagePath(project.slug, id)) },
  })),
  { id: 'page:welcome', label: 'Connect an agent', run: go('/welcome') },
];

/** The other projects, archived ones last, and a new one for those who may create it. */
function projectCommands({ project, projects, organizations }: Where, go: (path: string) => () => void) {
  const others = projects.filter(({ slug }) => slug !== project.slug);
  const commands = others
    .toSorted((a, b) => Number(a.isArchived) - Number(b.isArchived))
    .map(({ slug, name, isArchived }) => ({
      ...{ id: `project:${slug}`, label: `${name}${isArchived ? ' (archived)' : ''}` },
      ...{ keywords: ['project', 'switch', slug], run: go(pagePath(slug, 'traces')) },
    }));
  const creation = creationPath(project, organizations);
  return creation ? [...commands, { id: 'project:new', label: 'New project…', run: go(creation) }] : commands;
}
