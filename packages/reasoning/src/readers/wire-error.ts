/** An error as providers write it into a body, and an answer that consists of nothing else. */
import type { ApiName, ModelResponse } from '../parts/model-response.ts';
import { filled, label, record, text, type JsonRecord } from '../json/json.ts';

export interface WireError {
  type?: string;
  message: string;
}

/**
 * `error`: a record with `message` and its kind, or a text. `kinds`: the fields that may hold the kind, the most
 * specific first.
 */
export function wireError(error: unknown, kinds: readonly string[] = ['type', 'code']): WireError {
  const type = kinds.map((kind) => filled(label(record(error)[kind]))).find((kind) => kind !== undefined);
  const message = text(record(error).message) ?? text(error) ?? 'The stream ended in an error event.';
  return type === undefined ? { message } : { type, message };
}

/**
 * Some hosts answer with status 200 and then fail before the first word: only the request shows the format of the
 * answer.
 */
export function failedAnswer(events: readonly JsonRecord[], api: ApiName): ModelResponse | null {
  const failed = events.find(({ error }) => error !== undefined && error !== null && error !== '');
  return failed ? { api, choices: [{ index: 0, parts: [] }], incomplete: true, error: wireError(failed.error) } : null;
}
