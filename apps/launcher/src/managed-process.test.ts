import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ProcessPlan, startProcess, troubleIn, waitUntilReady } from './managed-process.ts';
import { LOOPBACK, freePort } from './ports.ts';

let directory: string;
let port: number;
let url: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'subtext-process-'));
  port = await freePort();
  url = `http://${LOOPBACK}:${port}/`;
});
afterEach(() => rm(directory, { recursive: true, force: true }));

/** A server that drains: at SIGTERM it says goodbye in its log before it ends. */
const SERVER = `
  import { createServer } from 'node:http';
  const server = createServer((request, response) => response.end('ok')).listen(Number(process.env.PORT), '127.0.0.1');
  process.on('SIGTERM', () => { console.log('drained'); server.close(() => process.exit(0)); server.closeAllConnections(); });
  console.log(JSON.stringify({ level: 30, msg: 'listening' }));
  console.log(JSON.stringify({ level: 40, msg: 'disk nearly full' }));`;

function plan(script: string, onTrouble: (line: string) => void = () => {}): ProcessPlan {
  const command = ['--input-type=module', '--eval', script];
  return {
    name: 'Server',
    command,
    directory,
    env: { PORT: String(port) },
    logFile: join(directory, 'server.log'),
    onTrouble,
  };
}

/** Its child serves instead and ignores SIGTERM; a connection to that child makes the parent end through `end`. */
const headOf = (end: string) => `
  import { spawn } from 'node:child_process';
  const child = spawn(process.execPath, ['--input-type=module', '--eval', ${JSON.stringify(`
    import { createServer } from 'node:net';
    process.on('SIGTERM', () => {});
    createServer(() => process.send('connected')).listen(Number(process.env.PORT), '127.0.0.1', () => process.send('listening'));`)}],
    { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  child.on('message', (said) => said === 'listening' ? console.error('listening') : (${end}));`;

const check = () => ({ url, logFile: join(directory, 'server.log'), signal: new AbortController().signal });

describe('a managed process', () => {
  it('is ready when it answers, shows its warnings, and drains when stopped', async () => {
    const troubles: string[] = [];
    const server = await startProcess(plan(SERVER, (line) => troubles.push(line)));
    await waitUntilReady(server, check());
    await server.stop();
    expect(await server.exited).toBe('exit code 0');
    expect(troubles).toEqual(['Server: disk nearly full']);
    expect(await readFile(join(directory, 'server.log'), 'utf8')).toContain('drained');
  });

  it('keeps the log of the run before', async () => {
    await writeFile(join(directory, 'server.log'), 'yesterday\n');
    const server = await startProcess(plan('console.log("today")'));
    await server.exited;
    const [first, started, last] = (await readFile(join(directory, 'server.log'), 'utf8')).split('\n');
    expect([first, last]).toEqual(['yesterday', 'today']);
    expect(started).toMatch(/^──── Server started 20.*, process \d+ /u);
  });

  it('that ended at once is not explained by what it logged yesterday', async () => {
    await writeFile(join(directory, 'server.log'), 'yesterday\n');
    const server = await startProcess(plan('process.exit(3)'));
    await expect(waitUntilReady(server, check())).rejects.toThrow(
      /ended at once \(exit code 3\)\. Its log, .*, is empty\./,
    );
  });

  it('loses no line while its log is rotated, however fast it writes', async () => {
    const lines = 100_000;
    const script = `
      let line = 0;
      const go = () => { while (line < ${lines}) if (!process.stdout.write('line ' + line++ + ' ' + 'x'.repeat(180) + '\\n')) return void process.stdout.once('drain', go); };
      go();`;
    const server = await startProcess(plan(script));
    await server.exited;
    const files = ['.4', '.3', '.2', '.1', ''].map((end) => join(directory, `server.log${end}`));
    const texts = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')));
    const numbers = texts.join('').match(/(?<=^line )\d+/gm);
    expect(numbers).toEqual(Array.from({ length: lines }, (_, line) => String(line)));
    expect(Math.max(...texts.map(({ length }) => length))).toBeLessThan(10.1 * 1024 ** 2);
  }, 60_000);

  it('that dies while starting is reported with the end of its log', async () => {
    const server = await startProcess(plan('console.error("no such table: spans"); process.exit(3)'));
    await expect(waitUntilReady(server, check())).rejects.toThrow(
      /^Server ended at once \(exit code 3\)\..*no such table: spans/s,
    );
  });

  it.each([
    ['is killed', 'process.kill(process.pid, "SIGKILL")', 'signal SIGKILL'],
    ['gives up', 'process.exit(3)', 'exit code 3'],
  ])('takes its children with it when it %s', async (_how, end, how) => {
    const listening = Promise.withResolvers<string>();
    const server = await startProcess(plan(headOf(end), listening.resolve));
    await listening.promise;
    const connection = connect(port, LOOPBACK).on('error', () => {}); // a reset is an end, too
    await once(connection, 'close');
    expect(await server.exited).toBe(how);
    await server.stop();
  });

  it('that does not answer is stopped with its children', async () => {
    const listening = Promise.withResolvers<string>();
    const server = await startProcess(plan(headOf('undefined'), listening.resolve));
    await listening.promise;
    const connection = connect(port, LOOPBACK).on('error', () => {});
    await once(connection, 'connect');
    await expect(waitUntilReady(server, { ...check(), withinMs: 200 })).rejects.toThrow(
      /did not answer .* within 0\.2 s/,
    );
    const closed = once(connection, 'close');
    await server.stop();
    await closed;
    expect(await server.exited).toBe('signal SIGTERM');
  });

  it('ends when the launcher is killed', async () => {
    const module = join(import.meta.dirname, 'managed-process.ts');
    const launcher = `
      import { startProcess, waitUntilReady } from ${JSON.stringify(module)};
      const plan = JSON.parse(process.argv[1]);
      const server = await startProcess({ ...plan, onTrouble() {} });
      await waitUntilReady(server, { url: ${JSON.stringify(url)}, logFile: plan.logFile, signal: new AbortController().signal });
      process.stdout.write('ready');`;
    const parameters = ['--input-type=module', '--eval', launcher, JSON.stringify(plan(SERVER))];
    const killed = spawn(process.execPath, parameters, { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(killed.stdout, 'data');
    const connection = connect(port, LOOPBACK);
    await once(connection, 'connect');
    killed.kill('SIGKILL');
    await once(connection, 'close'); // closed by the server when it ends
    await expect(fetch(url)).rejects.toThrow();
  });
});

describe('the part of a log that the user sees', () => {
  it.each([
    ['{"level":30,"msg":"listening"}', false, undefined],
    ['{"level":50,"msg":"batch failed","err":{"message":"connection lost"}}', false, 'batch failed: connection lost'],
    ['{"level":60}', false, '{"level":60}'],
    ['{"not":"a log"}', false, undefined],
    ['{broken', false, undefined],
    [' ⨯ Error: no session', false, '⨯ Error: no session'],
    [' ✓ Ready in 200ms', false, undefined],
    ['Deprecation', true, 'Deprecation'],
    ['   ', true, undefined],
  ])('%s', (line, isError, shown) => {
    expect(troubleIn(line, isError)).toBe(shown);
  });
});
