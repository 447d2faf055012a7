/**
 * The Realtime API over a WebSocket: each response of the session is one exchange. Its request is what the session had
 * by then: the settings, and the items since the response before. Responses of one session continue each other.
 */
import { isFields } from '../clients/observable-client.ts';
import { createExchange, type Exchange } from '../exchange/exchange.ts';
import { parseJson } from '../platform/json.ts';
import { COMPLETE, endExchange } from '../tap/exchange-tap.ts';
import { audioBytes, bytesPerMs, idField } from './realtime-audio.ts';
import { endWithSocket, keepEvent, refuse, type SocketOwner } from './socket-exchange.ts';
import type { Frame, SocketSession } from './watch-socket.ts';

/** The user spoke, or the application cancelled. */
const ABORT = { outcome: 'abort' } as const;

type Fields = Record<string, unknown>;

/** A `response.create` whose response has not begun. */
interface Requested {
  exchange: Exchange;
  eventId: unknown;
  response: Fields;
}

interface OpenResponse {
  exchange: Exchange;
  /** The items that it answers; a transcript may arrive while it runs. */
  input: Fields[];
  /** Resolves the request body of `exchange`, which waits for transcripts. Absent when it waits for none. */
  complete?: (() => void) | undefined;
  /** Bytes of the audio that it spoke, by item. */
  spoken: Map<string, number>;
}

/** More than a session has between two responses, or at one time. */
const MAX_ITEMS = 1_000;
const MAX_OPEN = 100;

const OUTPUT_AUDIO = /"type"\s*:\s*"response\.(?:output_)?audio\.delta"/;
const INPUT_AUDIO = /"type"\s*:\s*"input_audio_buffer\.append"/;

export class RealtimeSession implements SocketSession {
  readonly #owner: SocketOwner;
  #settings: Fields;
  /** Items since the last response. */
  #fresh: Fields[] = [];
  #lastResponse: string | undefined;
  readonly #requested: Requested[] = [];
  readonly #open = new Map<string, OpenResponse>();
  #bufferedBytes = 0;
  /** Milliseconds of speech by item: first its beginning, and then its length. */
  readonly #speech = new Map<unknown, number>();

  constructor(owner: SocketOwner) {
    this.#owner = owner;
    this.#settings = { model: new URL(owner.url).searchParams.get('model') ?? undefined };
  }

  sent(text: string): void {
    if (INPUT_AUDIO.test(text.slice(0, 200)) || (text.length > 10_000 && INPUT_AUDIO.test(text))) {
      this.#bufferedBytes += audioBytes(text, 'audio');
      return;
    }
    const event = parseJson(text);
    if (!isFields(event)) return;
    if (event.type === 'session.update') this.#settings = { ...this.#settings, ...reported(event.session) };
    else if (event.type === 'input_audio_buffer.clear') this.#bufferedBytes = 0;
    else if (event.type === 'response.create') this.#request(event);
  }

  received(frame: Frame): void {
    if (OUTPUT_AUDIO.test(frame.text)) return this.#hearSpoken(frame.text);
    const event = parseJson(frame.text);
    if (!isFields(event)) return;
    const { type, session, response, response_id: id } = event;
    // The application may have changed the settings before the first ones arrive.
    if (type === 'session.created') this.#settings = { ...reported(session), ...this.#settings };
    else if (type === 'session.updated') this.#settings = { ...this.#settings, ...reported(session) };
    else if (type === 'conversation.item.added' || type === 'conversation.item.created') this.#add(event.item);
    else if (type === 'response.created' && isFields(response)) this.#begin(response, frame);
    else if (type === 'response.done' && isFields(response)) this.#end(response, event);
    else if (type === 'error') this.#fail(event.error, frame);
    else if (typeof id === 'string') this.#continue(id, frame);
    else this.#hear(event);
  }

