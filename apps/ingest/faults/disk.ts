/**
 * A full disk: PostgreSQL on a file system of a few hundred megabytes, which is filled and emptied again.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, open, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { settles, type Fault, type Stage } from './fault.ts';
import { ask } from './ingest-process.ts';

const execute = promisify(execFile);
const SIZE = '320m';
/** Otherwise PostgreSQL's log fills the whole file system. */
const SETTINGS = { max_wal_size: '48MB', min_wal_size: '32MB' };

let mounted: string | undefined;

async function mountSmall(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'subtext-small-disk-'));
  await execute('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', directory]);
  mounted = directory;
  return directory;
}

async function unmount(): Promise<void> {
  if (mounted === undefined) return;
  await execute('umount', [mounted]);
  await rm(mounted, { recursive: true, force: true });
  mounted = undefined;
}

/** undefined if this user may mount a small file system here. */
async function whyNot(): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return 'only root may mount a small file system';
  return mountSmall()
    .then(unmount)
    .then(
      () => undefined,
      () => 'a small file system cannot be mounted here',
    );
}

/** Fills the file system. */
async function fill(directory: string): Promise<string> {
  const path = join(directory, 'ballast');
  const file = await open(path, 'w');
  const block = Buffer.alloc(1024 ** 2);
  const { bfree, bsize } = await statfs(directory);
  for (let left = bfree * bsize; left > 0; left -= block.length) await file.write(block).catch(() => (left = 0));
  for (let size = block.length; size >= 4_096; size /= 2) await file.write(block, 0, size).catch(() => {});
  await file.close();
  return path;
}

/** Resolves when a sender gets 503. */
async function refusals({ ledger }: Stage, count: number): Promise<void> {
  const wanted = (ledger.answers.get(503) ?? 0) + count;
  const deadline = Date.now() + 60_000;
  while ((ledger.answers.get(503) ?? 0) < wanted) {
    if (Date.now() > deadline) throw new Error('The disk is full, and every span is acknowledged.');
    await delay(10);
  }
}

async function fillAndFree(stage: Stage): Promise<void> {
  const { system, expect, scale } = stage;
  for (let count = 0; count < Math.min(scale.blows, 3); count += 1) {
    const ballast = await fill(mounted!);
    await refusals(stage, 10);
    expect((await ask(system.port, '/healthz')) === 200, '/healthz blames ingest for a full disk');
    expect(await settles(system, 503), '/readyz says that it is ready while nothing can be stored');
    await rm(ballast);
    // PostgreSQL stops if its log cannot grow.
    if ((await system.sql`SELECT 1`.catch(() => undefined)) === undefined) await system.restartDatabase();
    await stage.ledger.acknowledges(6);
  }
}

export const DISK: readonly Fault[] = [
  {
    name: 'disk full',
    what: 'PostgreSQL’s file system is full, then has space again. Meanwhile senders get 503, /readyz returns 503 and /healthz 200.',
    answers: [503],
    impossible: whyNot,
    options: async () => ({ directory: join(await mountSmall(), 'postgres'), settings: SETTINGS }),
    strike: fillAndFree,
    cleanUp: unmount,
  },
];
