/** The lines of OpenAI's and Anthropic's batches: requests and results. Pure. */
import { isRecord, record, type JsonRecord } from '@subtext/reasoning';
import { parseJson } from '../platform/json.ts';
import type { BatchRequest } from './batch-requests.ts';

/** One result: the answer of the model, or why there is none. */
export interface BatchResult {
  customId: string;
  /** The provider's own id of the answer to this line. */
  status: number | undefined;
  /** The body of the answer, as the API would have sent it. */
  body: JsonRecord | undefined;
  failure: { name: string; message: string } | undefined;
}

/** undefined for a line of another file. */
export function resultIn(line: string): BatchResult | undefined {
  const fields = record(parseJson(line));
  const customId = fields.custom_id;
  if (typeof customId !== 'string') return undefined;
  if (isRecord(fields.result)) return anthropicResult(customId, fields.result);
  const isResult = 'response' in fields || 'error' in fields;
  return isResult ? openAiResult(customId, fields) : undefined;
}

/** `succeeded`, `errored`, `canceled` or `expired`. */
function anthropicResult(customId: string, { type, message, error }: JsonRecord): BatchResult {
  if (type === 'succeeded' && isRecord(message)) {
    return { customId, status: 200, body: atBatchPrice(message), failure: undefined };
  }
  const detail = record(record(error).error);
  return { customId, status: undefined, body: undefined, failure: failureOf(type, detail) };
}

function openAiResult(customId: string, { response, error }: JsonRecord): BatchResult {
  const { status_code: status, body } = record(response);
  if (isRecord(body)) {
    const code = typeof status === 'number' ? status : 200;
    return { customId, status: code, body: code < 400 ? atBatchPrice(body) : body, failure: undefined };
  }
  return { customId, status: undefined, body: undefined, failure: failureOf('error', record(error)) };
}

function failureOf(state: unknown, { type, code, message }: JsonRecord): BatchResult['failure'] {
  const name = [type, code, state].find((word) => typeof word === 'string' && word !== '');
  return { name: String(name), message: typeof message === 'string' ? message : `The request was ${String(state)}.` };
}

/** Anthropic reports the tier of a batch in the usage; OpenAI does not. */
function atBatchPrice(body: JsonRecord): JsonRecord {
  return isRecord(body.usage) ? { ...body, usage: { ...body.usage, service_tier: 'batch' } } : body;
}

/** The requests of a file that is uploaded for a batch, by `custom_id`. */
export function requestsInLines(text: string): Map<string, BatchRequest> {
  const requests = new Map<string, BatchRequest>();
  for (const line of text.split('\n')) {
    const { custom_id: customId, url, body } = record(parseJson(line));
    if (typeof customId !== 'string' || !isRecord(body)) continue;
    requests.set(customId, { path: typeof url === 'string' ? url : undefined, body: JSON.stringify(body) });
  }
  return requests;
}

/** The requests with which a batch of Anthropic is created. */
export function requestsInBody(text: string): Map<string, BatchRequest> {
  const { requests } = record(parseJson(text));
  const found = new Map<string, BatchRequest>();
  for (const request of Array.isArray(requests) ? (requests as unknown[]) : []) {
    const { custom_id: customId, params } = record(request);
    if (typeof customId === 'string' && isRecord(params))
      found.set(customId, { path: '/v1/messages', body: JSON.stringify(params) });
  }
  return found;
}

/** Batches that an answer of OpenAI describes: one, or a list. */
export function batchesIn(text: string): JsonRecord[] {
  const fields = record(parseJson(text));
  const all = Array.isArray(fields.data) ? (fields.data as unknown[]) : [fields];
  return all.map(record).filter(({ input_file_id: input }) => typeof input === 'string');
}

export function idIn(text: string): string | undefined {
  const { id } = record(parseJson(text));
  return typeof id === 'string' ? id : undefined;
}
