// Real processes: when the process that started the launcher is killed, the launcher shuts down cleanly.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const LAUNCHER = `
  import { followStarter } from ${JSON.stringify(join(import.meta.dirname, 'follow-starter.ts'))};
  const life = setInterval(() => {}, 1000);
  followStarter(() => { console.log('ended in order'); clearInterval(life); });
  console.log('ready');`;

/** Starts it as bootstrap.mjs does under an older Node. */
const STARTER = `
  import { spawn } from 'node:child_process';
  spawn(process.execPath, ['launcher.mjs'], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });`;

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'subtext-starter-'));
  await writeFile(join(directory, 'package.json'), '{ "scripts": { "start": "node launcher.mjs" } }');
  await writeFile(join(directory, 'launcher.mjs'), LAUNCHER);
  await writeFile(join(directory, 'starter.mjs'), STARTER);
});
afterEach(() => rm(directory, { recursive: true, force: true }));

describe('a launcher', () => {
  it.runIf(process.platform === 'linux').each([
    ['npm', ['npm', 'start', '--silent']],
    ['the older Node', [process.execPath, 'starter.mjs']],
  ])('ends in order when %s above it is killed', async (_what, [command, ...parameters]) => {
    const env = { ...process.env, npm_lifecycle_event: undefined };
    const starter = spawn(command!, parameters, { cwd: directory, env, stdio: ['ignore', 'pipe', 'inherit'] });
    const lines = createInterface({ input: starter.stdout });
    expect(await once(lines, 'line')).toEqual(['ready']);
    starter.kill('SIGKILL');
    expect(await once(lines, 'line')).toEqual(['ended in order']);
    await once(lines, 'close'); // no process has the pipe open any more
  });
});
