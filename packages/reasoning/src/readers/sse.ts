/** The text of a complete body, and its server-sent events. First step of every streaming reader. */

export interface ServerSentEvent {
  event?: string;
  data: string;
}

/**
 * The text, in pieces, of a body in any form: text, bytes, or the chunks as they arrived, which may split a character.
 * Invalid bytes become U+FFFD; half a character at the end of a cut body is dropped.
 */
export function bodyTexts(body: Body): string[] {
  if (typeof body === 'string') return [body];
  const decoder = new TextDecoder();
  const chunks = body instanceof Uint8Array ? [body] : body;
  return chunks.map((chunk) => decoder.decode(chunk, { stream: true }));
}

export type Body = string | Uint8Array | readonly Uint8Array[];

export function bodyBytes(body: Body): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (body instanceof Uint8Array) return body;
  const bytes = new Uint8Array(body.reduce((length, chunk) => length + chunk.byteLength, 0));
  let at = 0;
  for (const chunk of body) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

/**
 * Events in order. Lines end with LF, CRLF or CR; comment lines (`: keep-alive`) and unknown fields are skipped;
 * several `data` lines join with LF. A last event without its blank line counts, too, because a body may have been cut
 * after it.
 */
export function parseServerSentEvents(source: string): ServerSentEvent[] {
  const events: ServerSentEvent[] = [];
  let event: string | undefined;
  let data: string[] = [];
  const dispatch = () => {
    if (data.length > 0)
      events.push(event === undefined ? { data: data.join('\n') } : { event, data: data.join('\n') });
    event = undefined;
    data = [];
  };
  for (const line of source.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)) {
    if (line === '') dispatch();
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') data.push(value);
    if (field === 'event') event = value;
  }
  dispatch();
  return events;
}
