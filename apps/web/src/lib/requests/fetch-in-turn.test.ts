import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { fetchInTurn } from './fetch-in-turn.ts';
import { showToasts, type ToastMessage } from '../toast.ts';

let server: Server | undefined;
afterEach(() => void server?.close());

/** Answers with each of the statuses in turn. */
async function answering(...statuses: number[]): Promise<string> {
  server = createServer((_request, response) => {
    const status = statuses.shift() ?? 500;
    const headers: Record<string, string> = status === 429 ? { 'retry-after': '1' } : {};
    response.writeHead(status, headers).end(status === 200 ? 'the file' : 'the reason');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

it('requests again when the server says so, and shows the user one message', async () => {
  const shown: ToastMessage[] = [];
  const stop = showToasts((message) => shown.push(message));
  const answer = await fetchInTurn(await answering(429, 429, 200));
  expect(await answer.text()).toBe('the file');
  expect(shown).toEqual([{ title: 'Many requests of this project are running', description: 'Trying again in 1 s.' }]);
  stop();
});

it('says why there is no answer', async () => {
  await expect(fetchInTurn(await answering(404))).rejects.toThrow('the reason');
});
