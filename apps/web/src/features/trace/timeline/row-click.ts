import type { MouseEvent } from 'react';
import type { Entry, Timeline } from '../../../lib/steps/step-tree.ts';

interface RowActions {
  timeline: Timeline;
  onSelect: (entry: Entry, call: number) => void;
  onToggle: (entry: Entry) => void;
  /** Reloads the texts that failed. */
  onRetry: () => void;
}

/** One listener for all rows: the clicked element says in its data attributes what it does. */
export function onRowClick(
  event: MouseEvent<HTMLDivElement>,
  { timeline, onSelect, onToggle, onRetry }: RowActions,
): void {
  const target = event.target instanceof Element ? event.target : null;
  const entryOf = (key: string | undefined) => timeline.entries.find((entry) => entry.key === key);
  const row = entryOf(target?.closest<HTMLElement>('[data-key]')?.dataset.key);
  if (!target || !row) return;
  if (target.closest('[data-retry]')) return onRetry();
  const goto = entryOf(target.closest<HTMLElement>('[data-goto]')?.dataset.goto);
  if (goto) return onSelect(goto, -1);
  if (target.closest('[data-twisty]')) return onToggle(row);
  // Selecting text to copy it must not select the row.
  if (document.getSelection()?.isCollapsed === false) return;
  const call = target.closest<HTMLElement>('[data-call]')?.dataset.call;
  onSelect(row, call === undefined ? -1 : Number(call));
}
