/**
 * `node --import @subtext/sdk/register app.js` observes the global fetch, node:http, node:https and undici before the
 * application starts, without a change of its code. Options come from the environment only (register-options.ts).
 */
import { observeFetch, observeSockets, type ObserveOptions } from './observe.ts';
import { toSink } from './sink.ts';
import { registerOptions } from './register-options.ts';
import { guarded } from '../platform/report.ts';
import { countUnseen, nameUnseenCalls } from './unseen-calls.ts';
import { observeTransports } from '../tap/transports/transports.ts';

guarded('observe this process', () => {
  const options = registerOptions(process.env);
  if (!options) return;
  observeGlobalFetch(options);
  observeSockets(options);
  observeTransports({ ...toSink(options), unseen: countUnseen });
  nameUnseenCalls();
});

/** Where the global fetch cannot be replaced, its calls are observed in the transport. */
function observeGlobalFetch(options: ObserveOptions): void {
  const descriptor = Object.getOwnPropertyDescriptor(globalThis, 'fetch');
  if (typeof descriptor?.value !== 'function') return;
  const { name, length } = descriptor.value as typeof fetch;
  const observed = observeFetch(descriptor.value as typeof fetch, options);
  // The observed fetch keeps the name and length of the original one.
  for (const [field, value] of Object.entries({ name, length })) {
    Object.defineProperty(observed, field, { value, configurable: true });
  }
  Reflect.defineProperty(globalThis, 'fetch', { ...descriptor, value: observed });
}
