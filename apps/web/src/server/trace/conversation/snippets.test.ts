// The programs really run: a shell with curl, Node and Python send a request over a socket, and what arrives is the
// body.
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  type ApiName,
  conversation,
  REPLAY_TARGETS,
  replayTarget,
  type RequestAddress,
  type TracedGeneration,
} from '@subtext/reasoning';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SNIPPETS, type SnippetName } from './snippets.ts';

const run = promisify(execFile);
/** Ends strings, here-documents and templates of all three languages where they are not escaped. */
const HOSTILE = `'''\nJSON\n"""\${process.exit(7)} $(exit 7) \`exit 7\` {os.abort()} \\u0027 \\' "; \u2028 😀 it's`;
const RUNNERS: Readonly<Record<SnippetName, readonly [command: string, ending: string]>> = {
  curl: ['sh', 'sh'],
  typescript: [process.execPath, 'mts'],
  python: ['python3', 'py'],
};

interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: unknown;
}

let folder: string;
let received: Received[] = [];
let status = 200;
const server = createServer((request, response) => {
  let text = '';
  request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  request.on('end', () => {
    received.push({ path: request.url ?? '', headers: request.headers, body: JSON.parse(text) });
    response.writeHead(status, { 'content-type': 'application/json' }).end('{"answer":"für 😀"}');
  });
});
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'snippets-'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

/** One turn that called a tool, whose texts try to leave the program. */
const ANSWERED: TracedGeneration = {
  origin: { api: 'anthropic.messages', provider: 'anthropic', model: 'claude-opus-4-8' },
  system: [HOSTILE],
  messages: [{ role: 'user', parts: [{ kind: 'text', key: 't', text: HOSTILE }] }],
  output: [
    {
      ...{ kind: 'tool_call', id: 'c1', name: 'look', type: 'function', itemType: 'tool_use' },
      arguments: JSON.parse(`{"__proto__":1,"text":${JSON.stringify(HOSTILE)},"yes":true,"no":null}`) as unknown,
    },
  ],
  toolResults: [{ callId: 'c1', result: HOSTILE, isError: false }],
};

function requestFor(target: RequestAddress, model: string) {
  const { api, provider } = target;
  const origin = { api: api as ApiName, model, ...(provider && { provider }) };
  return { target, model, body: { ...conversation([ANSWERED], { target: origin }).body, ...target.needs } };
}

/** Runs the program against this server: the only change is the host of the address. */
async function send(name: SnippetName, request: ReturnType<typeof requestFor>) {
  const { port } = server.address() as AddressInfo;
  const [command, ending] = RUNNERS[name];
  const program = [...SNIPPETS[name](request)].join('');
  const { origin } = new URL(request.target.url.replaceAll('$', ''));
  const given = request.target.url.slice(0, origin.length + (request.target.url.includes('$') ? 1 : 0));
  const named = name === 'typescript' ? '${process.env.$1}' : name === 'python' ? "{os.environ['$1']}" : '$$$1';
  const host = given.replaceAll(/\$([A-Z_]+)/g, named);
  expect(program).toContain(host);
  const file = join(folder, `resume.${ending}`);
  await writeFile(file, program.replace(host, `http://127.0.0.1:${port}`));
  const variables = [...program.matchAll(/\b([A-Z][A-Z_]*_(?:KEY|PAT|TOKEN\w*))\b/g)].map(([, variable]) => variable);
  const env = { PATH: process.env.PATH, ...Object.fromEntries(variables.map((one) => [one, 'the-key'])) };
  received = [];
  return run(command, [file], { env });
}

const hasCommand = (name: SnippetName): boolean =>
  spawnSync(name === 'curl' ? 'curl' : RUNNERS[name][0], ['--version']).status === 0;

describe.each(Object.keys(SNIPPETS) as SnippetName[])('the program for %s', (name) => {
  const runs = hasCommand(name);

  it.runIf(runs).each([
    ['openai.chat/openai', '/v1/chat/completions', { authorization: 'Bearer the-key' }],
    ['openai.responses/openai', '/v1/responses', { authorization: 'Bearer the-key' }],
    ['anthropic.messages/anthropic', '/v1/messages', { 'x-api-key': 'the-key', 'anthropic-version': '2023-06-01' }],
    [
      'gemini.generateContent/google',
      '/v1beta/models/the%27%3B%24model:generateContent',
      { 'x-goog-api-key': 'the-key' },
    ],
  ])('sends the conversation to %s, and shows the answer', async (id, path, headers) => {
    const request = requestFor(replayTarget(id)!, `the';$model`);
    const { stdout } = await send(name, request);
    expect(JSON.parse(stdout)).toEqual({ answer: 'für 😀' });
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({ path, headers: { ...headers, 'content-type': 'application/json' } });
    // As texts: an own field named __proto__ is not compared otherwise.
    expect(JSON.stringify(received[0]!.body)).toBe(JSON.stringify(request.body));
    expect(JSON.stringify(request.body)).toContain('__proto__');
  });

  it.runIf(runs && name !== 'curl')('ends with the error of the provider', async () => {
    status = 401;
    const sent = send(name, requestFor(replayTarget('openai.chat/groq')!, 'a-model'));
    await expect(sent).rejects.toMatchObject({ stderr: expect.stringContaining('401: {"answer"') as string });
    status = 200;
  });

  it('has a complete address and a model for every provider, and reads what only the user knows', () => {
    for (const target of REPLAY_TARGETS) {
      const program = [...SNIPPETS[name](requestFor(target, 'a-model'))].join('');
      expect(program).toContain('a-model');
      expect(program).not.toContain('{model}');
      for (const [, variable] of `${target.url} ${target.headers.join(' ')}`.matchAll(/\$([A-Z_]+)/g))
        expect(program.split(variable!).length, `${target.id} ${variable}`).toBeGreaterThan(name === 'curl' ? 1 : 2);
    }
  });
});
