// Makes calls until reading has moved to a thread, and then some more; prints the files of the threads and the number
// of calls.
import { basename } from 'node:path';
import { observeFetch } from '@subtext/sdk';

const files = [];
const threads = process.getBuiltinModule('node:worker_threads');
threads.Worker = class extends threads.Worker {
  constructor(file, options) {
    super(file, options);
    this.once('message', () => files.push(basename(file)));
  }
};
const { providerUrl } = JSON.parse(process.env.WHERE);
const fetch = observeFetch();
const messages = [{ role: 'user', content: 'What is the weather? '.repeat(1000) }];
const body = JSON.stringify({ model: 'fetch-model', messages });
let calls = 0;
async function call() {
  calls += 1;
  await (await fetch(`${providerUrl}/v1/chat/completions`, { method: 'POST', body })).text();
}
while (files.length === 0 && calls < 20_000) await call();
for (let more = 0; more < 50; more += 1) await call();
console.log(JSON.stringify([files, calls]));
