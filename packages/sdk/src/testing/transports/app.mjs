/**
 * Runs every case of every client in one process, and prints for each what the caller got, and the spans when the
 * process is observed. `APP_ORDER`: `import` or `require` loads the clients after the registration; `late` registers
 * when they are loaded; `bare` never registers.
 */
import { createRequire } from 'node:module';
import { CLIENTS } from './clients.mjs';
import { USES } from './node-http-uses.mjs';

const { APP_ORDER: order, PROVIDER_URL: provider, REFUSED_URL: refused } = process.env;
const require = createRequire(import.meta.url);
const load = async (name) => {
  const module = order === 'require' ? require(name) : await import(name);
  return name.startsWith('undici') ? module : (module.default ?? module);
};

const register = async () => {
  const { collectSpans } = await import('../spans.ts');
  await import('../../observe/register.ts');
  return collectSpans();
};

const early = order === 'import' || order === 'require' ? await register() : undefined;
const clients = new Map();
for (const [name, [module, caller]] of Object.entries(CLIENTS)) clients.set(name, caller(await load(module)));
const spans = early ?? (order === 'late' ? await register() : undefined);

/** Different for each case: an equal one would be a retry. */
const bodyOf = (name) => JSON.stringify({ model: 'test-model', messages: [{ role: 'user', content: name }] });

/** The case, whether it is read in pieces, and where it is sent. */
const CASES = [
  ['whole', false],
  ['gzip', false],
  ['br', false],
  ['deflate', false],
  ['stream', true],
  ['stream-gzip', true],
  ['unauthorized', false],
  ['broken', false],
  ['cut', true],
  ['refused', false, refused],
  ['hang', true],
];

const thrown = ({ name, code, message, cause, response }) => ({
  name,
  code,
  message: String(message).replaceAll(/127\.0\.0\.1:\d+/g, 'host'),
  cause: cause?.code,
  status: response?.status ?? response?.statusCode,
});

async function outcomeOf(work) {
  try {
    return { value: await work() };
  } catch (error) {
    return { error: thrown(error) };
  }
}

/** The generations since the last call. */
async function generations() {
  if (!spans) return undefined;
  const found = (await spans.all()).filter(({ name }) => name.startsWith('chat'));
  await spans.clear();
  return found.map(({ name, attributes, status }) => ({ name, attributes, status }));
}

/** The SDK's own timers do not keep a process alive. */
const alive = setInterval(() => undefined, 1_000);

const results = {};
const record = async (name, work) => {
  const outcome = await outcomeOf(() => work(bodyOf(name)));
  results[name] = { ...outcome, spans: await generations() };
};

for (const [client, call] of clients) {
  for (const [kind, streams, host = provider] of CASES) {
    if (client === 'superagent' && streams) continue;
    const abort = new AbortController();
    const seen = kind === 'hang' ? () => abort.abort() : undefined;
    const url = `${host}/${kind}/v1/chat/completions`;
    await record(`${client}: ${kind}`, (body) => call({ url, body, streams, signal: abort.signal, seen }));
  }
}
for (const [use, work] of order === 'require' ? [] : Object.entries(USES)) {
  const log = { events: [], closing: [] };
  await record(`node:http: ${use}`, async (body) => {
    const kind = /timeout/.test(use) ? 'silent' : /break|destroy|error of|abort/.test(use) ? 'hang' : 'stream';
    const value = await work(log, {
      url: `${provider}/${kind}/v1/chat/completions`,
      refused: `${refused}/v1/chat/completions`,
      body,
    });
    await Promise.all(log.closing);
    return { value, events: log.events };
  });
}
clearInterval(alive);
console.log(JSON.stringify(results));
