// Kills real processes: they are restarted on their port, and after too many deaths supervision ends with the reason.
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LOOPBACK, freePort } from './ports.ts';
import { type ServerPlan, startServer } from './server-part.ts';
import type { Part } from './part.ts';

let directory: string;
let url: string;
let plan: ServerPlan;
let said: string[];
let part: Part | undefined;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'subtext-supervisor-'));
  const port = await freePort();
  url = `http://${LOOPBACK}:${port}/`;
  plan = {
    name: 'Server',
    command: ['--input-type=module', '--eval', SERVER],
    directory,
    env: { PORT: String(port), DEATHS: join(directory, 'deaths') },
    readyUrl: url,
  };
  said = [];
});
afterEach(async () => {
  await part?.stop();
  part = undefined;
  await rm(directory, { recursive: true, force: true });
});

/** Answers with its process id; while the file DEATHS has content, it dies as soon as it is started. */
const SERVER = `
  import { createServer } from 'node:http';
  import { existsSync } from 'node:fs';
  if (existsSync(process.env.DEATHS)) { console.log('no such table: spans'); process.exit(3); }
  createServer((request, response) => response.end(String(process.pid))).listen(Number(process.env.PORT), '127.0.0.1');`;

async function start(): Promise<Part> {
  const context = {
    logs: directory,
    signal: new AbortController().signal,
    onTrouble: (line: string) => said.push(line),
  };
  await startServer(plan, context, (started) => (part = started));
  return part!;
}

const processId = (): Promise<number> =>
  fetch(url).then(
    async (response) => Number(await response.text()),
    () => 0,
  );

/** The id of the process that serves now, different from `before`. Without one, the test times out. */
async function another(before: number): Promise<number> {
  for (;;) {
    const id = await processId();
    if (id !== 0 && id !== before) return id;
    await delay(50);
  }
}

describe('a supervised process', { timeout: 60_000 }, () => {
  it('comes back on the same port after growing pauses, each said in one line', async () => {
    await start();
    const first = await processId();
    process.kill(first, 'SIGKILL');
    const second = await another(first);
    process.kill(second, 'SIGTERM');
    await another(second);
    expect(said).toEqual([
      'Server stopped unexpectedly (signal SIGKILL). It is started again in 0.5 s.',
      'Server stopped unexpectedly (signal SIGTERM). It is started again in 1 s.',
    ]);
    expect((await readFile(join(directory, 'server.log'), 'utf8')).match(/Server started/g)).toHaveLength(3);
  });

  it('that dies five times within a minute has failed, for the reason in its log', async () => {
    const { failed } = await start();
    await appendFile(join(directory, 'deaths'), 'yes');
    process.kill(await processId(), 'SIGKILL');
    expect((await failed).message).toMatch(
      /^Server died 5 times within a minute, at last by exit code 3\. The end of .*server\.log says:\nno such table: spans$/,
    );
    expect(said.map((line) => /[\d.]+ s\./.exec(line)?.[0])).toEqual(['0.5 s.', '1 s.', '2 s.', '4 s.']);
  });
});
