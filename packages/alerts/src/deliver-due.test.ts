// The outbox against real servers on loopback.
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  alertDeliveries,
  claimDeliveries,
  createAlertDestination,
  ensureProject,
  queueAlertMessage,
  type NewAlertDestination,
} from '@subtext/db';
import { createTestDatabase, type TestDatabase } from '@subtext/db/testing';
import { ALLOWED_ADDRESSES, type MailServer } from '@subtext/outbound';
import { SMTPServer } from 'smtp-server';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { deliverDue } from './deliver-due.ts';
import { testMessage, type AlertMessage } from './message.ts';
import { newWebhookSecret } from './signature.ts';

const LOOPBACK = ALLOWED_ADDRESSES.parse('127.0.0.1');
const AT = new Date('2026-11-20T11:00:00Z');

let database: TestDatabase;
let projectId: string;
let projects = 0;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  projects += 1;
  projectId = (await ensureProject(database.sql, { slug: `p${projects}`, name: 'Shop' })).id;
});

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

interface Received {
  headers: IncomingMessage['headers'];
  body: string;
}

/** Answers with these statuses, one after the other, and then with 204. */
async function receiver(...statuses: number[]) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    void request
      .setEncoding('utf8')
      .toArray()
      .then((pieces) => {
        received.push({ headers: request.headers, body: pieces.join('') });
        const status = statuses.shift() ?? 204;
        response.writeHead(status).end(status === 204 ? undefined : `answer ${status}\0`);
      });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  closing.push(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received };
}

async function queue(destination: Partial<NewAlertDestination>, message: Partial<AlertMessage> = {}): Promise<void> {
  const whole = { name: 'Receiver', kind: 'webhook', address: '', secret: null, ...destination } as const;
  const id = await createAlertDestination(database.sql, projectId, whole);
  const test = testMessage({ slug: 'shop', name: 'Shop' }, { at: AT, webUrl: 'https://subtext.example.com' });
  const sent = { destinations: [id!], eventId: null, message: { ...test, ...message } };
  await queueAlertMessage(database.sql, projectId, sent);
}

const deliver = (mail?: MailServer) => deliverDue(database.sql, { allowed: LOOPBACK, mail });

/** Makes what waits for its next attempt due. */
const later = () => database.sql`
  UPDATE alert_deliveries SET next_attempt_at = now() - interval '1 second' WHERE next_attempt_at IS NOT NULL`;

const delivery = async () => (await alertDeliveries(database.sql, projectId, 10))[0]!;

it('signs a webhook, so that a receiver can check it with the library of the standard', async () => {
  const { url, received } = await receiver(200);
  const secret = newWebhookSecret();
  await queue({ address: url, secret });
  expect(await deliver()).toBe(1);
  const [{ headers, body }] = received as [Received];
  const checked = new Webhook(secret).verify(body, headers as Record<string, string>);
  expect(checked).toMatchObject({ type: 'alert.test', project: { slug: 'shop' }, id: (await delivery()).id });
  expect(() => new Webhook(newWebhookSecret()).verify(body, headers as Record<string, string>)).toThrow();
  expect(await delivery()).toMatchObject({ lastStatus: 200, attempts: 1, nextAttemptAt: null });
  expect((await delivery()).deliveredAt).toBeInstanceOf(Date);
});

it('sends again with the same id and growing delay until the receiver takes it, and then no more', async () => {
  const { url, received } = await receiver(500, 302, 204);
  await queue({ address: url, secret: newWebhookSecret() });
  const delays: number[] = [];
  for (let attempt = 0; attempt < 4; attempt += 1) {
    await deliver();
    const { nextAttemptAt } = await delivery();
    delays.push(nextAttemptAt ? Math.round((nextAttemptAt.getTime() - Date.now()) / 60_000) : 0);
    await later();
  }
  expect(delays).toEqual([1, 2, 0, 0]);
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(received).toHaveLength(3);
});

