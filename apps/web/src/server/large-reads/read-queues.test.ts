import { expect, it } from 'vitest';
import { BusyError } from './busy-error.ts';
import { ReadQueues } from './read-queues.ts';

const LIMITS = { atOnce: 2, ofProject: 1, waiting: 2, patienceMs: 60_000 };
const STAYS = new AbortController().signal;

/** Reads that run until `finish`. */
function openQueues(limits: Partial<typeof LIMITS> = {}) {
  const queues = new ReadQueues({ ...LIMITS, ...limits });
  const begun: string[] = [];
  const open = new Map<string, () => void>();
  const add = (project: string, name: string, signal: AbortSignal = STAYS) => {
    const run = () => {
      begun.push(name);
      return new Promise<string>((resolve) => open.set(name, () => resolve(name)));
    };
    return queues.add(project, { signal, run });
  };
  const finish = async (name: string, added: Promise<string>) => {
    open.get(name)!();
    await added;
    await new Promise(setImmediate);
  };
  return { add, begun, finish };
}

it('a project with many waiting reads runs one, and other projects do not wait for it', async () => {
  const { add, begun, finish } = openQueues();
  const first = add('a', 'a1');
  void add('a', 'a2');
  void add('a', 'a3');
  void add('b', 'b1');
  await new Promise(setImmediate);
  expect(begun).toEqual(['a1', 'b1']);
  await finish('a1', first);
  expect(begun).toEqual(['a1', 'b1', 'a2']);
});

it('projects take turns when as many run as may', async () => {
  const { add, begun, finish } = openQueues({ atOnce: 1 });
  const first = add('a', 'a1');
  const second = add('b', 'b1');
  void add('a', 'a2');
  void add('c', 'c1');
  await finish('a1', first);
  await finish('b1', second);
  // a2 waited for a1 before it could wait beside c1.
  expect(begun).toEqual(['a1', 'b1', 'c1']);
});

it('a read that finds the queue full is refused, with a time to retry after', async () => {
  const { add } = openQueues();
  for (const name of ['a1', 'a2', 'a3']) void add('a', name);
  const refused = await add('a', 'a4').catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(BusyError);
  expect(refused).toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 5 });
});

it('a read that waits too long is refused, and a running one goes on', async () => {
  const { add, begun, finish } = openQueues({ patienceMs: 10 });
  const first = add('a', 'a1');
  await expect(add('a', 'a2')).rejects.toBeInstanceOf(BusyError);
  await finish('a1', first);
  expect(begun).toEqual(['a1']);
});

it('a read that is canceled while it waits leaves the queue', async () => {
  const { add, begun, finish } = openQueues();
  const first = add('a', 'a1');
  const gone = new AbortController();
  const second = add('a', 'a2', gone.signal);
  void add('a', 'a3');
  gone.abort(new Error('left'));
  await expect(second).rejects.toThrow('left');
  await finish('a1', first);
  expect(begun).toEqual(['a1', 'a3']);
});
