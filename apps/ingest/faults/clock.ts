/** Clocks of senders and of ingest itself that are a year off. */
import { Ledger } from './ledger.ts';
import type { Fault } from './fault.ts';

const YEAR_MS = 365 * 86_400_000;

/** A module that changes the time that Node reports to the process. */
function clockOff(milliseconds: number): string[] {
  const source = `const now = Date.now; const Real = Date;
    globalThis.Date = class extends Real { constructor(...args) { args.length ? super(...args) : super(now() + ${milliseconds}); }
      static now() { return now() + ${milliseconds}; } };`;
  return ['--import', `data:text/javascript,${encodeURIComponent(source)}`];
}

/** Spans of senders a year ahead and behind are stored in today's partition and counted in their own hours. */
async function sendFromAYearAway({ system, ledger, expect }: Parameters<Fault['strike']>[0]): Promise<void> {
  for (const offset of [-YEAR_MS, YEAR_MS]) {
    const away = new Ledger(system, BigInt(Date.now() + offset) * 1_000_000n);
    away.start(2);
    await away.acknowledges(6);
    await away.stop();
    const totals = await away.compare();
    expect(totals.lost === 0 && totals.stored === totals.sent, 'spans of another year are lost');
  }
  await ledger.acknowledges(6);
  const [row] = await system.sql<{ days: number }[]>`
    SELECT count(*)::int AS days FROM pg_inherits WHERE inhparent = 'spans'::regclass`;
  expect(row!.days <= 2, `clocks of others made ${row!.days} partitions`);
}

export const CLOCKS: readonly Fault[] = [
  {
    name: 'clock a year ahead',
    what: 'Ingest’s own clock is a year ahead, and the senders’ clocks are a year ahead and a year behind.',
    answers: [],
    options: () => Promise.resolve({ nodeArguments: clockOff(YEAR_MS) }),
    strike: sendFromAYearAway,
  },
  {
    name: 'clock a year behind',
    what: 'Ingest’s own clock is a year behind, and the senders’ clocks are a year ahead and a year behind.',
    answers: [],
    options: () => Promise.resolve({ nodeArguments: clockOff(-YEAR_MS) }),
    strike: sendFromAYearAway,
  },
];
