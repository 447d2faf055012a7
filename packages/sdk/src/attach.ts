/** Gives a client, or a fetch, the observed fetch of a recorder. Behind observe.ts; the conformance runner uses a recorder of its own. */
import { CLIENTS } from './clients.ts';
import { isFields, NotObservable, type Fields } from './clients/observable-client.ts';
import type { Settings } from './exchange.ts';
import { armExit } from './lifecycle.ts';
import type { ObserveOptions } from './observe-options.ts';
import { createObservedFetch, type Fetch, type Recording } from './observed-fetch.ts';
import { rememberSettings } from './process-settings.ts';
import type { Recorder } from './recorder.ts';
import { guarded, tell } from './report.ts';
import { configureTracing } from './tracing.ts';

export function observeWith<Client extends object>(
  recorder: Recorder,
  client: Client,
  options: ObserveOptions,
): Client {
  return guarded('observe a client', () => observedClient(recorder, client, options)) ?? client;
}

export function observeFetchWith(recorder: Recorder, fetch: Fetch, options: ObserveOptions): Fetch {
  return guarded('observe a fetch', () => createObservedFetch(fetch, settingsOf(options), armed(recorder))) ?? fetch;
}

function observedClient<Client extends object>(recorder: Recorder, client: Client, options: ObserveOptions): Client {
  const fields = client as unknown as Fields;
  const known = CLIENTS.find((candidate) => isFields(client) && candidate.takes(fields));
  if (!known) return untouched(client, 'is of no kind that observe() knows');
  try {
    return known.observe(fields, (fetch) => createObservedFetch(fetch, settingsOf(options), armed(recorder))) as Client;
  } catch (error) {
    if (error instanceof NotObservable) return untouched(client, error.message);
    throw error;
  }
}

function untouched<Client extends object>(client: Client, why: string): Client {
  const name = (client as Client | null | undefined)?.constructor?.name ?? 'no object';
  tell(
    `unobserved client ${name}`,
    () =>
      `This client (${name}) ${why}, so it is returned as it is and nothing of it is recorded. If it can be given a fetch, make it with observeFetch(fetch).`,
  );
  return client;
}

/** What ends with the process is taken care of from the first request on: a process without any does not notice us. */
function armed(recorder: Recorder): Recording {
  return {
    started(exchange) {
      armExit();
      recorder.started(exchange);
    },
    ended: (exchange) => recorder.ended(exchange),
  };
}

function settingsOf(options: ObserveOptions): Settings {
  const { url, apiKey, serviceName, mask, countTokens, ...run } = options;
  configureTracing({ url, apiKey, serviceName });
  const settings = { run, ...(mask && { mask }), ...(countTokens && { countTokens }) };
  rememberSettings(settings);
  return settings;
}
