/**
 * Clients with a transport of their own, each with the same call: `body` to `url`, the answer whole or in pieces. In
 * JavaScript, since several have no types.
 */

const HEADERS = { 'content-type': 'application/json', authorization: 'Bearer sk-7Qx2Lm9vT4zR-of-a-client' };

/** Reads pieces; `seen` is called after each one. */
async function read(pieces, seen) {
  const chunks = [];
  for await (const piece of pieces) {
    chunks.push(piece);
    seen?.();
  }
  return Buffer.concat(chunks).toString('latin1');
}

const fetchWith = (fetch) => async (call) => {
  const { url, body, signal } = call;
  const response = await fetch(url, { method: 'POST', headers: HEADERS, body, signal });
  const text = call.streams ? await read(response.body, call.seen) : await response.text();
  return { status: response.status, text };
};

const requestWith =
  (request) =>
  async ({ url, body, signal, seen }) => {
    const response = await request(url, { method: 'POST', headers: HEADERS, body, signal });
    return { status: response.statusCode, text: await read(response.body, seen) };
  };

/** The module of each client, and how its call is made. */
export const CLIENTS = {
  axios: [
    'axios',
    (axios) => async (call) => {
      const { url, body, signal } = call;
      const options = { headers: HEADERS, signal, transformResponse: [] };
      const { status, data } = await axios.post(
        url,
        body,
        call.streams ? { ...options, responseType: 'stream' } : options,
      );
      return { status, text: call.streams ? await read(data, call.seen) : data };
    },
  ],
  got: [
    'got',
    (got) => async (call) => {
      const { url, body, signal } = call;
      const options = { method: 'POST', headers: HEADERS, body, signal, retry: { limit: 0 } };
      if (call.streams) return { text: await read(got.stream(url, options), call.seen) };
      const response = await got(url, options);
      return { status: response.statusCode, text: response.body };
    },
  ],
  'node-fetch': ['node-fetch', fetchWith],
  'cross-fetch': ['cross-fetch', fetchWith],
  superagent: [
    'superagent',
    (superagent) =>
      async ({ url, body }) => {
        const response = await superagent.post(url).set(HEADERS).send(body).buffer(true);
        return { status: response.status, text: response.text };
      },
  ],
  'undici fetch': ['undici', ({ fetch }) => fetchWith(fetch)],
  'undici request': ['undici', ({ request }) => requestWith(request)],
  'undici 6 fetch': ['undici-6', ({ fetch }) => fetchWith(fetch)],
  'undici 6 request': ['undici-6', ({ request }) => requestWith(request)],
  'undici installed': [
    'undici',
    ({ install }) =>
      async (call) => {
        const before = globalThis.fetch;
        install();
        try {
          return await fetchWith(globalThis.fetch)(call);
        } finally {
          globalThis.fetch = before;
        }
      },
  ],
  'the global fetch': ['node:http', () => (call) => fetchWith(globalThis.fetch)(call)],
};