it('writes down the answer of a failure', async () => {
  const { url } = await receiver(500);
  await queue({ address: url, secret: newWebhookSecret() });
  await deliver();
  expect(await delivery()).toMatchObject({ lastStatus: 500, lastAnswer: 'answer 500 ', deliveredAt: null });
});

it('loses nothing while a webhook is down, and gives up after a day', async () => {
  const { url } = await receiver();
  closing.splice(0)[0]!();
  await queue({ address: url, secret: newWebhookSecret() });
  await deliver();
  expect(await delivery()).toMatchObject({ lastStatus: null, deliveredAt: null });
  expect((await delivery()).lastAnswer).toContain('ECONNREFUSED');
  await later();
  await database.sql`UPDATE alert_deliveries SET created_at = now() - interval '23 hours 59 minutes 30 seconds'`;
  await deliver();
  expect(await delivery()).toMatchObject({ attempts: 2, nextAttemptAt: null, deliveredAt: null });
});

it('sends again what a process had begun to send when it was killed', async () => {
  const { url, received } = await receiver();
  await queue({ address: url, secret: newWebhookSecret() });
  // The killed process: it has the message, and may have sent it.
  expect(await claimDeliveries(database.sql)).toHaveLength(1);
  expect(await deliver()).toBe(0);
  await later();
  expect(await deliver()).toBe(1);
  expect([received.length, (await delivery()).attempts]).toEqual([1, 2]);
});

it('sends each message once, although several processes deliver', async () => {
  const { url, received } = await receiver();
  for (let index = 0; index < 5; index += 1) await queue({ address: url, secret: newWebhookSecret() });
  await Promise.all([deliver(), deliver(), deliver()]);
  await deliver();
  expect(received).toHaveLength(5);
});

it('ends with a receiver that is gone', async () => {
  const { url } = await receiver(410);
  await queue({ address: url, secret: newWebhookSecret() });
  await deliver();
  expect(await delivery()).toMatchObject({ lastStatus: 410, nextAttemptAt: null, deliveredAt: null });
});

it('writes a message for Slack, in which no name is a mention or a link', async () => {
  const { url, received } = await receiver(200);
  const rule = { id: '00000000-0000-4000-8000-000000000001', name: '<!channel> & more', condition: '' };
  await queue({ kind: 'slack', address: url }, { type: 'alert.firing', rule, text: 'Spend of <https://evil|x>' });
  await deliver();
  expect(JSON.parse(received[0]!.body)).toEqual({
    text: '*Firing: &lt;!channel&gt; &amp; more (Shop)*\nSpend of &lt;https://evil|x&gt;\n<https://subtext.example.com/p/shop/settings/alerts|Open in Subtext>',
  });
});

it('mails, with an id that is the same for every attempt', async () => {
  const mails: string[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, _session, answer) {
      void stream.toArray().then((pieces: Buffer[]) => {
        mails.push(Buffer.concat(pieces).toString());
        answer(mails.length === 1 ? new Error('Try again') : null);
      });
    },
  });
  const server = smtp.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => smtp.close());
  const mail = { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, from: 'subtext@example.com' };
  await queue({ kind: 'mail', address: 'ada@example.com' });
  await deliver(mail);
  await later();
  await deliver(mail);
  const { id, deliveredAt } = await delivery();
  expect(deliveredAt).toBeInstanceOf(Date);
  expect(mails.map((text) => /Message-ID: <(.*)@subtext>/.exec(text)?.[1])).toEqual([id, id]);
  expect(mails[1]).toContain('Subject: Test: Shop');
});

it('says that no mail server is configured', async () => {
  await queue({ kind: 'mail', address: 'ada@example.com' });
  await deliver();
  expect((await delivery()).lastAnswer).toContain('SMTP_URL');
});

it('sends nothing to this machine unless the operator allows it', async () => {
  const { url, received } = await receiver();
  await queue({ address: url, secret: newWebhookSecret() });
  await deliverDue(database.sql, { allowed: [], mail: undefined });
  expect([received, (await delivery()).lastAnswer]).toEqual([[], expect.stringContaining('private network')]);
});
