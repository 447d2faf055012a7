/** Connections that break: between ingest and PostgreSQL, and between senders and ingest. */
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { jsonRequest, jsonSpan } from '../src/testing/otlp-json.ts';
import { settles, type Fault, type Stage } from './fault.ts';

/**
 * A connection to PostgreSQL is cut after this many bytes: in its startup message, in a statement, or between rows.
 */
const CUT_AFTER = [0, 9, 100, 1_500, 9_000, 40_000];

export const CONNECTIONS: readonly Fault[] = [
  {
    name: 'commit unanswered',
    what: 'The connection to PostgreSQL is cut after a commit reached the server and before its response: senders send stored spans again.',
    answers: [503],
    async strike({ system, scale }) {
      // A commit is recognized by its text, which only a new connection sends.
      const lost = system.proxy.loseCommits(scale.blows * 2);
      system.proxy.cutAll();
      await lost;
    },
  },
  {
    name: 'statement cut',
    what: 'The connection to PostgreSQL is cut while ingest sends its startup message, a statement or rows.',
    answers: [503],
    async strike({ system, scale, ledger }) {
      for (const bytes of CUT_AFTER) {
        const cut = system.proxy.cutAfter(bytes, scale.blows);
        system.proxy.cutAll();
        await cut;
        await ledger.acknowledges(5);
      }
    },
  },
  {
    name: 'connection frozen',
    what: 'Open connections to PostgreSQL stay open but carry no more data, as when a machine or a cable fails; new connections work.',
    answers: [0, 503],
    async strike({ system, ledger }) {
      system.proxy.freezeOpen();
      await ledger.acknowledges(12);
    },
  },
  {
    name: 'body cut off',
    what: 'Senders disconnect in the middle of their requests, again and again: nothing from these requests is stored, and other senders are served.',
    answers: [],
    async strike(stage) {
      const before = await spansOf(stage, HALF_SENT);
      for (let count = 0; count < stage.scale.blows * 20; count += 1) await sendHalf(stage, count);
      await stage.ledger.acknowledges(6);
      stage.expect((await spansOf(stage, HALF_SENT)) === before, 'a request that was cut off left spans');
    },
  },
  {
    name: 'slow clients',
    what: 'A thousand clients send one byte a second, while other senders are served within two seconds.',
    answers: [],
    strike: slowClients,
  },
];

const HALF_SENT = 'half sent';

async function spansOf({ system }: Stage, name: string): Promise<number> {
  const [row] = await system.sql<{ count: number }[]>`SELECT count(*)::int AS count FROM spans WHERE name = ${name}`;
  return row!.count;
}

/** Opens a connection and sends a request's head. */
async function begin({ system }: Stage, length: number): Promise<Socket> {
  const socket = connect(system.port, '127.0.0.1');
  // Ingest may close it at any time.
  socket.on('error', () => {});
  await once(socket, 'connect');
  const key = system.projects[0].key;
  socket.write(
    `POST /v1/traces HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nx-api-key: ${key}\r\ncontent-length: ${length}\r\n\r\n`,
  );
  return socket;
}

async function sendHalf(stage: Stage, count: number): Promise<void> {
  const body = JSON.stringify(jsonRequest([jsonSpan({ name: HALF_SENT })]));
  const socket = await begin(stage, body.length);
  await new Promise((resolve) => socket.write(body.slice(0, (count * 37) % body.length) || '{', resolve));
  if (count % 2 === 0) socket.resetAndDestroy();
  else socket.destroy();
}

async function slowClients(stage: Stage): Promise<void> {
  const { ledger, scale, expect } = stage;
  const sockets: Socket[] = [];
  for (let count = 0; count < scale.slowClients; count += 1) sockets.push(await begin(stage, 1_000_000));
  const timer = setInterval(() => sockets.forEach((socket) => socket.write(randomBytes(1))), 1_000);
  ledger.slowest = 0;
  const served = ledger.acknowledgedRequests;
  await delay(scale.slowMs);
  expect(ledger.acknowledgedRequests - served >= 10, 'others were hardly served');
  expect(ledger.slowest < scale.servedWithinMs, `others waited ${Math.round(ledger.slowest)} ms for their answer`);
  expect(await settles(stage.system, 200), '/readyz says that it is not ready');
  clearInterval(timer);
  for (const socket of sockets) socket.destroy();
}
