// Loopback ports: is one free, which one is free, and what to tell a person when one is taken.
import { createServer } from 'node:net';
import { UserError } from './user-error.ts';

export const LOOPBACK = '127.0.0.1';

export interface PortWish {
  port: number;
  /** What will listen there: `The web UI`. */
  purpose: string;
  /** The command line option that chooses another. */
  option: string;
  /** Who usually sits on the default port. */
  usualHolder: string;
}

/** @throws UserError when somebody listens there. */
export async function requireFreePort(wish: PortWish): Promise<void> {
  const error = await listenOnce(wish.port).then(
    () => undefined,
    (reason: NodeJS.ErrnoException) => reason,
  );
  if (error === undefined) return;
  if (error.code === 'EADDRINUSE') {
    throw new UserError(
      `Port ${wish.port} is taken, perhaps by ${wish.usualHolder}. ${wish.purpose} needs it: ` +
        `stop what holds it, or choose another with \`npm start -- ${wish.option} ${wish.port + 1}\`.`,
    );
  }
  throw new UserError(
    `${wish.purpose} cannot listen on ${LOOPBACK}:${wish.port} (${error.message}). Choose another with ${wish.option}.`,
  );
}

/** A port that was free a moment ago. */
export function freePort(): Promise<number> {
  return listenOnce(0);
}

function listenOnce(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, LOOPBACK, () => {
      const address = server.address();
      server.close(() => resolve(address !== null && typeof address === 'object' ? address.port : port));
    });
  });
}
