'use client';
// ⌘K: what the current page can do, every page and setting by name, and what the project has under the typed text.
// Loaded when first opened.
import { Command } from 'cmdk';
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useRouter } from '../../lib/address/address-state.ts';
import { Dialog } from '../controls/Dialog.tsx';
import { ErrorState } from '../states/ErrorState.tsx';
import { KeysOf } from './KeyCaps.tsx';
import { matching } from './palette-matches.ts';
import { foundGroups, PaletteFound } from './PaletteFound.tsx';
import type { Page } from '../../lib/address/pages.ts';
import type { ShellOrganization, ShellProject } from './project-groups.ts';
import { usePaletteCommands, type PaletteGroup } from './use-palette-commands.ts';
import { usePaletteFind } from './use-palette-find.ts';
import styles from './Palette.module.css';

interface PaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  project: ShellProject;
  projects: readonly ShellProject[];
  organizations: readonly ShellOrganization[];
  pages: readonly Page[];
  onHelp: () => void;
}

export function Palette({ open, onOpenChange, onHelp, ...where }: PaletteProps) {
  const project = where.project.slug;
  const [typed, setTyped] = useState('');
  const selection = useFirstUnlessMoved();
  const router = useRouter();
  const close = () => onOpenChange(false);
  const groups = usePaletteCommands(where, close, onHelp).flatMap(({ heading, commands }) => {
    const matches = matching(commands, typed);
    return matches.length > 0 ? { heading, commands: matches } : [];
  });
  const { finds, error, isSearching, retry } = usePaletteFind(project, typed);
  const found = foundGroups(project, typed, finds);
  const first = groups[0]?.commands[0]?.id ?? found[0]?.items[0]?.path ?? '';
  const type = (text: string) => {
    setTyped(text);
    selection.reset();
  };
  const go = (path: string) => {
    close();
    router.push(path);
  };
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Command palette" wide>
      <Command
        label="Commands"
        shouldFilter={false}
        className={styles.command}
        value={selection.chosen ?? first}
        onValueChange={selection.change}
        onKeyDownCapture={selection.move}
        onPointerMoveCapture={selection.move}
      >
        <Command.Input
          value={typed}
          onValueChange={type}
          maxLength={200}
          placeholder="Type a command, a word, a name, or the id of a trace"
          className={styles.input}
          autoFocus
        />
        <Command.List className={styles.list} aria-busy={isSearching}>
          {groups.map((group) => (
            <Commands key={group.heading} group={group} />
          ))}
          <PaletteFound groups={found} onGo={go} />
        </Command.List>
        <p role="status" className={styles.status}>
          {statusOf({ typed, finds, isSearching, hasFailed: error !== null })}
        </p>
        {error && <ErrorState inline title="The project could not be searched." error={error} onRetry={retry} />}
      </Command>
    </Dialog>
  );
}

/**
 * The first command is selected, also when results arrive before it, until the user moves to another one. `cmdk` selects
 * by itself while the user types, so a change counts only after a move.
 */
function useFirstUnlessMoved() {
  const [chosen, setChosen] = useState<string>();
  const hasMoved = useRef(false);
  return {
    chosen,
    change: (id: string) => hasMoved.current && setChosen(id),
    move: (event: KeyboardEvent | PointerEvent) => {
      hasMoved.current ||= !('key' in event) || /^(Arrow(Up|Down)|Home|End)$/.test(event.key) || event.ctrlKey;
    },
    reset: () => {
      hasMoved.current = false;
      setChosen(undefined);
    },
  };
}

function Commands({ group: { heading, commands } }: { group: PaletteGroup }) {
  return (
    <Command.Group heading={heading} className={styles.group}>
      {commands.map(({ id, label, keyId, run }) => (
        <Command.Item key={id} value={id} onSelect={run} className={styles.item}>
          <span className={styles.label}>{label}</span>
          {keyId && <KeysOf id={keyId} />}
        </Command.Item>
      ))}
    </Command.Group>
  );
}

interface FindState {
  typed: string;
  finds: ReturnType<typeof usePaletteFind>['finds'];
  isSearching: boolean;
  hasFailed: boolean;
}

function statusOf({ typed, finds, isSearching, hasFailed }: FindState): string {
  if (hasFailed || typed.trim() === '') return '';
  if (isSearching) return 'Searching…';
  if (!finds) return 'Two letters or more also find traces, sessions, users, tools and models.';
  const { wordsCut, ...groups } = finds;
  const isEmpty = Object.values(groups).every((group) => group.length === 0);
  if (isEmpty)
    return wordsCut ? 'Nothing found in the newest traces.' : 'Nothing in this project has that name or text.';
  return wordsCut ? 'Words were sought in the newest traces only.' : '';
}
