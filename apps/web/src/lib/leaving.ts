/**
 * Who wins when somebody goes to another page while the address has still to follow what they did on this one: going does. A change of the address
 * that waits for its turn is written before, so that Back finds it, and one that comes later is none of the page that is being left.
 */

/** A page that has not come by then is not waited for: what is done here counts again. */
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
    /** Changes the address, unless its page is being left; `change` resolves when it is written. */
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
    /** Goes to another page, or to another address of this one, when what waits is written. */
    leave(to: string, go: () => void): void {
      const leaves = new URL(to, 'http://here').pathname !== path();
      const start = () => {
        left = leaves ? { from: path(), at: now() } : undefined;
        go();
      };
      if (waiting) void waiting.then(start);
      else start();
    },
    /** By Back or Forward, which no page holds up. */
    stay(): void {
      left = undefined;
    },
  };
}
