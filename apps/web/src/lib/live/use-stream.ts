'use client';
// Streams for components: a project's steps as they are stored, or only the ids of changed traces, for pages that keep
// themselves fresh.
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

/** The steps that match the filter; `onEvent` may change between renders. */
export function useLiveSteps({ project, q }: { project: string; q: string }, onEvent: (event: LiveStepsEvent) => void) {
  return useStream<LiveStepsEvent>(`${project} ${q}`, onEvent, (client, lastEventId, handlers) =>
    client.live.steps.subscribe({ project, q, lastEventId }, handlers),
  );
}

interface Changes {
  project: string;
  /** Only this trace; by default all of the project. */
  trace?: string;
  /** False for a page whose trace has ended. */
  enabled?: boolean;
}

/**
 * Calls back with the ids of traces that got new spans, within half a second; with undefined when the ids are unknown
 * (after a gap): then reload everything. `const status = useTraceChanges({ project, trace }, () => void refetch())`.
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

/** `name` identifies the stream: another name opens another stream; undefined = none. */
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
