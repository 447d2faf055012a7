'use client';
// ⌘K: every page, every setting and every action of the current page, by name. Loaded when first opened.
import { Command } from 'cmdk';
import { useTheme } from 'next-themes';
import { useRouter } from '../../lib/address/address-state.ts';
import { usePageCommands } from '../../lib/keyboard/KeyboardProvider.tsx';
import type { KeyId } from '../../lib/keyboard/keys.ts';
import { KEY_DESCRIPTIONS } from '../../lib/keyboard/key-descriptions.ts';
import { PAGES, pagePath } from '../../lib/address/pages.ts';
import { SETTINGS_PAGES, settingsPath } from '../../lib/address/settings-pages.ts';
import { signOut } from '../../lib/account/sign-out.ts';
import { THEMES } from '../../lib/themes.ts';
import { toast } from '../../lib/toast.ts';
import { Dialog } from '../controls/Dialog.tsx';
import { KeysOf } from './KeyCaps.tsx';
import styles from './Palette.module.css';

interface PaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  project: string;
  onHelp: () => void;
}

export function Palette({ open, onOpenChange, project, onHelp }: PaletteProps) {
  const router = useRouter();
  const { setTheme } = useTheme();
  const run = (command: () => void) => () => {
    onOpenChange(false);
    command();
  };
  const leave = () => void signOut().catch((error: unknown) => toast('Sign-out failed.', String(error)));
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Command palette">
      <Command label="Commands" filter={paletteScore} className={styles.command}>
        <Command.Input placeholder="Type a page or a command" className={styles.input} autoFocus />
        <Command.List className={styles.list}>
          <Command.Empty className={styles.empty}>No results.</Command.Empty>
          <Command.Group heading="Go to" className={styles.group}>
            {PAGES.map((page) => (
              <Command.Item
                key={page.id}
                onSelect={run(() => router.push(pagePath(project, page.id)))}
                className={styles.item}
              >
                {page.label}
                <KeysOf id={page.key} />
              </Command.Item>
            ))}
            <Command.Item onSelect={run(() => router.push('/welcome'))} className={styles.item}>
              Connect an agent
            </Command.Item>
          </Command.Group>
          <PageCommands close={() => onOpenChange(false)} />
          <Command.Group heading="Settings" className={styles.group}>
            {SETTINGS_PAGES.map(({ path, label }) => (
              <Command.Item
                key={path}
                onSelect={run(() => router.push(settingsPath(project, path)))}
                className={styles.item}
                keywords={['settings', ...(path === 'keyboard' ? ['shortcuts', 'change the keys'] : [])]}
              >
                {label}
              </Command.Item>
            ))}
          </Command.Group>
          <Command.Group heading="Theme" className={styles.group}>
            {THEMES.map(({ id, label }) => (
              <Command.Item key={id} onSelect={run(() => setTheme(id))} className={styles.item} keywords={['theme']}>
                {label}
              </Command.Item>
            ))}
          </Command.Group>
          <Command.Group heading="You" className={styles.group}>
            <Command.Item onSelect={onHelp} className={styles.item}>
              Keyboard commands
              <KeysOf id="help" />
            </Command.Item>
            <Command.Item onSelect={run(leave)} className={styles.item}>
              Sign out
            </Command.Item>
          </Command.Group>
        </Command.List>
      </Command>
    </Dialog>
  );
}

/** The actions of the current page: those with a shortcut, because pages register only these. */
function PageCommands({ close }: { close: () => void }) {
  const { ids, run } = usePageCommands();
  if (ids.length === 0) return null;
  const choose = (id: KeyId) => () => {
    close();
    // After the dialog has returned the focus, because a command may move it.
    setTimeout(() => run(id));
  };
  return (
    <Command.Group heading="On this page" className={styles.group}>
      {ids.map((id) => (
        <Command.Item key={id} onSelect={choose(id)} className={styles.item}>
          {KEY_DESCRIPTIONS[id]}
          <KeysOf id={id} />
        </Command.Item>
      ))}
    </Command.Group>
  );
}

/**
 * How well a command matches the typed text, from 0 (not at all) to 1: by words, not by letters scattered anywhere.
 * Pure.
 */
export function paletteScore(label: string, typed: string, keywords: readonly string[] = []): number {
  const name = label.toLowerCase();
  const all = [name, ...keywords.map((word) => word.toLowerCase())].join(' ');
  const scores = typed
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => (name.startsWith(word) ? 1 : beginsWord(all, word) ? 0.8 : all.includes(word) ? 0.4 : 0));
  return Math.min(1, ...scores);
}

const beginsWord = (text: string, word: string): boolean => ` ${text}`.includes(` ${word}`);
