/**
 * `node --import @subtext/sdk/register app.js`: the global fetch is observed before the application starts, whose code stays as it is.
 * Options come from the environment alone (register-options.ts). Clients that bring a way of their own to send need `observe()`.
 */
import { observeFetch } from './observe.ts';
import { registerOptions } from './register-options.ts';
import { guarded, tell } from './report.ts';

const LOCKED =
  'The global fetch of this process cannot be replaced, so nothing is recorded. Give observe() each client, or observeFetch() to what takes a fetch.';

guarded('observe the global fetch', () => {
  const options = registerOptions(process.env);
  const descriptor = Object.getOwnPropertyDescriptor(globalThis, 'fetch');
  if (!options || typeof descriptor?.value !== 'function') return;
  const { name, length } = descriptor.value as typeof fetch;
  const observed = observeFetch(descriptor.value as typeof fetch, options);
  // Who asks it for its name and shape hears what the global fetch says.
  for (const [field, value] of Object.entries({ name, length })) {
    Object.defineProperty(observed, field, { value, configurable: true });
  }
  if (!Reflect.defineProperty(globalThis, 'fetch', { ...descriptor, value: observed }))
    tell('global fetch', () => LOCKED);
});
