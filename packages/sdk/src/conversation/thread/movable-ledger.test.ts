/**
 * A ledger that moves: its behavior when the other side falls behind or is lost, and when something cannot be sent
 * there.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withContext } from '../../exchange/context.ts';
import type { Note } from './thread-messages.ts';
import { observeFetch } from '../../observe/observe.ts';
import { unpack } from './packed-notes.ts';
import type { Link, OpenLink } from './link.ts';
import { ledger, recorder } from '../recorder.ts';
import { troubles } from '../../platform/report.ts';
import { openPort, portToNowhere } from '../../testing/port.ts';
import { startReplayServer, type ReplayServer } from '../../testing/replay-server.ts';
import { collectSpans } from '../../testing/spans.ts';
import * as wire from '../../testing/wire.ts';

const BODY = JSON.stringify({ model: 'early', messages: [{ role: 'user', content: 'a secret' }] });
const spans = collectSpans();
const fetch = observeFetch();
let server: ReplayServer;

beforeAll(async () => {
  server = await startReplayServer();
  server.route(() => wire.chat({ text: 'Hello.', tools: [{ id: 'call_1', name: 'look', arguments: {} }] }));
});
beforeEach(() => spans.clear());
afterEach(() => ledger.moveBack());
afterAll(() => server.close());

async function ask(model: string, content = 'Hi'): Promise<void> {
  const body = JSON.stringify({ model, messages: [{ role: 'user', content }] });
  await (await fetch(`${server.url}/v1/chat/completions`, { method: 'POST', body })).text();
}

const names = async () => (await spans.all()).map(({ name }) => name);

describe('a ledger that has moved', () => {
  it('sends the keys of requests from before the move ahead of their answers', async () => {
    const notes: Note[] = [];
    const open: OpenLink = async (settings, events) => {
      const port = await openPort(settings, events);
      const post: Link['post'] = (message, transfer) => {
        if (message.kind === 'notes') notes.push(...unpack(message.values));
        port?.post(message, transfer);
      };
      return port && { ...port, post };
    };
    const headers = { authorization: 'Bearer sk-4fQ9zXb2Lm7c' };
    const asking = fetch(`${server.url}/v1/chat/completions`, { method: 'POST', body: BODY, headers });
    recorder.catchUp();
    await ledger.move(open);
    await (await asking).text();
    expect(await names()).toContain('chat early');
    expect(notes.map(({ kind }) => kind)).toEqual(['secrets', 'closed']);
    expect(notes[0]).toMatchObject({ secrets: expect.arrayContaining(['sk-4fQ9zXb2Lm7c']) as string[] });
  });

  it('stays while a call with a mask is in progress', async () => {
    const masked = observeFetch(globalThis.fetch, { mask: () => 'masked' });
    const asking = masked(`${server.url}/v1/chat/completions`, { method: 'POST', body: BODY });
    recorder.catchUp();
    await ledger.move(openPort);
    await (await asking).text();
    const attributes = JSON.stringify((await spans.all()).map((span) => span.attributes));
    expect(attributes).toContain('masked');
    expect(attributes).not.toContain('a secret');
    expect(ledger.isAway).toBe(false);
  });

  it('continues locally when its thread is lost, with the unsent notes and one warning', async () => {
    const { open, lose } = portToNowhere();
    await ledger.move(open);
    await ask('lost');
    recorder.catchUp();
    await new Promise(setImmediate);
    const flushed = recorder.flush();
    await ask('kept');
    recorder.catchUp();
    lose();
    await flushed;
    expect(ledger.isAway).toBe(false);
    await ask('later');
    expect((await names()).filter((name) => name.startsWith('chat'))).toEqual(['chat kept', 'chat later']);
    expect(troubles().get('thread')).toBe(1);
  });

  it('keeps a bounded number of calls for a thread that does not read, and counts the others', async () => {
    const { open, lose } = portToNowhere();
    await ledger.move(open);
    const large = 'x'.repeat(10 * 1024 * 1024);
    for (let number = 0; number < 8; number += 1) {
      await ask(`call-${number}`, large);
      recorder.catchUp();
    }
    expect(troubles().get('call dropped')).toBe(2);
    lose();
  });

  // This test is last, because what it leaves in the ledger can never be sent.
  it('moves back with what cannot be sent, and with pending calls', async () => {
    await ledger.move(openPort);
    await ask('sent');
    await recorder.settled();
    const unsendable = { session: 'one', metadata: { of: (() => 'nobody') as unknown as string } };
    await withContext(unsendable, () => ask('not-sent'));
    await recorder.settled();
    expect(ledger.isAway).toBe(false);
    expect(await names()).toEqual(['chat sent', 'chat not-sent', 'execute_tool look', 'execute_tool look']);
  });
});
