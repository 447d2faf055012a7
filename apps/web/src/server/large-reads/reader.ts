/**
 * The entry of a process that reads large traces: it has its own event loop, its own connections and a limit of heap,
 * and serves one read at a time over HTTP on file descriptor 3, a socket that it shares with the web process. It ends
 * when the web process does, which also kills it to end a read. Node runs it from its source, so nothing that it
 * imports may need a bundler.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setPriority } from 'node:os';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { serialize } from 'node:v8';
import { connect, sqlState } from '@subtext/db';
import { documentStream } from './document-stream.ts';
import { READER_SOCKET, type ReadFailure, type ReadRequest } from './reader-protocol.ts';
import { VALUES } from './reads.ts';

/** The event loop of the web process, and all else on the machine, has priority over this process. */
const NICE = 10;
const STATEMENT_TIMEOUT_MS = 60_000;
/** A cursor, lookups for its rows, and one more for statements that run beside each other. */
const CONNECTIONS = 3;

setPriority(NICE);
const sql = connect(process.env.DATABASE_URL!, {
  max: CONNECTIONS,
  applicationName: 'subtext web reader',
  statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  endsWithClient: true,
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const read = (await json(request)) as ReadRequest;
  if (read.kind === 'value') {
    // Unlike JSON, it is parsed within milliseconds, even with long strings.
    response.end(serialize(await VALUES[read.name](sql, read.key, read.input)));
    return;
  }
  const document = documentStream(sql, read);
  // Waits, so that a failure before the first byte gets its own status.
  await once(document, 'readable');
  await pipeline(document, response);
}

function fail(response: ServerResponse, error: unknown): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const failure: ReadFailure = {
    message: error instanceof Error ? error.message : String(error),
    code: sqlState(error),
  };
  response.writeHead(500).end(serialize(failure));
}

const server = createServer(
  { keepAliveTimeout: 0, requestTimeout: 0 },
  (request, response) => void answer(request, response).catch((error: unknown) => fail(response, error)),
);
const socket = new Socket({ fd: READER_SOCKET });
socket.once('close', () => process.exit());
server.emit('connection', socket);
