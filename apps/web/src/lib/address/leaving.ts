/**
 * Resolves the race between navigating to another page and pending URL updates of the current one: the navigation wins.
 * A pending update is written before it, so that going back restores it; a later one is dropped, because it belongs to
 * the page that is being left.
 */

/** If the next page has not opened by then, the current page may update its URL again. */
const LEAVES_WITHIN_MS = 5000;

interface Browser {
  path: () => string;
  now: () => number;
}

export function watchLeaving({ path, now }: Browser) {
  let waiting: Promise<unknown> | undefined;
  let left: { from: string; at: number } | undefined;
  const isLeaving = () => left !== undefined && left.from === path() && now() - left.at < LEAVES_WITHIN_MS;
  return {
    /** Updates the URL, unless its page is being left; `change` resolves when the URL is written. */
    follow<Result>(change: () => Promise<Result>): Promise<Result | undefined> {
      if (isLeaving()) return Promise.resolve(undefined);
      const changing = change();
      const mine = changing.then(done, done);
      function done() {
        if (waiting === mine) waiting = undefined;
      }
      waiting = mine;
      return changing;
    },
    /** Navigates to another page, or to another URL of this one, after pending updates are written. */
    leave(to: string, go: () => void): void {
      const leaves = new URL(to, 'http://here').pathname !== path();
      const start = () => {
        left = leaves ? { from: path(), at: now() } : undefined;
        go();
      };
      if (waiting) void waiting.then(start);
      else start();
    },
    /** Called for Back and Forward, which cannot be delayed. */
    stay(): void {
      left = undefined;
    },
  };
}
