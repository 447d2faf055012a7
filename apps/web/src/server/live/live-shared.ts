/**
 * The state that the streams of one process share: the poller, the limit, the access checks, and data that was just
 * loaded for several readers of the same position.
 */
import type { Sql } from '@subtext/db';
import { AccessWatch } from './access-watch.ts';
import { StorePoll } from './store-poll.ts';
import { StreamLimit } from './stream-limit.ts';

/** Readers of one position arrive within a moment. */
const SHARED_MS = 2000;
const MAX_SHARED = 100;

export interface LiveShared {
  bell: StorePoll;
  seats: StreamLimit;
  access: AccessWatch;
  /** The same result for all calls with the key within two seconds. */
  shared<Answer>(key: string, load: () => Promise<Answer>): Promise<Answer>;
}

const stations = new WeakMap<Sql, LiveShared>();

/**
 * What the streams over this pool of connections share; the same object for the same pool. The web process has one
 * pool.
 */
export function liveShared(sql: Sql): LiveShared {
  const known = stations.get(sql);
  if (known) return known;
  const station = {
    bell: new StorePoll(sql),
    seats: new StreamLimit(),
    access: new AccessWatch(sql),
    shared: sharing(),
  };
  stations.set(sql, station);
  return station;
}

function sharing(): LiveShared['shared'] {
  const answers = new Map<string, Promise<unknown>>();
  return <Answer>(key: string, load: () => Promise<Answer>) => {
    const known = answers.get(key) as Promise<Answer> | undefined;
    if (known) return known;
    const answer = load();
    if (answers.size >= MAX_SHARED) return answer;
    answers.set(key, answer);
    setTimeout(() => answers.delete(key), SHARED_MS).unref();
    answer.catch(() => answers.delete(key));
    return answer;
  };
}
