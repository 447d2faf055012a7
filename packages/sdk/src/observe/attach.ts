/**
 * Wraps the fetch of a client, or a plain fetch, for a recorder. `observe.ts` uses the process's recorder; the
 * conformance runner uses its own.
 */
import { CLIENTS } from '../clients/index.ts';
import { isFields, NotObservable, type Fields } from '../clients/observable-client.ts';
import type { Recording, Settings } from '../exchange/exchange.ts';
import { armExit } from './lifecycle.ts';
import type { ObserveOptions } from './observe-options.ts';
import { createObservedFetch, type Fetch } from '../tap/observed-fetch.ts';
import { rememberSettings } from './process-settings.ts';
import type { Recorder } from '../conversation/recorder.ts';
import { guarded, report } from '../platform/report.ts';
import { configureTracing } from '../emit/tracing.ts';

export function observeWith<Client extends object>(
  recorder: Recorder,
  client: Client,
  options: ObserveOptions,
): Client {
  return guarded('observe a client', () => observedClient(recorder, client, options)) ?? client;
}

export function observeFetchWith(recorder: Recorder, fetch: Fetch, options: ObserveOptions): Fetch {
  return guarded('observe a fetch', () => createObservedFetch(fetch, toSettings(options), armed(recorder))) ?? fetch;
}

function observedClient<Client extends object>(recorder: Recorder, client: Client, options: ObserveOptions): Client {
  const fields = client as unknown as Fields;
  const kind = CLIENTS.find((candidate) => isFields(client) && candidate.takes(fields));
  if (!kind) return untouched(client, 'is of no kind that observe() knows');
  try {
    return kind.observe(fields, (fetch) => createObservedFetch(fetch, toSettings(options), armed(recorder))) as Client;
  } catch (error) {
    if (error instanceof NotObservable) return untouched(client, error.message);
    throw error;
  }
}

function untouched<Client extends object>(client: Client, why: string): Client {
  const name = (client as Client | null | undefined)?.constructor?.name ?? 'no object';
  report(
    `unobserved client ${name}`,
    () =>
      `This client (${name}) ${why}, so it is returned as it is and nothing of it is recorded. If it can be given a fetch, make it with observeFetch(fetch).`,
  );
  return client;
}

/** Installs the exit hooks with the first request, so that a process without requests has none. */
function armed(recorder: Recorder): Recording {
  return {
    started(exchange) {
      armExit();
      recorder.started(exchange);
    },
    ended: (exchange) => recorder.ended(exchange),
  };
}

function toSettings(options: ObserveOptions): Settings {
  const { url, apiKey, serviceName, mask, countTokens, ...run } = options;
  configureTracing({ url, apiKey, serviceName });
  const settings = { run, ...(mask && { mask }), ...(countTokens && { countTokens }) };
  rememberSettings(settings);
  return settings;
}
