// A server never outlives the process that it belongs to. Uses real processes, killed in different orders.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { isAlive, postmasterId } from './postgres-keeper.ts';

const MODULE = join(import.meta.dirname, 'embedded-postgres.ts');

let directory: string;
beforeEach(async () => {
  directory = join(await mkdtemp(join(tmpdir(), 'subtext-keeper-')), 'postgres');
});
afterEach(async () => {
  await removeEmbeddedPostgres(directory);
  await rm(dirname(directory), { recursive: true });
});

/** Resolves when the new process's server answers. */
async function startOwner(): Promise<{ owner: ChildProcess; processId: number; place: string }> {
  const script = `
    import { startEmbeddedPostgres } from ${JSON.stringify(MODULE)};
    const { processId, directory } = await startEmbeddedPostgres({ directory: ${JSON.stringify(directory)} });
    console.log(JSON.stringify({ processId, place: directory }));
    setInterval(() => {}, 1000);`;
  const owner = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(owner.stdout!, 'data')) as [Buffer];
  return { owner, ...(JSON.parse(line.toString()) as { processId: number; place: string }) };
}

/** If the condition never becomes true, the test times out. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await delay(50);
}

function keepersOf(place: string): number[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' }).split('\n');
  return lines
    .filter((line) => line.includes('postgres-keeper.ts') && line.includes(place))
    .map((line) => parseInt(line));
}

describe('the server of a process that was killed', { timeout: 120_000 }, () => {
  it('shuts down normally', async () => {
    const { owner, processId, place } = await startOwner();
    owner.kill('SIGKILL');
    await until(() => !isAlive(processId));
    expect(await readFile(join(place, 'postgres.log'), 'utf8')).toMatch(
      /received fast shutdown request[\s\S]*database system is shut down/,
    );
  });

  it('stops even when its keeper was killed before', async () => {
    const { owner, processId, place } = await startOwner();
    const [first] = keepersOf(place);
    process.kill(first!, 'SIGKILL');
    await until(() => keepersOf(place).some((keeper) => keeper !== first));
    owner.kill('SIGKILL');
    await until(() => !isAlive(processId));
  });

  it('is not stopped by its keeper when another process has started the server again', async () => {
    const { owner, place } = await startOwner();
    for (const keeper of keepersOf(place)) process.kill(keeper, 'SIGSTOP');
    const asleep = keepersOf(place);
    owner.kill('SIGKILL');
    await once(owner, 'close');
    const server = await startEmbeddedPostgres({ directory });
    for (const keeper of asleep) process.kill(keeper, 'SIGCONT');
    await until(() => !asleep.some((keeper) => isAlive(keeper)));
    expect(await postmasterId(place)).toBe(server.processId);
    expect(isAlive(server.processId)).toBe(true);
    await server.stop();
  });

  it('leaves no keeper when it shuts down normally', async () => {
    const server = await startEmbeddedPostgres({ directory });
    expect(keepersOf(server.directory)).toHaveLength(1);
    await server.stop();
    await until(() => keepersOf(server.directory).length === 0);
  });
});
