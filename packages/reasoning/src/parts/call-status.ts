/**
 * How a tool call ended, as far as it is known. Used by the SDK for what it sees on the wire, and by ingest for the
 * results that other senders report.
 */
import { isRecord, list, parseJson, record, text } from '../json/json.ts';

/**
 * `ok`, `error`: the wire has a flag for failed tools, or the span of the tool says it. `probable_error`: the result
 * reads like the error message of a framework. `unknown`: there is a result, and no sign of whether the tool succeeded.
 * `no_result`: the call was requested, and no result was seen.
 */
export const CALL_STATUSES = ['no_result', 'unknown', 'probable_error', 'ok', 'error'] as const;

export type CallStatus = (typeof CALL_STATUSES)[number];

/** The status of a call that has a result. A flag always takes precedence over the text. */
export function statusOfResult({ result, isError }: { result?: unknown; isError?: boolean }): CallStatus {
  if (isError !== undefined) return isError ? 'error' : 'ok';
  return readsLikeError(result) ? 'probable_error' : 'unknown';
}

/**
 * The flag of a wire on which it is optional and marks failures: without it the tool did not fail, unless the result
 * reads like an error. Some frameworks never set it.
 */
export function optionalFlag(flag: unknown, result: unknown): { isError?: boolean } {
  if (typeof flag === 'boolean') return { isError: flag };
  return readsLikeError(result) ? {} : { isError: false };
}

/** The texts that frameworks send to the model in place of the result of a tool that threw. */
const ERROR_TEXTS: readonly RegExp[] = [
  // LangGraph's ToolNode, LangChain's createAgent
  /^\w*(?:Error|Exception)\b[^]*\n\s*please fix your mistakes\.$/i,
  /^Error: .{1,200} is not a valid tool, try one of \[/,
  /^Error (?:executing|invoking) tool '[^]*\n\s*Please fix the error and try again\.$/,
  // OpenAI Agents
  /^An error occurred while (?:running the tool|parsing tool arguments)\b/,
  /^Tool '.{1,200}' (?:timed out after [\d.]+ ?(?:ms|s|seconds)\.|not found\.)$/,
  // Strands, Genkit, LlamaIndex, and tools that catch: the error as JavaScript writes it, on one line
  /^(?:\[ERROR\] )?(?:[A-Z]\w*)?(?:Error|Exception): .{1,1000}$/,
];

/** Longer results are data, and parsing them would take time. */
const LONGEST_ERROR = 100_000;

function readsLikeError(result: unknown): boolean {
  if (typeof result === 'string') return isErrorText(result);
  if (Array.isArray(result)) {
    const texts = list(result).map((block) => text(record(block).text));
    return texts.length > 0 && texts.every((block) => block !== undefined) && isErrorText(texts.join(''));
  }
  return isRecord(result) && isErrorRecord(result);
}

function isErrorText(result: string): boolean {
  if (result.length > LONGEST_ERROR) return false;
  const trimmed = result.trim();
  if (ERROR_TEXTS.some((form) => form.test(trimmed))) return true;
  if (!trimmed.startsWith('{') || !/"(?:error|isError|error-text|error-json)"/.test(trimmed)) return false;
  const parsed = parseJson(trimmed);
  return isRecord(parsed) && isErrorRecord(parsed);
}

/** AI SDK's parts of a result that failed. */
const ERROR_PARTS: ReadonlySet<unknown> = new Set(['error-text', 'error-json']);

/** `{"error": …}` as many tools return it, and the result of an MCP tool. */
function isErrorRecord({ error, isError, type, value }: Record<string, unknown>): boolean {
  if (isError === true || (ERROR_PARTS.has(type) && value !== undefined)) return true;
  return error !== undefined && error !== null && error !== false && error !== '';
}
