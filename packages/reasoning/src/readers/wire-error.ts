/** An error as providers write it into a body, and an answer that is nothing but one. */
import type { ApiName, ModelResponse } from '../model-response.ts';
import { filled, label, record, text, type JsonRecord } from './json.ts';

export interface WireError {
  type?: string;
  message: string;
}

/** `error`: a record with `message` and `type` or `code`, or a text. */
export function wireError(error: unknown): WireError {
  const type = filled(record(error).type) ?? filled(label(record(error).code));
  const message = text(record(error).message) ?? text(error) ?? 'The stream ended in an error event.';
  return type === undefined ? { message } : { type, message };
}

/** Some hosts answer with status 200 and then fail before the first word: only the request tells in what format the answer would have been. */
export function failedAnswer(events: readonly JsonRecord[], api: ApiName): ModelResponse | null {
  const failed = events.find(({ error }) => error !== undefined && error !== null && error !== '');
  return failed ? { api, choices: [{ index: 0, parts: [] }], incomplete: true, error: wireError(failed.error) } : null;
}
