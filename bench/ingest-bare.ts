/**
 * A minimal receiver that runs as its own process: decodes OTLP protobuf, inserts one row per span over two
 * connections, and answers after the commit. It has no authentication, validation, tool calls, prices or sums, so the
 * difference to ingest is the cost of these.
 *
 *   node ingest-bare.ts <database url> <project id>        prints its URL
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { connect } from '@subtext/db';
import { decodeBare } from './ingest-decode.ts';
import { BARE_COLUMNS, bareRow, type BareRow } from './ingest-table.ts';

const WRITERS = 2;
const ROWS_PER_STATEMENT = 512;

const [databaseUrl, projectId] = process.argv.slice(2) as [string, string];
const sql = connect(databaseUrl, { max: WRITERS, applicationName: 'bare receiver' });
const inflate = promisify(gunzip);

interface Waiting {
  rows: BareRow[];
  done: (error?: unknown) => void;
}

const waiting: Waiting[] = [];
let writing = 0;

function startWriters(): void {
  while (writing < WRITERS && waiting.length > 0) {
    writing += 1;
    const batch = waiting.splice(0, 2);
    void insert(batch.flatMap(({ rows }) => rows)).then(
      () => finish(batch),
      (error: unknown) => finish(batch, error),
    );
  }
}

function finish(batch: Waiting[], error?: unknown): void {
  writing -= 1;
  for (const { done } of batch) done(error);
  startWriters();
}

async function insert(rows: BareRow[]): Promise<void> {
  await sql.begin(async (transaction) => {
    const statements: PromiseLike<unknown>[] = [];
    for (let at = 0; at < rows.length; at += ROWS_PER_STATEMENT) {
      const part = rows.slice(at, at + ROWS_PER_STATEMENT);
      statements.push(transaction.unsafe(insertOf(part.length), part.flat(), { prepare: true }));
    }
    await Promise.all(statements);
  });
}

const texts = new Map<number, string>();

function insertOf(rows: number): string {
  let text = texts.get(rows);
  if (text === undefined) {
    const tuples = Array.from({ length: rows }, (_row, row) => {
      const cells = Array.from({ length: BARE_COLUMNS }, (_cell, column) => `$${row * BARE_COLUMNS + column + 1}`);
      // Without the cast, the driver would encode text for jsonb as a JSON string again.
      return `(${cells.map((cell, column) => (column === BARE_COLUMNS - 3 ? `${cell}::text::jsonb` : cell)).join(', ')})`;
    });
    text = `INSERT INTO received VALUES ${tuples.join(', ')} ON CONFLICT DO NOTHING`;
    texts.set(rows, text);
  }
  return text;
}

async function receive(request: IncomingMessage): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const sent = Buffer.concat(chunks);
  const body = request.headers['content-encoding'] === 'gzip' ? await inflate(sent) : sent;
  const rows = decodeBare(body).map((span) => bareRow(projectId, span));
  await new Promise<void>((resolve, reject) => {
    waiting.push({ rows, done: (error) => (error ? reject(error as Error) : resolve()) });
    startWriters();
  });
}

const server = createServer((request, response) => {
  receive(request).then(
    () => response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end(),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  void sql.end();
});
