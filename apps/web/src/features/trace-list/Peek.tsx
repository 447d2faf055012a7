'use client';
// A trace in a peek beside the list.
import type { ReactNode } from 'react';
import { PeekFrame } from '../../components/list/PeekFrame.tsx';
import { drawnText } from '../../lib/text/visible-text.ts';
import { tracePath } from '../../lib/address/pages.ts';
import { traceTitle } from '../../lib/traces/trace-title.ts';
import { useLeave } from './use-leave.ts';
import type { List } from './use-list.ts';
import type { TraceRow } from './table/trace-row.ts';

interface PeekProps {
  project: string;
  list: List;
  rows: readonly TraceRow[];
  onFocusWithin: (inside: boolean) => void;
  children: ReactNode;
}

export function Peek({ project, list: { peek, setUrl }, rows, onFocusWithin, children }: PeekProps) {
  const leave = useLeave(project);
  const row = rows.find(({ id }) => id === peek);
  if (!peek) return null;
  return (
    <PeekFrame
      label={`Peek at ${row ? drawnText(traceTitle(row)) : 'a trace'}`}
      href={tracePath(project, peek)}
      onOpen={() => leave(peek)}
      onClose={() => {
        onFocusWithin(false);
        void setUrl({ peek: null });
      }}
      onFocusWithin={onFocusWithin}
    >
      {children}
    </PeekFrame>
  );
}
