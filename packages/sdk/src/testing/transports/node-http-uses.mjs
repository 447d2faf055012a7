/** The ways to use node:http, with everything that its caller observes: events in order, bytes, errors. */
import { Agent, request } from 'node:http';
import { once } from 'node:events';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Logs events without a change: each has a listener in the bare and in the observed process. */
function logged(log, emitter, [who, events]) {
  for (const event of events) {
    emitter.on(event, (value) =>
      log.events.push(
        `${who} ${event}${value instanceof Error ? ` ${value.code} ${value.message.replace(/:\d+$/, '')}` : ''}`,
      ),
    );
  }
  return emitter;
}

const REQUEST = ['request', ['finish', 'continue', 'information', 'timeout', 'abort', 'error', 'close']];
const RESPONSE = ['response', ['aborted', 'error', 'end', 'close']];

function opened(log, url, options = {}) {
  const outgoing = request(url, { method: 'POST', headers: { 'content-type': 'application/json' }, ...options });
  log.closing.push(closed(outgoing));
  return logged(log, outgoing, REQUEST);
}

async function answered(log, outgoing) {
  const [response] = await once(outgoing, 'response');
  return logged(log, response, RESPONSE);
}

const closed = (emitter) => new Promise((resolve) => emitter.on('close', resolve));

async function textOf(response) {
  let text = '';
  response.setEncoding('utf8').on('data', (piece) => (text += piece));
  await once(response, 'end');
  return text;
}

