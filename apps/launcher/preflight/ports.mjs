// Loopback ports: whether a port is free, and the message when it is taken. Plain JavaScript for Node 20, because it
// also runs before the install.
import { createServer } from 'node:net';

export const LOOPBACK = '127.0.0.1';

/** The ports of `npm start`, by the property of its options that names each. */
export const PORTS = {
  port: {
    option: '--port',
    usual: 3000,
    purpose: 'The web UI',
    usualHolder: 'another web app in development',
  },
  ingestPort: {
    option: '--ingest-port',
    usual: 4318,
    purpose: 'Ingest',
    usualHolder: 'another OpenTelemetry collector',
  },
  grpcPort: {
    option: '--grpc-port',
    usual: 4317,
    purpose: 'Ingest by gRPC',
    usualHolder: 'another OpenTelemetry collector',
  },
};

/** The sentence that says why nothing can listen on `port`, and what to do; undefined = it is free. */
export async function portProblem(port, { option, purpose, usualHolder }) {
  const error = await listenOnce(port).then(
    () => undefined,
    (reason) => reason,
  );
  if (error === undefined) return undefined;
  if (error.code === 'EADDRINUSE') {
    const other = port < 65_535 ? port + 1 : port - 1;
    return (
      `Port ${port} is taken, perhaps by ${usualHolder}. ${purpose} needs it: ` +
      `stop what holds it, or choose another with \`npm start -- ${option} ${other}\`.`
    );
  }
  if (error.code === 'EADDRNOTAVAIL') {
    return `This machine has no ${LOOPBACK}, where all of Subtext listens: add it with \`ip link set lo up && ip addr add ${LOOPBACK}/8 dev lo\`.`;
  }
  return `${purpose} cannot listen on ${LOOPBACK}:${port} (${error.message}). Choose another port with ${option}.`;
}

/** Resolves to the port, which is free again. 0 = any. */
export function listenOnce(port) {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, LOOPBACK, () => {
      const address = server.address();
      server.close(() => resolve(address.port));
    });
  });
}
