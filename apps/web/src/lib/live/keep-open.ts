/**
 * Keeps one stream open: resumes after the last event when the connection breaks, and closes it while the tab is
 * hidden, because browsers limit the connections per origin. When the tab is visible again, the server sends the missed
 * events.
 */
import type { LiveState } from './live-event.ts';
import { NEW_STREAM, statusOf, streamAfter, type Happening, type StreamStatus } from './stream-state.ts';

/** `fault`: an error occurred; with tRPC's code, if the server reported one. */
type Interruption = Omit<Happening & { kind: 'interrupted' }, 'kind'>;

export interface StreamHandlers<Event> {
  onData(message: { id: string; data: Event }): void;
  onConnected(): void;
  /** The connection broke and is retried automatically. */
  onInterrupted(why: Interruption): void;
  /** The stream has ended. */
  onEnded(why: Interruption): void;
}

interface Stream<Event> {
  /** Opens the stream after the event with that id; returns a function that closes it. */
  open(lastEventId: string | undefined, handlers: StreamHandlers<Event>): () => void;
  onEvent(event: Event): void;
  onStatus(status: StreamStatus): void;
}

const AGAIN_AFTER_MS = 2000;
const HIDDEN_AFTER_MS = 15_000;

/** Returns a function that ends it. */
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
  #state = NEW_STREAM;

  constructor(stream: Stream<Event>) {
    this.#stream = stream;
  }

  start(): void {
    if (this.#close || this.#isOver) return;
    clearTimeout(this.#timer);
    // Events after closing are ignored.
    let isClosed = false;
    const open = (act: () => void) => isClosed || act();
    const unsubscribe = this.#stream.open(this.#lastEventId, {
      onConnected: () => open(() => this.#happened({ kind: 'opened' })),
      onInterrupted: (why) => open(() => this.#happened({ kind: 'interrupted', ...why })),
      onData: ({ id, data }) => open(() => this.#take(id, data)),
      onEnded: (why) => open(() => this.#ended(why)),
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

  #happened(happening: Happening): void {
    this.#state = streamAfter(this.#state, happening);
    this.#stream.onStatus(statusOf(this.#state));
  }

  #take(id: string, event: Event): void {
    if (event.kind === 'refused') return this.#over('refused');
    this.#lastEventId = id;
    this.#happened({ kind: 'told', away: event.kind === 'away' });
    this.#stream.onEvent(event);
  }

  #ended(why: Interruption): void {
    this.#stop();
    if (why.code === 'UNAUTHORIZED') return location.assign('/sign-in?error=SESSION_ENDED');
    if (why.code === 'NOT_FOUND') return this.#over('closed');
    this.#happened({ kind: 'interrupted', ...why });
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
