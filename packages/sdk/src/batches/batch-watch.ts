/**
 * Batches of OpenAI and Anthropic: remembers the requests of the batches that pass, and records each line of their
 * results as a model call of its own. Nothing is requested here that the application does not request.
 */
import { currentContext, mergeContext } from '../exchange/context.ts';
import { createExchange, type Exchange, type Recording, type Settings } from '../exchange/exchange.ts';
import { KeptBody } from '../exchange/kept-body.ts';
import { now } from '../platform/clock.ts';
import { digestOf } from '../platform/node.ts';
import { activeContext } from '../platform/otel-context.ts';
import { guarded, report } from '../platform/report.ts';
import type { Tap } from '../tap/body-watch.ts';
import type { OtherRequest } from '../tap/observed-fetch.ts';
import { batchesIn, idIn, requestsInBody, requestsInLines, resultIn, type BatchResult } from './batch-lines.ts';
import { BatchRequests } from './batch-requests.ts';
import { LineTap, TextTap } from './line-tap.ts';

interface Sent {
  url: string;
  settings: Settings;
  recording: Recording;
}

/** The caller reads faster than lines are recorded: this many characters may wait. */
const MAX_WAITING = 64 * 1024 ** 2;

const requests = new BatchRequests();
let waiting = 0;

/** A quick check, because every request passes it. */
const MAY_BE_BATCH = /\/(?:batches|files)\b/;

/** For requests about batches: makes the tap for the body of the answer. undefined for all others. */
export function watchBatch({ input, init, settings }: OtherRequest, recording: Recording): (() => Tap) | undefined {
  const url = input instanceof Request ? input.url : String(input);
  if (!MAY_BE_BATCH.test(url)) return undefined;
  const method = (init?.method ?? (input instanceof Request ? input.method : 'GET')).toUpperCase();
  const path = url.split('?')[0] ?? '';
  if (method === 'GET') return watchReading({ url, settings, recording }, path);
  if (method !== 'POST') return undefined;
  if (path.endsWith('/messages/batches')) return watchCreation(init?.body);
  if (path.endsWith('/files')) return watchUpload(init?.body);
  return /\/batches(?:\/[^/]+\/cancel)?$/.test(path) ? readingAnswer(linkFiles) : undefined;
}

function watchReading(sent: Sent, path: string): (() => Tap) | undefined {
  const [, batch, file] = /\/(?:messages\/batches\/([^/]+)\/results|files\/([^/]+)\/content)$/.exec(path) ?? [];
  const id = batch ?? file;
  if (id !== undefined) return () => resultsTap(sent, decodeURIComponent(id));
  return /\/batches(?:\/[^/]+)?$/.test(path) ? readingAnswer(linkFiles) : undefined;
}

/** Anthropic: the requests are in the body. */
function watchCreation(body: unknown): (() => Tap) | undefined {
  if (typeof body !== 'string') return undefined;
  return readingAnswer((answer) => {
    const id = idIn(answer);
    if (id !== undefined) requests.keep(id, requestsInBody(body));
  });
}

/** OpenAI: the requests are in a file. A blob may be read any number of times. */
function watchUpload(body: unknown): (() => Tap) | undefined {
  if (!(body instanceof FormData) || body.get('purpose') !== 'batch') return undefined;
  const file = body.get('file');
  if (!(file instanceof Blob)) return undefined;
  const text = file.text().catch(() => '');
  return readingAnswer((answer) => {
    const id = idIn(answer);
    if (id === undefined) return;
    void text.then((lines) => guarded('read the file of a batch', () => requests.keep(id, requestsInLines(lines))));
  });
}

function readingAnswer(read: (answer: string) => void): () => Tap {
  return () => new TextTap((answer) => void guarded('read an answer about a batch', () => read(answer)));
}

/** The batch names the files with its requests and its results. */
function linkFiles(answer: string): void {
  for (const { input_file_id: input, output_file_id: output, error_file_id: errors, endpoint } of batchesIn(answer)) {
    const path = typeof endpoint === 'string' ? endpoint : undefined;
    for (const results of [output, errors]) {
      if (typeof results === 'string') requests.link(results, String(input), path);
    }
  }
}

function resultsTap({ url, settings, recording }: Sent, id: string): Tap {
  const run = currentContext();
  const source: ResultSource = {
    ...{ id, url, recording, context: activeContext(), isOther: false },
    settings: run ? { ...settings, run: mergeContext(settings.run, run) } : settings,
  };
  return new LineTap((line) => {
    if (source.isOther) return;
    if (waiting + line.length > MAX_WAITING) {
      report(
        'batch results',
        () => 'Results of a batch were read faster than they could be recorded; some are missing.',
      );
      return;
    }
    waiting += line.length;
    recording.later?.(() => {
      waiting -= line.length;
      readLine(source, line);
    });
  });
}

interface ResultSource extends Pick<Exchange, 'settings' | 'context' | 'url'> {
  id: string;
  recording: Recording;
  /** A file of another kind. */
  isOther: boolean;
}

function readLine(source: ResultSource, line: string): void {
  if (source.isOther) return;
  const result = resultIn(line);
  if (!result) source.isOther = true;
  if (!result || !requests.isNew(source.id, result.customId)) return;
  const exchange = exchangeOf(source, result);
  source.recording.started(exchange);
  source.recording.ended(exchange);
}

/** As if the application had sent the request itself. When the model ran is not reported, so it takes no time. */
function exchangeOf({ id, url, settings, context }: ResultSource, result: BatchResult): Exchange {
  const { customId, status, body, failure } = result;
  const found = requests.find(id, customId);
  const path = found.path ?? pathOf(url, body);
  const at = now();
  const text = body === undefined ? '' : JSON.stringify(body);
  const isUnknown = found.body === undefined && (status ?? 400) >= 400;
  // A failure is recorded also when nothing is known of its request but the API.
  const requestBody = isUnknown
    ? JSON.stringify(path.endsWith('/responses') ? { input: [] } : { messages: [] })
    : found.body;
  const sent = { method: 'POST', url: new URL(path, url).href, requestBody, attempt: 0 };
  return Object.assign(createExchange(sent, settings, { startedAt: at, context, run: undefined }), {
    ...{ answeredAt: at, endedAt: at, status, contentType: 'application/json', shouldRetry: 'false' },
    ...{ body: KeptBody.holding(text), keptBytes: text.length, totalBytes: text.length },
    snapshots: idsOf(id, customId),
    outcome: failure ? ('error' as const) : ('complete' as const),
    error: failure && Object.assign(new Error(failure.message), { name: failure.name }),
  });
}

/** The same in every process that reads the result, so that it counts once. */
function idsOf(id: string, customId: string): Exchange['snapshots'] {
  const digest = digestOf(JSON.stringify([id, customId]));
  return digest === undefined
    ? undefined
    : { traceId: digest.slice(0, 32), spanId: digest.slice(32, 48), count: 0, at: 0, bytes: 0 };
}

function pathOf(url: string, body: BatchResult['body']): string {
  if (url.includes('/messages/batches/')) return '/v1/messages';
  return body?.object === 'response' ? '/v1/responses' : '/v1/chat/completions';
}
