import { describe, expect, it, vi } from 'vitest';
import { WorkQueue } from './work-queue.ts';

function working(ready: () => boolean | Promise<unknown> = () => true) {
  const done: number[] = [];
  const queue = new WorkQueue(ready);
  const add = (count: number) => {
    for (let index = 0; index < count; index += 1) queue.add((list) => void list.push(list.length), done);
  };
  return { queue, done, add };
}

describe('deferred work', () => {
  it('runs in order when a caller needs it, and not before', async () => {
    const { queue, done, add } = working();
    add(3);
    expect(done).toEqual([]);
    await queue.drained();
    expect([done, queue.size]).toEqual([[0, 1, 2], 0]);
  });

  it.each([1, 1_000])('runs by itself when no caller needs it (%i jobs)', async (count) => {
    const { done, add } = working();
    add(count);
    await vi.waitFor(() => expect(done).toHaveLength(count));
    add(1);
    await vi.waitFor(() => expect(done).toHaveLength(count + 1));
  });

  it('waits until it is ready', async () => {
    let open = (): void => undefined;
    let ready = false;
    const opened = new Promise<void>((resolve) => {
      open = () => {
        ready = true;
        resolve();
      };
    });
    const { queue, done, add } = working(() => (ready ? true : opened));
    add(300);
    queue.settle();
    expect(done).toEqual([]);
    open();
    await vi.waitFor(() => expect(done).toHaveLength(300));
  });
});
