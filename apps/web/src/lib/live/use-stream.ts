'use client';
// Streams for components: the steps of a project as they are stored, or only which traces changed, for whoever keeps a page fresh.
import { useEffect, useRef, useState } from 'react';
import type { LiveChangesEvent, LiveState, LiveStepsEvent } from './live-event.ts';
import type { StreamHandlers } from './keep-open.ts';
import type { StreamStatus } from './stream-state.ts';

type Client = typeof import('./live-client.ts').liveClient;
type Open<Event> = (
  client: Client,
  lastEventId: string | undefined,
  handlers: Subscribed<Event>,
) => { unsubscribe(): void };

interface Subscribed<Event> {
  onData(message: { id: string; data: Event }): void;
  onConnectionStateChange(change: { state: string; error?: { data?: { code?: string } | null } | null }): void;
  onComplete(): void;
  onError(error: { data?: { code?: string } | null }): void;
}

/** Steps that the filter lets through; `onEvent` may change from render to render. */
export function useLiveSteps({ project, q }: { project: string; q: string }, onEvent: (event: LiveStepsEvent) => void) {
  return useStream<LiveStepsEvent>(`${project} ${q}`, onEvent, (client, lastEventId, handlers) =>
    client.live.steps.subscribe({ project, q, lastEventId }, handlers),
  );
}

interface Changes {
  project: string;
  /** Only this trace; all of the project when left out. */
  trace?: string;
  /** A page that knows its trace is over need not listen. */
  enabled?: boolean;
}

/**
 * Calls back with the ids of traces that got new spans, within half a second; with undefined when it cannot be said which (after a gap), then ask
 * for everything. `const status = useTraceChanges({ project, trace }, () => void refetch())`.
 */
export function useTraceChanges(
  { project, trace, enabled = true }: Changes,
  onChange: (traces: readonly string[] | undefined) => void,
): StreamStatus {
  const onEvent = (event: LiveChangesEvent) => {
    if (event.kind === 'changes') onChange(event.traces);
    else if (event.kind === 'gap') onChange(undefined);
  };
  const name = enabled ? `${project} ${trace ?? ''}` : undefined;
  return useStream<LiveChangesEvent>(name, onEvent, (client, lastEventId, handlers) =>
    client.live.changes.subscribe({ project, trace, lastEventId }, handlers),
  );
}

/** `name` says which stream it is: another name is another stream; undefined = none. */
function useStream<Event extends LiveState | { kind: string }>(
  name: string | undefined,
  onEvent: (event: Event) => void,
  open: Open<Event>,
): StreamStatus {
  const [status, setStatus] = useState<StreamStatus>('connecting');
  const latest = useRef({ onEvent, open });
  useEffect(() => {
    latest.current = { onEvent, open };
  });
  useEffect(() => {
    if (name === undefined) return;
    let end: (() => void) | undefined;
    let isGone = false;
    const { open: openThis } = latest.current;
    void import('./live-client.ts').then(({ keepOpen, liveClient }) => {
      if (isGone) return;
      end = keepOpen<Event>({
        open: (lastEventId, handlers) => {
          const subscription = openThis(liveClient, lastEventId, adapted(handlers));
          return () => subscription.unsubscribe();
        },
        onEvent: (event) => latest.current.onEvent(event),
        onStatus: setStatus,
      });
    });
    return () => {
      isGone = true;
      end?.();
    };
  }, [name]);
  return status;
}

function adapted<Event>(handlers: StreamHandlers<Event>): Subscribed<Event> {
  return {
    onData: (message) => handlers.onData(message),
    onConnectionStateChange: ({ state, error }) => {
      if (state === 'pending') handlers.onConnected();
      if (state === 'connecting') handlers.onInterrupted({ fault: error != null, code: error?.data?.code });
    },
    onComplete: () => handlers.onEnded({ fault: false }),
    onError: (error) => handlers.onEnded({ fault: true, code: error.data?.code }),
  };
}
