/** A port to a ledger in the same thread: everything that crosses it is cloned or transferred, as between threads. */
import type { LinkEvents, OpenLink } from '../conversation/thread/link.ts';
import { LedgerHost } from '../conversation/thread/ledger-host.ts';

export const openPort: OpenLink = (_settings, { heard }) => {
  let calls = 0;
  const host = new LedgerHost((message) => queueMicrotask(() => heard(structuredClone(message))), {
    readCall: () => (calls += 1),
    deadline: () => undefined,
  });
  return Promise.resolve({
    post: (message, transfer) => host.take(structuredClone(message, { transfer: transfer as ArrayBuffer[] })),
    ask: (question) => structuredClone(host.answer(structuredClone(question))),
    progress: () => ({ calls, spans: 0 }),
    expectEnd: () => undefined,
    end: () => undefined,
  });
};

/** A port whose other end is lost on `lose()` and never reads anything. */
export function portToNowhere(): { open: OpenLink; lose(): void } {
  let events: LinkEvents | undefined;
  const nothing = () => undefined;
  return {
    open: (_settings, given) => {
      events = given;
      return Promise.resolve({
        post: nothing,
        ask: nothing,
        progress: () => ({ calls: 0, spans: 0 }),
        expectEnd: nothing,
        end: nothing,
      });
    },
    lose: () => events?.lost('it was told to'),
  };
}
