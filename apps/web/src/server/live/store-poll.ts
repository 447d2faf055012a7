/**
 * Signals that something was stored for a watched project. A process polls the database a few times a second for any
 * number of streams, and not at all without one. Polling survives what a listening connection does not: restarts,
 * poolers, several machines.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { feedPosition, storedBetween, type FeedPosition, type Sql } from '@subtext/db';

/** A step is on the screen half a second after it was stored at the latest: this is the largest part of it. */
const ASK_EVERY_MS = 150;
const ASK_AGAIN_MS = 1000;
/** How often a stream without news updates its position, because a position that is minutes old cannot be resumed. */
const IDLE_MS = 20_000;

/** `away`: the database does not answer. */
export type StoreSignal = { place: FeedPosition; news: boolean } | 'away' | 'ended';

export interface Watch {
  /** Resolves to the next signal; the first one comes soon, with or without news. One caller at a time. */
  next(signal: AbortSignal): Promise<StoreSignal>;
  stop(): void;
}

interface Project {
  /** The position of the last poll, in round `round`; `news` is the last round with new spans. */
  place: FeedPosition | undefined;
  round: number;
  news: number;
  waiting: Set<Waiting>;
  watches: number;
}

interface Waiting {
  /** The last round that the stream has seen. */
  seen: number;
  isFirst: boolean;
  ring(ring: StoreSignal): void;
}

export class StorePoll {
  #sql: Sql;
  #projects = new Map<string, Project>();
  #round = 0;
  #isAsking = false;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Projects that are asked for. */
  get watched(): number {
    return this.#projects.size;
  }

  watch(projectId: string): Watch {
    const project = this.#projects.get(projectId) ?? newProject();
    this.#projects.set(projectId, project);
    project.watches += 1;
    // A running round may have read before this watcher registered.
    let seen = this.#round;
    let isFirst = true;
    if (!this.#isAsking) void this.#ask();
    return {
      next: async (signal) => {
        const ring = await nextRing(project, { seen, isFirst }, signal);
        if (typeof ring === 'object') [seen, isFirst] = [project.round, false];
        // Streams that got "away" need to learn that the database answers again.
        if (ring === 'away') isFirst = true;
        return ring;
      },
      stop: () => {
        project.watches -= 1;
        if (project.watches === 0) this.#projects.delete(projectId);
      },
    };
  }

  async #ask(): Promise<void> {
    this.#isAsking = true;
    while (this.#projects.size > 0) {
      const isHere = await this.#askOnce().catch(() => false);
      if (!isHere) for (const { waiting } of this.#projects.values()) for (const one of [...waiting]) one.ring('away');
      await delay(isHere ? ASK_EVERY_MS : ASK_AGAIN_MS);
    }
    this.#isAsking = false;
  }

  async #askOnce(): Promise<true> {
    const round = (this.#round += 1);
    const asked = [...this.#projects];
    const place = await feedPosition(this.#sql);
    await Promise.all(
      asked.map(async ([projectId, project]) => {
        const range = { from: project.place ?? place, to: place, skip: 0, limit: 1 };
        const found = project.place ? await storedBetween(this.#sql, projectId, range) : [];
        if (found.length > 0) project.news = round;
        Object.assign(project, { place, round });
        for (const waiting of [...project.waiting]) ringIfDue(project, waiting);
      }),
    );
    return true;
  }
}

const newProject = (): Project => ({ place: undefined, round: 0, news: 0, waiting: new Set(), watches: 0 });

function ringIfDue({ place, round, news }: Project, { seen, isFirst, ring }: Waiting): void {
  if (place && (isFirst ? round > seen : news > seen)) ring({ place, news: true });
}

function nextRing(
  project: Project,
  after: Pick<Waiting, 'seen' | 'isFirst'>,
  signal: AbortSignal,
): Promise<StoreSignal> {
  return new Promise((resolve) => {
    const end = () => waiting.ring('ended');
    const timer = setTimeout(() => {
      if (project.place && !after.isFirst) waiting.ring({ place: project.place, news: false });
    }, IDLE_MS);
    const waiting: Waiting = {
      ...after,
      ring(ring) {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        project.waiting.delete(waiting);
        resolve(ring);
      },
    };
    project.waiting.add(waiting);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
    else ringIfDue(project, waiting);
  });
}
