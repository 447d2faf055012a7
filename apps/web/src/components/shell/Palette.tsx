'use client';
// ⌘K: every page and every setting by its name. Loaded when first opened.
import { Command } from 'cmdk';
import { useTheme } from 'next-themes';
import { useRouter } from 'next/navigation';
import type { KeyId } from '../../lib/keyboard/keys.ts';
import { useKeyTable } from '../../lib/keyboard/store.ts';
import { PAGES, pagePath } from '../../lib/pages.ts';
import { signOut } from '../../lib/sign-out.ts';
import { THEMES } from '../../lib/themes.ts';
import { toast } from '../../lib/toast.ts';
import { Dialog } from '../Dialog.tsx';
import { KeyCaps } from './KeyCaps.tsx';
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
  const leave = () => void signOut().catch((error: unknown) => toast('You are still signed in.', String(error)));
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Command palette">
      <Command label="Commands" className={styles.command}>
        <Command.Input placeholder="Type a page or a command" className={styles.input} autoFocus />
        <Command.List className={styles.list}>
          <Command.Empty className={styles.empty}>Nothing of that name.</Command.Empty>
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
            <Command.Item
              onSelect={run(() => router.push(`/p/${project}/settings/keyboard`))}
              className={styles.item}
              keywords={['shortcuts']}
            >
              Change the keys
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

/** The first way to press a command; nothing for one that is switched off. */
function KeysOf({ id }: { id: KeyId }) {
  const [keys] = useKeyTable()[id].keys;
  return keys === undefined ? null : <KeyCaps keys={keys} />;
}
