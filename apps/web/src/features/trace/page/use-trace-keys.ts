'use client';
// The keyboard commands of the trace page.
import type { RefObject } from 'react';
import { useRouter } from '../../../lib/address/address-state.ts';
import { useKeys, type KeyHandlers } from '../../../lib/keyboard/KeyboardProvider.tsx';
import { copyLink } from '../../../lib/files/copy.ts';
import { useSharedTrace } from '../../../lib/traces/shared-trace.ts';
import { listPath } from '../../../lib/address/list-path.ts';
import { comparePath } from '../../../lib/address/pages.ts';
import { movingKeys, type Moving } from '../navigation/moving-keys.ts';
import { copyStep } from '../navigation/step-actions.ts';
import type { TimeTravel } from '../time/use-time-travel.ts';
import type { SetTraceUrl, TraceUrl } from '../navigation/trace-url.ts';
import type { TraceAddress } from '../navigation/trace-address.ts';

interface TraceKeys extends Moving {
  address: TraceAddress;
  url: TraceUrl;
  setUrl: SetTraceUrl;
  peek: string | null;
  setPeek: (key: string | null) => void;
  findInput: RefObject<HTMLInputElement | null>;
  travel: TimeTravel;
  onConversation: () => void;
}

export function useTraceKeys(keys: TraceKeys): void {
  useKeys({ ...movingKeys(keys), ...timeKeys(keys), ...useShowingKeys(keys) });
}

function timeKeys({ selecting: { selection }, moves, travel }: TraceKeys): KeyHandlers {
  return {
    // In time travel, "last" returns to now.
    last: () => (travel.at === null ? moves.last() : travel.leave()),
    follow: () => (travel.at === null ? moves.last() : travel.toEnd()),
    timeTravel: () => (travel.at === null ? travel.to(selection.step?.number ?? 1) : travel.leave()),
    timeBack: () => travel.by(-1),
    timeForward: () => travel.by(1),
  };
}

function useShowingKeys({
  address,
  selecting,
  url,
  setUrl,
  peek,
  setPeek,
  findInput,
  travel,
  ...on
}: TraceKeys): KeyHandlers {
  const router = useRouter();
  const shared = useSharedTrace();
  const { step } = selecting.selection;
  const showsPanel = () =>
    url.panel === null ? document.querySelector('[data-step-panel]') !== null : url.panel === 1;
  return {
    open: () => void setUrl({ panel: showsPanel() ? 0 : 1 }),
    peek: () => setPeek(step && peek !== step.key ? step.key : null),
    axis: () => void setUrl({ axis: url.axis === 'order' ? 'time' : 'order' }),
    agents: () => void setUrl({ agents: url.agents === 1 ? null : 1 }),
    viewWhy: () => void setUrl({ view: 'why' }),
    viewSpans: () => void setUrl({ view: 'spans' }),
    viewMessages: () => void setUrl({ view: 'messages' }),
    viewRaw: () => void setUrl({ view: 'raw' }),
    find: () => findInput.current?.focus(),
    copyLink: () => void copyLink(),
    ...(!shared && {
      copyStep: () => step && void copyStep(address, step),
      conversation: () => step && on.onConversation(),
      compare: () => router.push(comparePath(address.project, address.trace)),
    }),
    escape: () => {
      if (peek !== null) setPeek(null);
      else if (showsPanel()) void setUrl({ panel: 0 });
      else if (travel.at !== null) travel.leave();
      else if (!shared) router.push(listPath(address.project));
    },
  };
}
