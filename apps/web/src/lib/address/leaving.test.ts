import { expect, it, vi } from 'vitest';
import { watchLeaving } from './leaving.ts';

function browser() {
  const at = { path: '/p/shop/search', now: 0 };
  return { at, ...watchLeaving({ path: () => at.path, now: () => at.now }) };
}

it('goes at once where nothing waits to be written, and to the same page without leaving it', async () => {
  const { follow, leave } = browser();
  const go = vi.fn();
  leave('/p/shop/search?q=other', go);
  expect(go).toHaveBeenCalledOnce();
  expect(await follow(() => Promise.resolve('written'))).toBe('written');
});

it('writes what waits before it goes, and nothing of a page that is being left', async () => {
  const { follow, leave } = browser();
  const done: string[] = [];
  let write = () => {};
  void follow(() => new Promise<void>((resolve) => (write = resolve)).then(() => void done.push('written')));
  leave('/p/shop/compare?a=1', () => done.push('gone'));
  expect(done).toEqual([]);
  write();
  await vi.waitFor(() => expect(done).toEqual(['written', 'gone']));
  const late = vi.fn(() => Promise.resolve());
  await follow(late);
  expect(late).not.toHaveBeenCalled();
});

it('writes again on the page that came, after Back, and where none comes', async () => {
  const { at, follow, leave, stay } = browser();
  const change = vi.fn(() => Promise.resolve());
  leave('/p/shop/compare', () => {});
  at.path = '/p/shop/compare';
  await follow(change);
  at.path = '/p/shop/search';
  stay();
  await follow(change);
  leave('/p/shop/compare', () => {});
  at.now = 6000;
  await follow(change);
  expect(change).toHaveBeenCalledTimes(3);
});

it('goes where the address could not be written, too', async () => {
  const { follow, leave } = browser();
  const failing = follow(() => Promise.reject(new Error('too many')));
  const go = vi.fn();
  leave('/p/shop/compare', go);
  await expect(failing).rejects.toThrow('too many');
  await vi.waitFor(() => expect(go).toHaveBeenCalledOnce());
});
