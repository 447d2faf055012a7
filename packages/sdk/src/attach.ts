/** Gives a client, or a fetch, the observed fetch of a recorder. Behind observe.ts; the conformance runner uses a recorder of its own. */
import { CLIENTS } from './clients.ts';
import type { Settings } from './exchange.ts';
import { armExit } from './lifecycle.ts';
import type { ObserveOptions } from './observe-options.ts';
import { createObservedFetch, type Fetch } from './observed-fetch.ts';
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
  return guarded('observe a fetch', () => createObservedFetch(fetch, settingsOf(options), recorder)) ?? fetch;
}

function observedClient<Client extends object>(recorder: Recorder, client: Client, options: ObserveOptions): Client {
  const fields = client as unknown as Record<string, unknown>;
  const known = CLIENTS.find((candidate) => candidate.takes(fields));
  if (!known) {
    const name = client.constructor?.name ?? 'object';
    tell(
      `unknown client ${name}`,
      () =>
        `observe() does not know this client (${name}), so it is returned as it is and nothing of it is recorded. If it takes a fetch, give it observeFetch(fetch).`,
    );
    return client;
  }
  return known.observe(fields, (fetch) => createObservedFetch(fetch, settingsOf(options), recorder)) as Client;
}

function settingsOf(options: ObserveOptions): Settings {
  const { url, apiKey, serviceName, mask, ...run } = options;
  armExit();
  configureTracing({ url, apiKey, serviceName });
  const settings = { run, ...(mask && { mask }) };
  rememberSettings(settings);
  return settings;
}
