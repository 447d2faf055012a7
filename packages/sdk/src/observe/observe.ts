/** The public entry points: a client, or a fetch, whose model calls become spans. Nothing else about it changes. */
import { observedAgentSdk, watchInput } from '../agents/claude-agent.ts';
import { QueryRecording } from '../agents/query-recording.ts';
import { CLIENTS } from '../clients/index.ts';
import { isFields, NotObservable, type Fields } from '../clients/observable-client.ts';
import { recorder } from '../conversation/recorder.ts';
import { currentContext, mergeContext, type RunContext } from '../exchange/context.ts';
import type { Settings } from '../exchange/exchange.ts';
import type { OnBudget } from '../emit/on-budget.ts';
import { now } from '../platform/clock.ts';
import { activeContext } from '../platform/otel-context.ts';
import { guarded, report } from '../platform/report.ts';
import type { CapturePolicy, Mask } from '../privacy/capture.ts';
import { observeSocketIn } from '../sockets/given-socket.ts';
import { claimSocket, mayOpenSockets, observeEverySocket, observeSocketsOf } from '../sockets/model-sockets.ts';
import { findSockets } from '../sockets/node-sockets.ts';
import { createObservedFetch } from '../tap/observed-fetch.ts';
import { armExit } from './lifecycle.ts';
import { RECORDING, toSettings, toSink } from './sink.ts';

/** Where spans are sent and what they may contain. The context is set on every span of this client. */
export interface ObserveOptions extends RunContext {
  /** Base URL of Subtext's ingest. Default: `SUBTEXT_URL`, else http://127.0.0.1:4318. */
  url?: string;
  /** Default: `SUBTEXT_API_KEY`. */
  apiKey?: string;
  /** What may leave this process, for each kind of content. Default: everything. */
  capture?: CapturePolicy;
  /** Runs on every content that leaves. A content is withheld when it throws. */
  mask?: Mask;
  /**
   * Counts the tokens of a text, with a tokenizer of yours: estimates verbatim thinking where the provider did not
   * report it. Runs in this process, on its event loop. Default: nothing is estimated here; Subtext estimates when the
   * spans arrive.
   */
  countTokens?: (text: string) => number;
  /**
   * Called once for each threshold that a budget of the project reaches in a period, when an answer of Subtext says so.
   * The first one given is used for the whole process. Not called where the application's own exporter sends the spans.
   */
  onBudget?: OnBudget;
  /** `service.name` of the spans. Default: `OTEL_SERVICE_NAME`. */
  serviceName?: string;
}

/**
 * Returns a client of the same type whose calls are recorded. `openai`, `@anthropic-ai/sdk` and `groq-sdk` return a
 * copy with an observed fetch. All others, and clients of your own class or with patches, are observed in place and
 * returned. An unknown or frozen client is returned unchanged, with one warning.
 *
 * WebSockets that an `openai` client opens (`ResponsesWS`, or the transport of the OpenAI Agents SDK) are recorded with
 * it in Node. A WebSocket that was opened without it, or in another runtime, can be given itself.
 *
 * Also takes `query` of `@anthropic-ai/claude-agent-sdk`, or that whole package, and records what its queries yield.
 */
export function observe<Client extends object>(client: Client, options: ObserveOptions = {}): Client {
  return guarded('observe a client', () => observedClient(client, options)) ?? client;
}

/** Returns a fetch that behaves like the given one and records requests that are answered in a known model format. */
export function observeFetch(
  fetch: typeof globalThis.fetch = globalThis.fetch,
  options: ObserveOptions = {},
): typeof globalThis.fetch {
  return guarded('observe a fetch', () => createObservedFetch(fetch, toSettings(options), RECORDING)) ?? fetch;
}

/** For `register`: every WebSocket of the process that goes to a model API. */
export function observeSockets(options: ObserveOptions): void {
  observeEverySocket(toSink(options));
  findSockets(claimSocket);
}

function observedClient<Client extends object>(client: Client, options: ObserveOptions): Client {
  const agentSdk = observedAgentSdk(client, (parameters) => recordAgent(parameters, toSettings(options)));
  if (agentSdk) return agentSdk as Client;
  const fields = client as unknown as Fields;
  const isSeen = observeSocketIn(client, () => toSink(options));
  if (isSeen !== undefined) return isSeen ? client : untouched(client, 'goes to no model API that uses WebSockets');
  const kind = CLIENTS.find((candidate) => isFields(client) && candidate.takes(fields));
  if (!kind) return untouched(client, 'is of no kind that observe() knows');
  try {
    const sink = toSink(options);
    const observed = kind.observe(fields, (fetch) => createObservedFetch(fetch, sink.settings, RECORDING));
    if (mayOpenSockets(observed)) {
      observeSocketsOf(observed, sink);
      findSockets(claimSocket);
    }
    return observed as Client;
  } catch (error) {
    if (error instanceof NotObservable) return untouched(client, error.message);
    throw error;
  }
}

/** `parameters`: those of the query that begins. */
function recordAgent(parameters: unknown, settings: Settings): QueryRecording {
  armExit();
  const run = currentContext();
  const recording = new QueryRecording(recorder, {
    parameters,
    settings: run ? { ...settings, run: mergeContext(settings.run, run) } : settings,
    context: activeContext(),
    startedAt: now(),
  });
  watchInput((parameters as { prompt?: unknown } | undefined)?.prompt, recording);
  return recording;
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
