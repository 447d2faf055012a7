/** Clients of the web app that ask at the same time, and read what they are answered. */
import { setTimeout as delay } from 'node:timers/promises';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { WebStage } from './web-stage.ts';

/** No case is let run longer. */
export const GIVEN_UP_MS = 120_000;

export interface Reading {
  /** 0: not answered, or broken off. */
  status: number;
  bytes: number;
  retryAfter: string | null;
}

interface Ask {
  path: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

export async function read(stage: WebStage, { path, headers, signal }: Ask): Promise<Reading> {
  const ends = AbortSignal.any([AbortSignal.timeout(GIVEN_UP_MS), ...(signal ? [signal] : [])]);
  let bytes = 0;
  try {
    const answer = await fetch(stage.url + path, { headers, signal: ends, redirect: 'manual' });
    for await (const piece of answer.body ?? []) bytes += (piece as Uint8Array).length;
    return { status: answer.status, bytes, retryAfter: answer.headers.get('retry-after') };
  } catch {
    return { status: 0, bytes, retryAfter: null };
  }
}

export const readAtOnce = (stage: WebStage, count: number, ask: Ask): Promise<Reading[]> =>
  Promise.all(Array.from({ length: count }, () => read(stage, ask)));

export const withKey = ({ attacker }: WebStage) => ({ authorization: `Bearer ${attacker.key}` });
export const withSession = ({ cookie }: WebStage) => ({ cookie });

export const procedure = (name: string, input: object): string =>
  `/api/trpc/${name}?input=${encodeURIComponent(JSON.stringify({ json: input }))}`;

const PIECE = Buffer.alloc(64 * 1024);

function* zeros(bytes: number): Generator<Buffer> {
  for (let left = bytes; left > 0; left -= PIECE.length) yield PIECE.subarray(0, Math.min(left, PIECE.length));
}

/**
 * Sends so much of a body that says it is longer, and stays connected. Resolves, at the latest after `waitMs`, to the
 * first line of an answer.
 */
export function unfinished(stage: WebStage, { path, bytes, waitMs }: { path: string; bytes: number; waitMs: number }) {
  const socket = connect(stage.web.port, '127.0.0.1');
  const head = [
    `POST ${path} HTTP/1.1`,
    `host: 127.0.0.1:${stage.web.port}`,
    'content-type: application/x-www-form-urlencoded',
    `content-length: ${bytes + 1}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  // In pieces, as the server takes them, because whole bodies would block this process, which also measures the others.
  pipeline(Readable.from(zeros(bytes)), socket, { end: false }).catch(() => {});
  const line = new Promise<string>((resolve) => {
    socket.once('data', (piece) => resolve(piece.toString('latin1').split('\r\n')[0]!));
    socket.once('error', () => resolve('hung up'));
    socket.once('close', () => resolve('hung up'));
    void delay(waitMs, undefined, { ref: false }).then(() => resolve('no answer'));
  });
  return { line, close: () => socket.destroy() };
}
