// Settings of Claude Code as the program writes them, in a directory of its own.
import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const KEY = 'sbtx_live_0123456789abcdef';
let directory: string;
let file: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'subtext-setup-'));
  file = join(directory, 'settings.json');
});
afterEach(() => rm(directory, { recursive: true, force: true }));

interface Ended {
  code: number | null;
  out: string;
  error: string;
}

function setup(parameters: readonly string[], input = ''): Promise<Ended> {
  const env = { PATH: process.env.PATH ?? '', CLAUDE_CONFIG_DIR: directory, SUBTEXT_API_KEY: KEY };
  const program = join(import.meta.dirname, '../main.ts');
  const child = spawn(process.execPath, [program, 'setup', 'claude-code', ...parameters], { env });
  child.stdin.end(input);
  let [out, error] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (error += chunk.toString()));
  return new Promise((resolve) => void child.once('close', (code) => resolve({ code, out, error })));
}

const settings = async () => JSON.parse(await readFile(file, 'utf8')) as { env: Record<string, string> };

it('adds the variables, keeps all else, and leaves a copy', async () => {
  const before = { model: 'opus', env: { MINE: 'yes', OTEL_LOGS_EXPORTER: 'console' }, hooks: { Stop: [] } };
  await writeFile(file, JSON.stringify(before));
  const { code, out } = await setup(['--to', 'http://127.0.0.1:9318/'], 'y\n');
  expect([code, out]).toEqual([0, expect.stringContaining('Written to')]);
  expect(out).toMatch(/OTEL_LOGS_EXPORTER +otlp +console/);
  expect(out).not.toContain(KEY);
  const { env, ...rest } = await settings();
  expect(rest).toEqual({ model: 'opus', hooks: { Stop: [] } });
  expect(env).toMatchObject({
    ...{ MINE: 'yes', CLAUDE_CODE_ENABLE_TELEMETRY: '1', OTEL_LOGS_EXPORTER: 'otlp' },
    ...{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9318' },
    OTEL_EXPORTER_OTLP_HEADERS: `Authorization=Bearer ${KEY}`,
  });
  expect(env).not.toHaveProperty('OTEL_LOG_USER_PROMPTS');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const copy = (await readdir(directory)).find((name) => name.endsWith('.backup'))!;
  expect(JSON.parse(await readFile(join(directory, copy), 'utf8'))).toEqual(before);
});

it.each(['n\n', '', 'no\n'])('writes nothing without a yes: %j', async (answer) => {
  expect(await setup([], answer)).toMatchObject({ code: 0, out: expect.stringContaining('Nothing was written.') });
  expect(await readdir(directory)).toEqual([]);
});

it('makes the file where there is none, and changes nothing the second time', async () => {
  expect((await setup(['--yes', '--contents'])).code).toBe(0);
  expect((await settings()).env).toMatchObject({ OTEL_LOG_USER_PROMPTS: '1' });
  expect((await setup(['--yes'])).out).toContain('has these settings already');
  expect(await readdir(directory)).toEqual(['settings.json']);
});

it.each(['{ "env": ', '[]', '{ "env": 7 }'])('leaves a file alone that it does not understand: %s', async (text) => {
  await writeFile(file, text);
  expect(await setup(['--yes'])).toMatchObject({ code: 1, error: expect.stringContaining('nothing was written') });
  expect([await readFile(file, 'utf8'), await readdir(directory)]).toEqual([text, ['settings.json']]);
});
