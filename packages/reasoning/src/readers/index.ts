/** From the bytes of one response to parts: picks the reader by the shape of the body, never by the host. First stage of the flow. */
import type { ModelResponse } from '../model-response.ts';
import { readAnthropicBody, readAnthropicEvents } from './anthropic.ts';
import { parseAwsEventStream } from './aws-event-stream.ts';
import { parseCutJson } from './cut-json.ts';
import { isRecord, parseJson, text, type JsonRecord } from './json.ts';
import { readChatBody, readChatEvents } from './openai-chat.ts';
import { readResponsesBody, readResponsesEvents } from './openai-responses.ts';
import type { ReadOptions } from './options.ts';
import { bodyBytes, bodyText, parseServerSentEvents, type Body } from './sse.ts';

export interface ResponseBody {
  /** The header of that name; only a hint, since some hosts send none or a wrong one. */
  contentType?: string | null;
  body: Body;
  /** The caller or the network cut the body: what had arrived is read. */
  incomplete?: boolean;
  /** Model of the request, for hosts whose response names none. */
  requestModel?: string;
}

interface Reader {
  isBody(body: JsonRecord): boolean;
  isEvent(event: JsonRecord): boolean;
  readBody(body: JsonRecord, options: ReadOptions): ModelResponse;
  readEvents(events: readonly JsonRecord[], options: ReadOptions & { done?: boolean }): ModelResponse;
}

const READERS: readonly Reader[] = [
  {
    isBody: (body) => body.object === 'response' || (Array.isArray(body.output) && 'status' in body),
    isEvent: (event) => text(event.type)?.startsWith('response.') === true,
    readBody: readResponsesBody,
    readEvents: readResponsesEvents,
  },
  {
    isBody: (body) => body.type === 'message' && Array.isArray(body.content),
    isEvent: (event) => /^(?:message|content_block)_(?:start|delta|stop)$/.test(text(event.type) ?? ''),
    readBody: readAnthropicBody,
    readEvents: readAnthropicEvents,
  },
  {
    isBody: (body) => Array.isArray(body.choices),
    isEvent: (event) => Array.isArray(event.choices),
    readBody: readChatBody,
    readEvents: readChatEvents,
  },
];

/** null when no reader knows the shape (embeddings, error bodies, HTML). Never throws: what is malformed is skipped. */
export function readResponse(response: ResponseBody): ModelResponse | null {
  const { incomplete, requestModel } = response;
  const options: ReadOptions = {
    ...(incomplete !== undefined && { incomplete }),
    ...(requestModel !== undefined && { requestModel }),
  };
  if (response.contentType?.includes('vnd.amazon.eventstream')) {
    return readEvents(parseAwsEventStream(bodyBytes(response.body)), options);
  }
  const source = bodyText(response.body);
  const body = parseJson(source);
  if (isRecord(body)) return readBody(body, options);
  const sent = parseServerSentEvents(source);
  const done = sent.some((event) => event.data.trim() === '[DONE]');
  const streamed = readEvents(sent.map(eventData).filter(isRecord), { ...options, done });
  return streamed ?? readCutBody(source, options);
}

function readBody(body: JsonRecord, options: ReadOptions): ModelResponse | null {
  return READERS.find((reader) => reader.isBody(body))?.readBody(body, options) ?? null;
}

function readEvents(events: readonly JsonRecord[], options: ReadOptions & { done?: boolean }): ModelResponse | null {
  const reader = READERS.find((candidate) => events.some((event) => candidate.isEvent(event)));
  return reader?.readEvents(events, options) ?? null;
}

/** A JSON body that was cut on its way: what had arrived is closed and read. */
function readCutBody(source: string, options: ReadOptions): ModelResponse | null {
  const body = source.trimStart().startsWith('{') ? parseCutJson(source) : undefined;
  return isRecord(body) ? readBody(body, { ...options, incomplete: true }) : null;
}

/** Most formats repeat the event's name as `type`; where the data lack it (Groq's `event: error`), the name stands in. */
function eventData(event: { event?: string; data: string }): unknown {
  const data = parseJson(event.data);
  return isRecord(data) && data.type === undefined && event.event !== undefined ? { ...data, type: event.event } : data;
}
