// The web process: `node src/server/main.ts [--dev] [--hostname 127.0.0.1] [--port 3000]`. Next answers, behind the
// HTTP server of gate/.
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { readMetricsAccess } from '@subtext/metrics';
import next from 'next';
import { readEnv } from './env.ts';
import { createGate } from './gate/index.ts';

const { values } = parseArgs({
  options: {
    dev: { type: 'boolean', default: false },
    hostname: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string', default: '3000' },
  },
});
const { hostname, dev } = values;
const port = Number(values.port);

/** Exit codes of a process that a signal ended: 128 and the number of the signal. */
const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;

/** Answers in progress may end within this; live streams never end by themselves. */
const GRACE_MS = 3000;

async function main(): Promise<void> {
  const { trustedProxies, metricsToken } = readEnv();
  const server = createGate({
    handle: (request, response) => app.getRequestHandler()(request, response),
    isTrusted: trustedProxies,
    metricsAccess: readMetricsAccess(metricsToken),
    isDevelopment: dev,
  });
  const app = next({ dev, dir: path.join(import.meta.dirname, '..', '..'), hostname, port, httpServer: server });
  await app.prepare();
  await new Promise<void>((resolve, reject) => void server.once('error', reject).listen(port, hostname, resolve));
  console.log(`Ready on http://${hostname}:${port}`);
  const stop = async (code: number) => {
    const closed = new Promise((resolve) => void server.close(resolve));
    await Promise.race([closed, wait(dev ? 0 : GRACE_MS)]);
    await app.close();
    process.exit(code);
  };
  for (const [signal, code] of Object.entries(SIGNALS)) process.once(signal, () => void stop(code));
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
