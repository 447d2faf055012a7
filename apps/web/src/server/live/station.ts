/**
 * The state that the streams of one process share: the poller, the limit, the access checks, and data that was just
 * loaded for several readers of the same position.
 */
import type { Sql } from '@subtext/db';
import { AccessWatch } from './access-watch.ts';
import { Bell } from './bell.ts';
import { Seats } from './seats.ts';

/** Readers of one position arrive within a moment. */
const SHARED_MS = 2000;
const MOST_SHARED = 100;

export interface Station {
  bell: Bell;
  seats: Seats;
  access: AccessWatch;
  /** The same result for all calls with the key within two seconds. */
  shared<Answer>(key: string, load: () => Promise<Answer>): Promise<Answer>;
}

const stations = new WeakMap<Sql, Station>();

/**
 * What the streams over this pool of connections share; the same object for the same pool. The web process has one
 * pool.
 */
export function stationOf(sql: Sql): Station {
  const known = stations.get(sql);
  if (known) return known;
  const station = { bell: new Bell(sql), seats: new Seats(), access: new AccessWatch(sql), shared: sharing() };
  stations.set(sql, station);
  return station;
}

function sharing(): Station['shared'] {
  const answers = new Map<string, Promise<unknown>>();
  return <Answer>(key: string, load: () => Promise<Answer>) => {
    const known = answers.get(key) as Promise<Answer> | undefined;
    if (known) return known;
    const answer = load();
    if (answers.size >= MOST_SHARED) return answer;
    answers.set(key, answer);
    setTimeout(() => answers.delete(key), SHARED_MS).unref();
    answer.catch(() => answers.delete(key));
    return answer;
  };
}
