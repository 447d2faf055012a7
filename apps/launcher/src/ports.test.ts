import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { LOOPBACK, freePort, requireFreePort } from './ports.ts';

const wish = { purpose: 'The web UI', option: '--port', usualHolder: 'another web app' };

describe('ports', () => {
  it('takes a free port without a word', async () => {
    await requireFreePort({ ...wish, port: await freePort() });
  });

  it('says of a taken port which, who might hold it, and how to choose another', async () => {
    const holder = createServer();
    const port = await new Promise<number>((resolve) => {
      holder.listen(0, LOOPBACK, () => resolve((holder.address() as { port: number }).port));
    });
    await expect(requireFreePort({ ...wish, port })).rejects.toThrow(
      `Port ${port} is taken, perhaps by another web app. The web UI needs it: ` +
        `stop what holds it, or choose another with \`npm start -- --port ${port + 1}\`.`,
    );
    holder.close();
  });
});
