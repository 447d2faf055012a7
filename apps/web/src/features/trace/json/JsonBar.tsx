'use client';
// The bar above the tree: find text in it, expand or collapse all.
import { ChevronDown, ChevronUp } from 'lucide-react';
import { startTransition, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Button, IconButton } from '../../../components/controls/Button.tsx';
import { exactCount } from '../../../lib/figures/format.ts';
import { hitNumber, type TreeAction, type TreeState } from './tree-state.ts';
import styles from './json.module.css';

interface JsonBarProps {
  state: TreeState;
  act: (action: TreeAction) => void;
  name: string;
  looks: ReactNode;
}

export function JsonBar({ state, act, name, looks }: JsonBarProps) {
  const [typed, setTyped] = useState(state.find);
  const look = (words: string) => {
    setTyped(words);
    // Searching a long text takes longer than a key press.
    startTransition(() => act({ do: 'find', words }));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') act({ do: 'hit', by: event.shiftKey ? -1 : 1 });
    if (event.key === 'Escape') look('');
  };
  const allShown = state.shown.length === state.table.from.length - 1;
  const isFlat = state.table.children.every((count, row) => row === 0 || count === 0);
  return (
    <div className={styles.bar}>
      <input
        type="text"
        aria-label={`Find in the ${name}`}
        placeholder="Find"
        value={typed}
        maxLength={200}
        spellCheck={false}
        autoComplete="off"
        className={styles.find}
        onChange={(event) => look(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {state.hits.length > 0 && (
        <>
          <IconButton label="Previous hit" onClick={() => act({ do: 'hit', by: -1 })}>
            <ChevronUp size={14} aria-hidden />
          </IconButton>
          <IconButton label="Next hit" onClick={() => act({ do: 'hit', by: 1 })}>
            <ChevronDown size={14} aria-hidden />
          </IconButton>
        </>
      )}
      <span role="status">{hitWords(state)}</span>
      {!isFlat && (
        <Button look="quiet" onClick={() => act({ do: 'all', open: !allShown })}>
          {allShown ? 'Close all' : 'Open all'}
        </Button>
      )}
      {looks}
    </div>
  );
}

function hitWords(state: TreeState): string {
  if (state.find === '') return '';
  if (state.hits.length === 0) return 'Not found';
  const count = `${exactCount(state.hits.length)}${state.hasMoreHits ? '+' : ''}`;
  const number = hitNumber(state);
  return number === 0 ? `${count} found` : `${exactCount(number)} of ${count}`;
}
