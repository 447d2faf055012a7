/** Runs in a thread that threads.ts starts: an exporter that answers messages. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parentPort, workerData } from 'node:worker_threads';
import { exporterHere, type ExporterFigures, type ExporterOptions, type ExportResult } from './index.ts';
import { CLOSE, sentError, type FromThread, type ToThread } from './messages.ts';

const exporter = exporterHere(workerData as ExporterOptions, (observation) => reply({ observation }));
const delay = monitorEventLoopDelay();
delay.enable();

function reply(answer: FromThread): void {
  parentPort?.postMessage(answer);
}

parentPort?.on('message', (message: ToThread) => {
  // With the port closed nothing keeps the thread alive.
  if (message === CLOSE) return void exporter.close().finally(() => parentPort?.close());
  const { id } = message;
  if ('figures' in message) return void figures().then((found) => reply({ id, figures: found }));
  const { delivery } = message;
  const pieces = delivery.pieces.map((bytes) => Buffer.from(bytes));
  exporter.export({ ...delivery, pieces }).then(
    (result: ExportResult) => reply({ id, result }),
    (error: unknown) => reply({ id, error: sentError(error) }),
  );
});

async function figures(): Promise<ExporterFigures> {
  const [here] = await exporter.figures();
  const eventLoopDelay = delay.max / 1e9;
  delay.reset();
  return { ...here!, thread: { eventLoopDelay, heapUsedBytes: process.memoryUsage().heapUsed } };
}