/** Each gets the log (its events, and the promises to wait for), the address and the body, and returns what is compared. */
export const USES = {
  'setEncoding and data events': async (log, { url, body }) => {
    const outgoing = opened(log, url);
    outgoing.end(body);
    const response = await answered(log, outgoing);
    const text = await textOf(response);
    const { statusCode, httpVersion, complete } = response;
    return { text, statusCode, httpVersion, complete, keys: Object.keys(response).sort() };
  },
  'readable events and read() by size': async (log, { url, body }) => {
    const outgoing = opened(log, url);
    outgoing.end(body);
    const response = await answered(log, outgoing);
    const sizes = [];
    response.on('readable', () => {
      for (let piece = response.read(64); piece !== null; piece = response.read(64)) sizes.push(piece.length);
    });
    await once(response, 'end');
    return { bytes: sizes.reduce((sum, size) => sum + size, 0), largest: Math.max(...sizes) };
  },
  'pipe to a slow writable': async (log, { url, body }) => {
    const outgoing = opened(log, url);
    outgoing.end(body);
    const response = await answered(log, outgoing);
    let [bytes, writing, most] = [0, 0, 0];
    const slow = new Writable({
      highWaterMark: 1,
      write(chunk, _encoding, done) {
        most = Math.max(most, (writing += 1));
        bytes += chunk.length;
        setImmediate(() => ((writing -= 1), done()));
      },
    });
    await pipeline(response, slow);
    return { bytes, most };
  },
  'unshift and iterate': async (log, { url, body }) => {
    const outgoing = opened(log, url);
    outgoing.end(body);
    const response = await answered(log, outgoing);
    await once(response, 'readable');
    const first = response.read();
    response.unshift(first);
    const chunks = [];
    for await (const chunk of response) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  },
  'iterate and break': async (log, { url, body }) => {
    const outgoing = opened(log, url);
    outgoing.end(body);
    const response = await answered(log, outgoing);
    const ended = closed(outgoing);
    for await (const chunk of response) if (chunk.length > 0) break;
    await ended;
    return { destroyed: response.destroyed, aborted: response.aborted };
  },
  'resume without reading': async (log, { url, body }) => {
    const outgoing = opened(log, url);
    outgoing.end(body);
    const response = await answered(log, outgoing);
    response.resume();
    await once(response, 'end');
    return response.complete;
  },
  'no listener for the response': async (log, { url, body }) => {
    const outgoing = opened(log, url);
    outgoing.end(body);
    await closed(outgoing);
    return outgoing.listenerCount('response');
  },
  'no listener for the error of the response': async (log, { url, body }) => {
    const outgoing = opened(log, url);
    outgoing.end(body);
    const [response] = await once(outgoing, 'response');
    response.on('data', () => response.destroy(new Error('enough')));
    await closed(outgoing);
    return { errored: String(response.errored), listeners: response.listenerCount('error') };
  },
  'destroy the request with an error': async (log, { url, body }) => {
    const outgoing = opened(log, url);
    outgoing.end(body);
    const response = await answered(log, outgoing);
    response.once('data', () => outgoing.destroy(new Error('no more')));
    await closed(outgoing);
    return { aborted: response.aborted };
  },
  'abort by a signal': async (log, { url, body }) => {
    const abort = new AbortController();
    const outgoing = opened(log, url, { signal: abort.signal });
    outgoing.end(body);
    const response = await answered(log, outgoing);
    response.once('data', () => abort.abort());
    await closed(outgoing);
    return { destroyed: outgoing.destroyed };
  },
  'a signal that is aborted already': async (log, { url, body }) => {
    const outgoing = opened(log, url, { signal: AbortSignal.abort() });
    outgoing.end(body);
    await closed(outgoing);
    return { destroyed: outgoing.destroyed };
  },
  'a timeout': async (log, { url, body }) => {
    const outgoing = opened(log, url, { timeout: 30 });
    outgoing.on('timeout', () => outgoing.destroy());
    outgoing.end(body);
    await closed(outgoing);
    return { reused: outgoing.reusedSocket };
  },
  'a keep-alive agent': async (log, { url, body }) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const reused = [];
    for (const _ of [1, 2]) {
      const outgoing = opened(log, url, { agent });
      outgoing.end(body);
      await textOf(await answered(log, outgoing));
      reused.push(outgoing.reusedSocket);
    }
    agent.destroy();
    return reused;
  },
  'pieces in several encodings': async (log, { url, body }) => {
    const outgoing = opened(log, url);
    const half = Math.floor(body.length / 2);
    const bytes = Buffer.from(body.slice(0, half));
    const results = [outgoing.write(bytes), outgoing.write(Buffer.from(body.slice(half)).toString('hex'), 'hex')];
    outgoing.end();
    const response = await answered(log, outgoing);
    // The caller owns the buffer again.
    bytes.fill(0);
    return { results, text: await textOf(response) };
  },
  'a piped body': async (log, { url, body }) => {
    const outgoing = opened(log, url);
    Readable.from([body.slice(0, 10), body.slice(10)]).pipe(outgoing);
    return textOf(await answered(log, outgoing));
  },
  'expect and continue': async (log, { url, body }) => {
    const outgoing = opened(log, url, { headers: { expect: '100-continue' } });
    await once(outgoing, 'continue');
    outgoing.end(body);
    return textOf(await answered(log, outgoing));
  },
  'headers as a list': async (log, { url, body }) => {
    const key = '9Lk3Vb7nQ2xWzR8tYq4m';
    const secret = JSON.stringify({ ...JSON.parse(body), messages: [{ role: 'user', content: `My key is ${key}.` }] });
    const length = String(secret.length);
    const headers = ['Host', new URL(url).host, 'Authorization', `Bearer ${key}`, 'Content-Length', length];
    const outgoing = opened(log, url, { headers });
    outgoing.end(secret);
    return textOf(await answered(log, outgoing));
  },
  'headers that are set later': async (log, { url, body }) => {
    const outgoing = opened(log, url);
    outgoing.setHeader('x-stainless-retry-count', '2');
    outgoing.end(body, () => log.events.push('callback of end'));
    return textOf(await answered(log, outgoing));
  },
  'a wrong chunk': async (log, { url, body }) => {
    const outgoing = opened(log, url);
    let thrown;
    try {
      outgoing.write(7);
    } catch (error) {
      thrown = error.code;
    }
    outgoing.end(body);
    return { thrown, text: await textOf(await answered(log, outgoing)) };
  },
  'write after the end': async (log, { url, body }) => {
    const outgoing = opened(log, url);
    outgoing.end(body);
    const result = outgoing.write('more');
    const [error] = await once(outgoing, 'error');
    return { result, code: error.code };
  },
  'refused while the body is written': async (log, { refused, body }) => {
    const outgoing = opened(log, refused);
    outgoing.write(body);
    await closed(outgoing);
    return { finished: outgoing.writableFinished };
  },
  'no other request': async (log, { url, body }) => {
    const outgoing = opened(log, url.replace('/chat/completions', '/files'));
    outgoing.end(body);
    const response = await answered(log, outgoing);
    const own = [outgoing, response].map((target) =>
      ['write', 'end', 'emit', 'push', 'destroy'].filter((name) => Object.hasOwn(target, name)),
    );
    return { own, text: await textOf(response) };
  },
};
