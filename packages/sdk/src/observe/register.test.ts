/** `node --import @subtext/sdk/register`: unchanged applications of both module systems, in separate processes. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { spansIn } from '../testing/received-spans.ts';
import { startReplayServer, type ReplayServer } from '../testing/replay-server.ts';
import { eventsOf, startSocketServer } from '../testing/socket-server.ts';
import * as wire from '../testing/wire.ts';

const REGISTER = join(import.meta.dirname, 'register.ts');
const SDK = JSON.stringify(join(import.meta.dirname, '../index.ts'));
const THOUGHT = 'I look for the weather.';
let provider: ReplayServer;
let subtext: ReplayServer;

beforeAll(async () => {
  [provider, subtext] = [await startReplayServer(), await startReplayServer()];
  provider.route(({ url }) =>
    url === '/other'
      ? wire.json({ ok: true })
      : wire.chat({ reasoning: THOUGHT, tools: [{ id: 'call_1', name: 'look', arguments: {} }] }),
  );
});
beforeEach(() => {
  subtext.reset();
  subtext.route(() => ({ headers: { 'content-type': 'application/x-protobuf' } }));
});
afterAll(async () => {
  await provider.close();
  await subtext.close();
});

/** Runs a script with the registration; resolves with its exit code and output. */
async function run(
  kind: 'module' | 'commonjs',
  script: string,
  env: Record<string, string> = {},
): Promise<[number | null, string]> {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, ['--import', REGISTER, `--input-type=${kind}`, '--eval', script], {
    cwd: import.meta.dirname,
    env: { PATH, PROVIDER_URL: provider.url, SUBTEXT_URL: subtext.url, ...env },
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  child.stderr.on('data', (chunk) => (output += String(chunk)));
  return new Promise((resolve) => child.on('close', (code) => resolve([code, output])));
}

const received = () => subtext.requests.map((request) => request.body).join('');
const generations = () => received().match(/chat test-model/g) ?? [];

const ASK = `client.chat.completions.create({ model: 'test-model', messages: [{ role: 'user', content: 'Hi' }] }).then((answer) => console.log(answer.id));`;
const MAKE = `const client = new OpenAI({ apiKey: 'k', baseURL: process.env.PROVIDER_URL + '/v1' });`;

/** Both sockets that agents use: the one of `ws`, and the global one. */
const TALK = `
  const request = JSON.stringify({ type: 'response.create', model: 'gpt-5', input: 'Hi' });
  const ask = (socket) => {
    socket.addEventListener('open', () => socket.send(request));
    socket.addEventListener('message', ({ data }) => String(data).includes('response.completed') && socket.close());
    return new Promise((resolve) => socket.addEventListener('close', resolve));
  };
  const url = process.env.SOCKET_URL.replace('http', 'ws') + '/responses';
  Promise.all([ask(new WS.WebSocket(url)), ask(new WebSocket(url))]).then(() => console.log('done'));`;

describe('node --import @subtext/sdk/register', () => {
  it.each(['module', 'commonjs'] as const)('records the WebSockets of an application: %s', async (kind) => {
    const sockets = await startSocketServer();
    const answer = (id: string) => eventsOf(wire.responsesStream({ id, summary: THOUGHT, text: 'Hello.' }));
    sockets.next(answer('resp_1'), answer('resp_2'));
    const load = kind === 'module' ? `import * as WS from 'ws';` : `const WS = require('ws');`;
    expect(await run(kind, load + TALK, { SOCKET_URL: sockets.url })).toEqual([0, 'done\n']);
    expect(received().match(/chat gpt-5/g)).toHaveLength(2);
    expect(new Set(received().match(/resp_[12]/g))).toEqual(new Set(['resp_1', 'resp_2']));
    await sockets.close();
  });

  it('records the calls of an ESM application', async () => {
    expect(await run('module', `import OpenAI from 'openai'; ${MAKE} ${ASK}`)).toEqual([0, 'chatcmpl-test\n']);
    expect(generations()).toHaveLength(1);
    expect(received()).toContain(THOUGHT);
  });

  it('records the calls of a CommonJS application', async () => {
    expect(await run('commonjs', `const OpenAI = require('openai'); ${MAKE} ${ASK}`)).toEqual([0, 'chatcmpl-test\n']);
    expect(generations()).toHaveLength(1);
  });

  it('counts a call once that the application observes, too', async () => {
    const script = `import OpenAI from 'openai'; import { observe } from ${SDK}; ${MAKE.replace('new OpenAI(', 'observe(new OpenAI(').replace(');', '));')} ${ASK}`;
    expect(await run('module', script)).toEqual([0, 'chatcmpl-test\n']);
    expect(generations()).toHaveLength(1);
  });

  it('counts a call once that an observed client sends by the global fetch', async () => {
    const script = `import { Mistral } from '@mistralai/mistralai'; import { observe } from ${SDK};
      const { chat } = observe(new Mistral({ apiKey: 'k', serverURL: process.env.PROVIDER_URL }));
      console.log((await chat.complete({ model: 'test-model', messages: [{ role: 'user', content: 'Hi' }] })).id);`;
    expect(await run('module', script)).toEqual([0, 'chatcmpl-test\n']);
    expect(generations()).toHaveLength(1);
  });

  it('ignores other requests, and does not affect a process without model calls', async () => {
    const script = `const response = await fetch(process.env.PROVIDER_URL + '/other', { method: 'POST', body: '{"a":1}' });
      console.log(await response.text(), fetch.name, fetch.length);`;
    expect(await run('module', script)).toEqual([0, `{"ok":true} fetch ${fetch.length}\n`]);
    expect(await run('commonjs', `console.log(process.listenerCount('SIGINT'))`)).toEqual([0, '0\n']);
    expect(subtext.requests).toEqual([]);
  });

  it('withholds what the environment configures', async () => {
    const script = `import OpenAI from 'openai'; ${MAKE} ${ASK}`;
    await run('module', script, { SUBTEXT_CAPTURE: 'reasoning=none' });
    expect(generations()).toHaveLength(1);
    expect(received()).not.toContain(THOUGHT);
  });

  it('sends nothing where OpenTelemetry is off', async () => {
    const script = `import OpenAI from 'openai'; ${MAKE} ${ASK}`;
    expect(await run('module', script, { OTEL_SDK_DISABLED: 'true' })).toEqual([0, 'chatcmpl-test\n']);
    expect(subtext.requests).toEqual([]);
  });

  it('warns once about an invalid value, and withholds', async () => {
    const script = `import OpenAI from 'openai'; ${MAKE} ${ASK}`;
    const [code, output] = await run('module', script, { SUBTEXT_CAPTURE: 'thoughts=none' });
    expect(code).toBe(0);
    expect(output.match(/\[subtext\]/g)).toHaveLength(1);
    expect(output).toMatch(/SUBTEXT_CAPTURE is not understood at "thoughts=none"/);
    expect(generations()).toHaveLength(1);
    expect(received()).not.toContain(THOUGHT);
  });

  it('observes a global fetch that cannot be replaced in its transport', async () => {
    const frozen = `data:text/javascript,Object.defineProperty(globalThis,'fetch',{value:fetch,writable:false,configurable:false})`;
    const script = `import OpenAI from 'openai'; ${MAKE} ${ASK}`;
    expect(await run('module', script, { NODE_OPTIONS: `--import ${frozen}` })).toEqual([0, 'chatcmpl-test\n']);
    expect(generations()).toHaveLength(1);
    expect(received()).toContain(THOUGHT);
  });

  const CEREBRAS = `import { Cerebras } from '@cerebras/cerebras_cloud_sdk'; import { observe } from ${SDK};
    const client = new Cerebras({ apiKey: 'k', baseURL: process.env.PROVIDER_URL, warmTCPConnection: false });`;
  it.each([
    ['bare', CEREBRAS],
    ['observed', `${CEREBRAS} observe(client);`],
  ])('records a call of a client that brings node-fetch once: %s', async (_, script) => {
    expect(await run('module', `${script} ${ASK}`)).toEqual([0, 'chatcmpl-test\n']);
    expect(generations()).toHaveLength(1);
    expect(received()).toContain(THOUGHT);
  });

  it('puts the calls of all transports into the run in which they are made, under its active span', async () => {
    const script = `import { request } from 'undici'; import axios from 'axios'; import { trace } from ${SDK};
      const url = process.env.PROVIDER_URL + '/v1/chat/completions';
      const body = (content) => ({ model: 'test-model', messages: [{ role: 'user', content }] });
      await Promise.all(['left', 'right'].map((name) => trace(name, async () => {
        await axios.post(url, body(name + ' axios'));
        await (await request(url, { method: 'POST', body: JSON.stringify(body(name + ' undici')) })).body.text();
      })));`;
    expect(await run('module', script)).toEqual([0, '']);
    const spans = subtext.requests.flatMap(({ bytes }) => spansIn(bytes));
    const calls = spans.filter(({ name }) => name === 'chat test-model');
    expect(calls).toHaveLength(4);
    for (const { attributes, parentId } of calls) {
      const [, run] = /(left|right) (?:axios|undici)/.exec(attributes) ?? [];
      expect(spans.find(({ spanId }) => spanId === parentId)?.name).toBe(`invoke_agent ${run}`);
    }
  });

  it('names the host of model calls that could not be read, once, when the process ends', async () => {
    const script = `import { request } from 'node:http';
      const url = process.env.PROVIDER_URL + '/v1/chat/completions';
      const sent = request(url, { method: 'POST' }, (response) => response.resume().on('end', () => console.log('answered')));
      sent.end('model=test-model');
      await fetch(url, { method: 'POST', body: '{"model":"test-model","messages":[]}' });`;
    const [code, output] = await run('module', script);
    expect(code).toBe(0);
    expect(output).toContain('answered');
    expect(output.match(/\[subtext\]/g)).toHaveLength(1);
    expect(output).toContain(`${new URL(provider.url).host} (1 call). Give observe() the client`);
    expect(generations()).toHaveLength(1);
  });

  it('says nothing about other requests of node:http', async () => {
    const script = `import { request } from 'node:http';
      request(process.env.PROVIDER_URL + '/other', { method: 'POST' }, (response) => response.resume().on('end', () => console.log('answered'))).end('{}');`;
    expect(await run('module', script)).toEqual([0, 'answered\n']);
  });
});