  closed(isOwn: boolean): void {
    for (const { exchange, complete } of this.#open.values()) {
      complete?.();
      endWithSocket(exchange, this.#owner, isOwn);
    }
    this.#open.clear();
    for (const { exchange } of this.#requested.splice(0)) {
      this.#startUnanswered(exchange);
      endWithSocket(exchange, this.#owner, isOwn);
    }
  }

  /** The exchange has the context in which it was sent; what it asks is known when the response begins. */
  #request({ event_id: eventId, response }: Fields): void {
    if (this.#requested.length >= MAX_OPEN) return;
    const { url, settings } = this.#owner;
    const exchange = createExchange({ method: 'POST', url, requestBody: undefined }, settings);
    this.#requested.push({ exchange, eventId, response: isFields(response) ? response : {} });
  }

  /** Items of the user and of the application. Those of a running response are its output. */
  #add(item: unknown): void {
    if (!isFields(item)) return;
    const isOutput = item.role === 'assistant' || item.type === 'function_call' || item.type === 'reasoning';
    if ((isOutput && this.#open.size > 0) || this.#fresh.length >= MAX_ITEMS) return;
    this.#fresh.push(withDuration(item, this.#speech.get(item.id)));
  }

  #hear({ type, item_id: id, audio_start_ms: start, audio_end_ms: end, transcript }: Fields): void {
    const begun = this.#speech.get(id);
    if (type === 'input_audio_buffer.speech_started' && typeof start === 'number') this.#note(id, start);
    else if (type === 'input_audio_buffer.speech_stopped' && typeof end === 'number' && begun !== undefined)
      this.#note(id, end - begun);
    else if (type === 'input_audio_buffer.committed') {
      if (begun === undefined) this.#note(id, Math.round(this.#bufferedBytes / bytesPerMs(this.#settings, 'input')));
      this.#bufferedBytes = 0;
    } else if (type === 'conversation.item.input_audio_transcription.completed') this.#transcribe(id, transcript);
    else if (type === 'conversation.item.input_audio_transcription.failed') this.#transcribe(id, null);
  }

  #note(id: unknown, milliseconds: number): void {
    if (this.#speech.size >= MAX_ITEMS) this.#speech.clear();
    this.#speech.set(id, milliseconds);
  }

  #transcribe(id: unknown, transcript: unknown): void {
    for (const items of [this.#fresh, ...[...this.#open.values()].map(({ input }) => input)]) {
      const index = items.findIndex((item) => item.id === id);
      const item = items[index];
      if (item) items[index] = withTranscript(item, transcript);
    }
    for (const open of this.#open.values()) {
      if (open.complete && !open.input.some(isUntranscribed)) open.complete();
    }
  }

  #begin(response: Fields, frame: Frame): void {
    const { id } = response;
    if (typeof id !== 'string' || this.#open.size >= MAX_OPEN) return;
    const { exchange = this.#ownExchange(), response: asked = {} } = this.#requested.shift() ?? {};
    const input = Array.isArray(asked.input) ? asked.input.filter(isFields) : this.#fresh.splice(0);
    const { model, instructions, tools } = { ...this.#settings, ...asked };
    const limit = asked.max_output_tokens ?? this.#settings.max_output_tokens;
    const settings = { model, instructions, tools, ...(typeof limit === 'number' && { max_output_tokens: limit }) };
    const previous_response_id = this.#lastResponse;
    const body = () => JSON.stringify({ ...settings, input, previous_response_id, stream: true });
    const open: OpenResponse = { exchange, input, spoken: new Map() };
    exchange.requestBody = this.#isTranscribing() && input.some(isUntranscribed) ? whenComplete(open, body) : body();
    this.#open.set(id, open);
    this.#lastResponse = id;
    this.#owner.recording.started(exchange);
    keepEvent(exchange, frame);
  }

  /** For a response that the server starts itself, when the user has ended to speak. */
  #ownExchange(): Exchange {
    const { url, settings } = this.#owner;
    return createExchange({ method: 'POST', url, requestBody: undefined }, settings);
  }

  #isTranscribing(): boolean {
    const { audio, input_audio_transcription: beta } = this.#settings;
    const input = isFields(audio) && isFields(audio.input) ? audio.input.transcription : beta;
    return isFields(input);
  }

  #continue(id: string, frame: Frame): void {
    const open = this.#open.get(id);
    if (open) keepEvent(open.exchange, frame);
  }

  #hearSpoken(text: string): void {
    const open = this.#open.get(idField(text, 'response_id'));
    const item = idField(text, 'item_id');
    open?.spoken.set(item, (open.spoken.get(item) ?? 0) + audioBytes(text, 'delta'));
  }

