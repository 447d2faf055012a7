/**
 * Makes a copy of the package `postgres` (version 3.4.9) in src/generated/postgres and fixes the defects that end or
 * hang a process when its database goes away. It is a copy so that it works however packages were installed. Part of
 * `npm run build`.
 */
import { cp, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

interface Repair {
  file: 'connection.js' | 'index.js';
  old: string;
  repaired: string;
}

/**
 * When one of these texts is missing, the package has another version: the build stops, and this file must be reviewed.
 */
const REPAIRS: readonly Repair[] = [
  // The driver writes to a socket that is already closed, which throws where nothing can catch it. It also forgets to
  // cancel a pending write, after which that connection never sends again (porsager/postgres issues 1154 and 1208).
  {
    file: 'connection.js',
    old: 'const x = socket.write(chunk, fn)\n    nextWriteTimer !== null && clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n',
    repaired:
      'nextWriteTimer !== null && clearImmediate(nextWriteTimer)\n    nextWriteTimer = null\n' +
      "    if (socket === null) return chunk = null, error(Errors.connection('CONNECTION_CLOSED', options, socket)), false\n" +
      '    const x = socket.write(chunk, fn)\n    chunk = null\n',
  },
  {
    file: 'connection.js',
    old: 'clearImmediate(nextWriteTimer)\n    if (socket) {',
    repaired: 'clearImmediate(nextWriteTimer)\n    nextWriteTimer = chunk = null\n    if (socket) {',
  },
  {
    file: 'connection.js',
    old: "clearImmediate(nextWriteTimer)\n    socket.removeListener('data', data)",
    repaired:
      "clearImmediate(nextWriteTimer)\n    nextWriteTimer = chunk = null\n    socket.removeListener('data', data)",
  },
  // A statement that was sent after a connection's error and before its close stays first in the queue of the next
  // connection. From then on every answer goes to the wrong statement, or no statement waits for the right one.
  {
    file: 'connection.js',
    old:
      '    if (initial)\n      return reconnect()\n\n' +
      "    !hadError && (query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))\n",
    repaired:
      "    const lost = Errors.connection('CONNECTION_CLOSED', options, socket)\n" +
      '    const unanswered = query ? [query] : []\n    while (sent.length) unanswered.push(sent.shift())\n' +
      '    stream && (stream.destroy(lost), stream = null)\n    final && (final(lost), final = null)\n' +
      '    query = results = errorResponse = null\n    result = new Result()\n    rows = 0\n' +
      '    unanswered.forEach(x => queryError(x, lost))\n\n' +
      '    if (initial)\n      return reconnect()\n\n',
  },
  // When a peer vanishes without closing (a machine or network failure), the driver waits as long as TCP does: a
  // quarter of an hour, or forever. The new option `silence`, in seconds, gives up a connection that owes an answer and
  // receives nothing for that long. A statement that was queued after an idle time is not sent yet, so no answer is
  // owed.
  {
    file: 'connection.js',
    old: "      socket.on('data', data)\n      keep_alive",
    repaired:
      "      socket.on('data', data)\n" +
      '      const silent = () => nextWriteTimer === null && (query || sent.length) &&\n' +
      "        socket.destroy(Errors.connection('CONNECTION_SILENT', options))\n" +
      '      options.silence && socket.setTimeout(options.silence * 1000, silent)\n      keep_alive',
  },
  {
    file: 'index.js',
    old: '    onclose         : o.onclose,\n',
    repaired: '    onclose         : o.onclose,\n    silence         : o.silence,\n',
  },
  // Exposes how many connections are open and busy, and how many statements wait for one (poolState of connect.ts).
  // Only private queues have these numbers.
  {
    file: 'index.js',
    old: '    options,\n    reserve,\n',
    repaired:
      '    options,\n' +
      '    pool: () => ({\n' +
      '      size: connecting.length + reserved.length + open.length + busy.length + full.length,\n' +
      '      inUse: reserved.length + busy.length + full.length,\n' +
      '      waiting: queries.length\n' +
      '    }),\n    reserve,\n',
  },
  // When a connection dies while the array types are fetched, the statement that waits for them is tried on the next
  // connection.
  {
    file: 'connection.js',
    old: 'return fetchArrayTypes()',
    repaired: 'return fetchArrayTypes().catch(noop)',
  },
  // A transaction that lost its connection still sends its rollback, although the connection by then belongs to another
  // transaction.
  {
    file: 'index.js',
    old: '      , connection\n      , prepare = null\n',
    repaired: '      , connection\n      , prepare = null\n      , lost = null\n',
  },
  {
    file: 'index.js',
    old: 'new Promise((_, reject) => connection.onclose = reject)',
    repaired: 'new Promise((_, reject) => connection.onclose = e => reject(lost = e))',
  },
  {
    file: 'index.js',
    old: 'q.catch(e => uncaughtError || (uncaughtError = e))\n',
    repaired: 'q.catch(e => uncaughtError || (uncaughtError = e))\n        if (lost) return q.reject(lost)\n',
  },
  // A connection that reaches its greatest age while it is reserved goes back among the open ones, although it counts as
  // ending from then on. Nothing ends it any more, so the end of the pool waits for it forever.
  {
    file: 'connection.js',
    old: '    cancel,\n    end,\n',
    repaired: '    cancel,\n    end,\n    isEnding: () => ending !== null,\n',
  },
  {
    file: 'index.js',
    old: '      c.reserved = null\n      onopen(c)\n',
    repaired: '      c.reserved = null\n      c.isEnding() ? c.terminate() : onopen(c)\n',
  },
  // COPY: an error after the last row is never reported, so the writer waits forever. Every successful COPY is followed
  // by the message of a failed one, which may reach the next COPY.
  {
    file: 'connection.js',
    old: 'stream && (stream.destroy(err), stream = null)\n    query &&',
    repaired: 'stream && (stream.destroy(err), stream = null)\n    final && (final(err), final = null)\n    query &&',
  },
  {
    file: 'connection.js',
    old:
      '        socket.write(b().f().str(error + b.N).end())\n        stream = null\n      },\n      final(callback) {\n' +
      '        socket.write(b().c().end())\n        final = callback\n        stream = null\n      }\n    })\n    query.resolve(stream)\n  }\n\n  function CopyOut',
    repaired:
      '        if (!error) return\n        stream = null\n        socket && socket.write(b().f().str(error + b.N).end())\n      },\n' +
      '      final(callback) {\n        socket.write(b().c().end())\n        final = callback\n        stream = null\n      }\n    })\n' +
      '    query.resolve(stream)\n  }\n\n  function CopyOut',
  },
  // COPY TO: when a reader is slower than the server, the socket is paused until the reader continues. After the last
  // row no reader continues, so the answer to the next statement never arrives.
  {
    file: 'connection.js',
    old: '    stream && stream.push(null)\n    stream = null\n',
    repaired: '    stream && stream.push(null)\n    stream = null\n    socket && socket.resume()\n',
  },
  // The rows of COPY FROM and its end are written separately. Without this, the end waits 40 ms for the acknowledgment
  // of the rows (Nagle's algorithm).
  {
    file: 'connection.js',
    old: "x.on('drain', drain)\n",
    repaired: "x.on('drain', drain)\n    x.setNoDelay && x.setNoDelay(true)\n",
  },
];

export async function repairDriver(target: string): Promise<void> {
  const source = join(dirname(createRequire(import.meta.url).resolve('postgres')), '../../src');
  await cp(source, target, { recursive: true });
  for (const { file, old, repaired } of REPAIRS) {
    const path = join(target, file);
    const text = await readFile(path, 'utf8');
    if (text.split(old).length !== 2)
      throw new Error(`The package postgres has changed: look again at ${import.meta.filename}.`);
    await writeFile(
      path,
      text.replace(old, () => repaired),
    );
  }
  await writeFile(join(target, 'index.d.ts'), "export { default } from 'postgres';\n");
}

if (import.meta.main) await repairDriver(join(import.meta.dirname, 'generated/postgres'));
