// Prints the files of the SDK that are loaded: after the import, after an answer, after that is read, and after a
// request is built.
import { createRequire } from 'node:module';
import { basename, dirname } from 'node:path';
import { flush, observeFetch, replay } from '@subtext/sdk';

const { cache, resolve } = createRequire(import.meta.url);
const folder = dirname(resolve('@subtext/sdk'));
const loaded = () => Object.keys(cache).flatMap((path) => (dirname(path) === folder ? [basename(path)] : []));
const { providerUrl } = JSON.parse(process.env.WHERE);

const stages = { imported: loaded() };
const fetch = observeFetch();
const body = JSON.stringify({ model: 'fetch-model', messages: [{ role: 'user', content: 'What is the weather?' }] });
const headers = { 'content-type': 'application/json' };
await (await fetch(`${providerUrl}/v1/chat/completions`, { method: 'POST', headers, body })).json();
stages.answered = loaded();
await flush();
stages.read = loaded();
replay([], { api: 'openai.chat', model: 'fetch-model' });
stages.replayed = loaded();
console.log(JSON.stringify(stages));