  #end(response: Fields, event: Fields): void {
    const open = typeof response.id === 'string' ? this.#open.get(response.id) : undefined;
    if (!open) return;
    this.#open.delete(String(response.id));
    const perMs = bytesPerMs(this.#settings, 'output');
    const output = (Array.isArray(response.output) ? response.output : []).map((item: unknown) => {
      const bytes = isFields(item) ? open.spoken.get(String(item.id)) : undefined;
      return isFields(item) && bytes !== undefined ? withDuration(item, Math.round(bytes / perMs)) : item;
    });
    open.complete?.();
    keepEvent(open.exchange, {
      text: JSON.stringify({ ...event, response: { ...response, output } }),
      bytes: undefined,
    });
    endExchange(open.exchange, this.#owner.recording, response.status === 'cancelled' ? ABORT : COMPLETE);
  }

  /** Only an error that names the event that it answers refuses a request: others may be of any event. */
  #fail(error: unknown, frame: Frame): void {
    const eventId = isFields(error) ? error.event_id : undefined;
    const index = this.#requested.findIndex((request) => eventId !== undefined && request.eventId === eventId);
    const [refused] = index < 0 ? [] : this.#requested.splice(index, 1);
    if (!refused) return;
    this.#startUnanswered(refused.exchange);
    refuse(refused.exchange, frame, 400);
    endExchange(refused.exchange, this.#owner.recording, COMPLETE);
  }

  /** The items stay for the next response. */
  #startUnanswered(exchange: Exchange): void {
    const { model, instructions, tools } = this.#settings;
    const asked = { model, instructions, tools, input: this.#fresh, previous_response_id: this.#lastResponse };
    exchange.requestBody = JSON.stringify({ ...asked, stream: true });
    this.#owner.recording.started(exchange);
  }
}

/** The settings that have a value. */
function reported(session: unknown): Fields {
  const entries = isFields(session) ? Object.entries(session) : [];
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== null));
}

function whenComplete(open: OpenResponse, body: () => string): Promise<string> {
  return new Promise((resolve) => {
    open.complete = () => {
      open.complete = undefined;
      resolve(body());
    };
  });
}

function audioBlocks(item: Fields): Fields[] {
  const blocks = Array.isArray(item.content) ? item.content.filter(isFields) : [];
  return blocks.filter(({ type }) => typeof type === 'string' && type.includes('audio'));
}

function isUntranscribed(item: Fields): boolean {
  return audioBlocks(item).some(({ transcript }) => typeof transcript !== 'string');
}

/** A transcript that failed is blank: nothing waits for it. */
function withTranscript(item: Fields, transcript: unknown): Fields {
  return withAudio(item, { transcript: typeof transcript === 'string' ? transcript : '' });
}

/** Without the audio, which the application may have sent as a whole item. */
function withDuration(item: Fields, milliseconds: number | undefined): Fields {
  return withAudio(item, milliseconds === undefined ? {} : { duration_ms: milliseconds });
}

function withAudio(item: Fields, fields: Fields): Fields {
  const blocks = new Set(audioBlocks(item));
  if (blocks.size === 0) return item;
  const content = (item.content as Fields[]).map((block) => {
    if (!blocks.has(block)) return block;
    const { audio: _left, ...rest } = block;
    return { ...rest, ...fields };
  });
  return { ...item, content };
}
