import { createServer, type Server } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { LOOPBACK, PORTS, freePort, requireFreePort } from './ports.ts';

let holder: Server | undefined;
afterEach(() => void holder?.close());

function hold(): Promise<number> {
  return new Promise((resolve) => {
    holder = createServer();
    holder.listen(0, LOOPBACK, () => resolve((holder!.address() as { port: number }).port));
  });
}

describe('ports', () => {
  it('takes a free port without a word', async () => {
    await requireFreePort(await freePort(), PORTS.port);
  });

  it('says of a taken port which, who might hold it, and how to choose another', async () => {
    const port = await hold();
    await expect(requireFreePort(port, PORTS.port)).rejects.toThrow(
      `Port ${port} is taken, perhaps by another web app in development. The web UI needs it: ` +
        `stop what holds it, or choose another with \`npm start -- --port ${port + 1}\`.`,
    );
  });

  it('waits for a port that an earlier start still holds', async () => {
    const port = await hold();
    const waiting = requireFreePort(port, PORTS.port, 20_000);
    // it was, while the other began to wait
    await expect(requireFreePort(port, PORTS.port)).rejects.toThrow('is taken');
    holder!.close();
    await waiting;
  });
});
