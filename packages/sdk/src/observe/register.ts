/**
 * `node --import @subtext/sdk/register app.js` observes the global fetch before the application starts, without a
 * change of its code. Options come from the environment only (register-options.ts). Clients with a transport of their
 * own need `observe()`; the process names them when it ends (unseen-calls.ts).
 */
import { observeFetch, observeSockets } from './observe.ts';
import { registerOptions } from './register-options.ts';
import { guarded, report } from '../platform/report.ts';
import { watchUnseenCalls } from './unseen-calls.ts';

const LOCKED =
  'The global fetch of this process cannot be replaced, so nothing is recorded. Give observe() each client, or observeFetch() to what takes a fetch.';

guarded('observe the global fetch', () => {
  const options = registerOptions(process.env);
  const descriptor = Object.getOwnPropertyDescriptor(globalThis, 'fetch');
  if (!options || typeof descriptor?.value !== 'function') return;
  const { name, length } = descriptor.value as typeof fetch;
  observeSockets(options);
  const observed = observeFetch(descriptor.value as typeof fetch, options);
  // The observed fetch keeps the name and length of the original one.
  for (const [field, value] of Object.entries({ name, length })) {
    Object.defineProperty(observed, field, { value, configurable: true });
  }
  if (Reflect.defineProperty(globalThis, 'fetch', { ...descriptor, value: observed })) watchUnseenCalls();
  else report('global fetch', () => LOCKED);
});
