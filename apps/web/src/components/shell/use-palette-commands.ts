'use client';
// The commands of the palette, group by group: what the current page can do, every page, every setting, the theme.
import { useTheme } from 'next-themes';
import { useRouter } from '../../lib/address/address-state.ts';
import { usePageCommands } from '../../lib/keyboard/KeyboardProvider.tsx';
import { KEY_DESCRIPTIONS } from '../../lib/keyboard/key-descriptions.ts';
import type { KeyId } from '../../lib/keyboard/keys.ts';
import { PAGES, pagePath } from '../../lib/address/pages.ts';
import { SETTINGS_PAGES, settingsPath } from '../../lib/address/settings-pages.ts';
import { signOut } from '../../lib/account/sign-out.ts';
import { THEMES } from '../../lib/themes.ts';
import { toast } from '../../lib/toast.ts';

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

/** `close` closes the palette before a command runs. */
export function usePaletteCommands(project: string, close: () => void, onHelp: () => void): PaletteGroup[] {
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
    {
      heading: 'Go to',
      commands: [
        ...PAGES.map(({ id, label, key }) => ({ id: `page:${id}`, label, keyId: key, run: go(pagePath(project, id)) })),
        { id: 'page:welcome', label: 'Connect an agent', run: go('/welcome') },
      ],
    },
    {
      heading: 'Settings',
      commands: SETTINGS_PAGES.map(({ path, label }) => ({
        ...{ id: `settings:${path}`, label, run: go(settingsPath(project, path)) },
        keywords: ['settings', ...(path === 'keyboard' ? ['shortcuts', 'change the keys'] : [])],
      })),
    },
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
