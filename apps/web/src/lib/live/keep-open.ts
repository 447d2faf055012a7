/**
 * Keeps one stream open: goes on from the last event after whatever broke it, and lets go of it while nobody looks at the tab, since a browser has
 * few connections to one origin. What it was away for it is told when it comes back.
 */
import type { LiveState } from './live-event.ts';

/** `refused`: too many are open. `closed`: the project is not there for this person any more. */
export type StreamStatus = 'connecting' | 'live' | 'reconnecting' | 'refused' | 'closed';

export interface StreamHandlers<Event> {
  onData(message: { id: string; data: Event }): void;
  onConnected(): void;
  /** It goes on by itself. */
  onInterrupted(): void;
  /** It is over; the code is tRPC's, when there is one. */
  onEnded(code?: string): void;
}

interface Stream<Event> {
  /** Opens it after the event of that id; returns what closes it. */
  open(lastEventId: string | undefined, handlers: StreamHandlers<Event>): () => void;
  onEvent(event: Event): void;
  onStatus(status: StreamStatus): void;
}

const AGAIN_AFTER_MS = 2000;
const HIDDEN_AFTER_MS = 15_000;

/** Returns what ends it. */
export function keepOpen<Event extends LiveState | { kind: string }>(stream: Stream<Event>): () => void {
  const kept = new Kept(stream);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onVisibility = () => {
    clearTimeout(timer);
    if (document.visibilityState === 'visible') kept.start();
    else timer = setTimeout(() => kept.pause(), HIDDEN_AFTER_MS);
  };
  document.addEventListener('visibilitychange', onVisibility);
  if (document.visibilityState === 'visible') kept.start();
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onVisibility);
    kept.end();
  };
}

class Kept<Event extends LiveState | { kind: string }> {
  #stream: Stream<Event>;
  #lastEventId: string | undefined;
  #close: (() => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;

  constructor(stream: Stream<Event>) {
    this.#stream = stream;
  }

  start(): void {
    if (this.#close || this.#isOver) return;
    clearTimeout(this.#timer);
    // What a stream says after it was closed is about nothing any more.
    let isClosed = false;
    const open = (act: () => void) => isClosed || act();
    const unsubscribe = this.#stream.open(this.#lastEventId, {
      onConnected: () => open(() => this.#stream.onStatus('live')),
      onInterrupted: () => open(() => this.#interrupted()),
      onData: ({ id, data }) => open(() => this.#take(id, data)),
      onEnded: (code) => open(() => this.#ended(code)),
    });
    this.#close = () => {
      isClosed = true;
      unsubscribe();
    };
  }

  pause(): void {
    this.#stop();
    this.#stream.onStatus('connecting');
  }

  end(): void {
    this.#isOver = true;
    this.#stop();
  }

  /** The first connection is no second one. */
  #interrupted(): void {
    this.#stream.onStatus(this.#lastEventId === undefined ? 'connecting' : 'reconnecting');
  }

  #take(id: string, event: Event): void {
    if (event.kind === 'refused') return this.#over('refused');
    this.#lastEventId = id;
    this.#stream.onStatus(event.kind === 'away' ? 'reconnecting' : 'live');
    this.#stream.onEvent(event);
  }

  #ended(code: string | undefined): void {
    this.#stop();
    if (code === 'UNAUTHORIZED') return location.assign('/sign-in?error=SESSION_ENDED');
    if (code === 'NOT_FOUND') return this.#over('closed');
    this.#interrupted();
    this.#timer = setTimeout(() => this.start(), AGAIN_AFTER_MS);
  }

  #over(status: StreamStatus): void {
    this.end();
    this.#stream.onStatus(status);
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#close?.();
    this.#close = undefined;
  }
}
