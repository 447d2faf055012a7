/** In the place of exporter/thread.ts: answers with the size of the body, and dies of log records. */
import { parentPort } from 'node:worker_threads';
import { CLOSE, type FromThread, type ToThread } from '../exporter/messages.ts';

parentPort?.on('message', (message: ToThread) => {
  if (message === CLOSE) return parentPort?.close();
  if ('figures' in message) return;
  const { id, delivery } = message;
  if (delivery.signal === 'logs') process.exit(1);
  parentPort?.postMessage({
    id,
    result: { items: Buffer.concat(delivery.pieces.map((bytes) => Buffer.from(bytes))).length, partial: undefined },
  } satisfies FromThread);
});
