import { expect, it } from 'vitest';
import { spaced } from './use-spaced.ts';

/** Promises that the test resolves itself, in the order of the calls. */
function promises() {
  const open: { resolve: () => void; reject: (why: Error) => void }[] = [];
  const ask = () => new Promise<void>((resolve, reject) => open.push({ resolve, reject }));
  const turn = () => new Promise(setImmediate);
  const settle = async (how: 'resolve' | 'reject' = 'resolve') => {
    open.shift()?.[how](new Error('lost'));
    await turn();
  };
  return { open, ask, settle };
}

it('acts at once, and once more for all that came while it was busy or paused', async () => {
  const [acts, pauses] = [promises(), promises()];
  const ring = spaced(acts.ask, pauses.ask);
  ring();
  expect(acts.open).toHaveLength(1);
  ring();
  ring();
  await acts.settle();
  ring();
  expect([acts.open.length, pauses.open.length]).toEqual([0, 1]);
  await pauses.settle();
  expect(acts.open).toHaveLength(1);
  await acts.settle();
  await pauses.settle();
  expect(acts.open).toHaveLength(0);
  ring();
  expect(acts.open).toHaveLength(1);
});

it('goes on after an act that failed', async () => {
  const [acts, pauses] = [promises(), promises()];
  const ring = spaced(acts.ask, pauses.ask);
  ring();
  ring();
  await acts.settle('reject');
  await pauses.settle();
  expect(acts.open).toHaveLength(1);
});
