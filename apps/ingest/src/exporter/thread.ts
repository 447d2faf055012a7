/** What runs in a thread that threads.ts begins: an exporter, asked by messages. */
import { parentPort, workerData } from 'node:worker_threads';
import { exporterHere, type ExporterOptions, type ExportResult } from './index.ts';
import { CLOSE, sentError, type FromThread, type ToThread } from './messages.ts';

const exporter = exporterHere(workerData as ExporterOptions);

function reply(answer: FromThread): void {
  parentPort?.postMessage(answer);
}

parentPort?.on('message', (message: ToThread) => {
  // With the port closed nothing holds the thread.
  if (message === CLOSE) return void exporter.close().finally(() => parentPort?.close());
  const { id, delivery } = message;
  const pieces = delivery.pieces.map((bytes) => Buffer.from(bytes));
  exporter.export({ ...delivery, pieces }).then(
    (result: ExportResult) => reply({ id, result }),
    (error: unknown) => reply({ id, error: sentError(error) }),
  );
});
