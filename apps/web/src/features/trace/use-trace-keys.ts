'use client';
// What the keys of the table do on the trace page.
import type { RefObject } from 'react';
import { useKeys, type KeyHandlers } from '../../lib/keyboard/KeyboardProvider.tsx';
import { listPath } from '../../lib/list-path.ts';
import { toast } from '../../lib/toast.ts';
import { useRouter } from 'next/navigation';
import { useTRPCClient } from '../../lib/trpc.ts';
import { stepMarkdown } from './step-markdown.ts';
import type { Entry } from '../../lib/steps/step-tree.ts';
import type { SetTraceUrl, TraceUrl } from './trace-url.ts';
import type { useMoves, useSelection } from './use-selection.ts';
import type { TraceAddress } from './use-trace.ts';

interface TraceKeys {
  address: TraceAddress;
  selecting: ReturnType<typeof useSelection>;
  moves: ReturnType<typeof useMoves>;
  url: TraceUrl;
  setUrl: SetTraceUrl;
  isOpen: (entry: Entry) => boolean;
  toggle: (entry: Entry) => void;
  peek: string | null;
  setPeek: (key: string | null) => void;
  findInput: RefObject<HTMLInputElement | null>;
}

const PAGE = 10;

export function useTraceKeys(keys: TraceKeys): void {
  useKeys({ ...movingKeys(keys), ...useShowingKeys(keys) });
}

function movingKeys({ selecting: { selection, select }, moves, isOpen, toggle }: TraceKeys): KeyHandlers {
  const { entry, call } = selection;
  return {
    // The first press chooses the row that stands for the choice.
    next: () => moves.by(selection.implied ? 0 : 1),
    previous: () => moves.by(-1),
    pageDown: () => moves.by(PAGE),
    pageUp: () => moves.by(-PAGE),
    first: moves.first,
    last: moves.last,
    follow: moves.last,
    inward: () => {
      if (entry && entry.children > 0 && !isOpen(entry)) toggle(entry);
      else if (entry?.entry === 'step' && entry.calls.length > 1)
        select(entry, Math.min(call + 1, entry.calls.length - 1));
    },
    outward: () => {
      if (entry?.entry === 'step' && call >= 0) select(entry, call - 1);
      else if (entry && entry.children > 0 && isOpen(entry)) toggle(entry);
    },
    nextError: () => moves.error(1),
    previousError: () => moves.error(-1),
    nextHidden: () => moves.hidden(1),
    previousHidden: () => moves.hidden(-1),
    reference: moves.reference,
    referenceBack: moves.referenceBack,
  };
}

function useShowingKeys({ address, selecting, url, setUrl, peek, setPeek, findInput }: TraceKeys): KeyHandlers {
  const router = useRouter();
  const client = useTRPCClient();
  const { step } = selecting.selection;
  const showsPanel = () =>
    url.panel === null ? document.querySelector('[data-step-panel]') !== null : url.panel === 1;
  return {
    open: () => void setUrl({ panel: showsPanel() ? 0 : 1 }),
    peek: () => setPeek(step && peek !== step.key ? step.key : null),
    axis: () => void setUrl({ axis: url.axis === 'order' ? 'time' : 'order' }),
    viewWhy: () => void setUrl({ view: 'why' }),
    viewRaw: () => void setUrl({ view: 'raw' }),
    find: () => findInput.current?.focus(),
    copyLink: () => void copy(location.href, 'Link copied'),
    copyStep: () => {
      if (!step) return;
      void stepMarkdown(client, address, step).then((text) => copy(text, `Step ${step.number} copied as Markdown`));
    },
    escape: () => {
      if (peek !== null) setPeek(null);
      else if (showsPanel()) void setUrl({ panel: 0 });
      else router.push(listPath(address.project));
    },
  };
}

async function copy(text: string, done: string): Promise<void> {
  await navigator.clipboard.writeText(text).then(
    () => toast(done),
    () => toast('Could not copy', 'The browser did not allow it.'),
  );
}
