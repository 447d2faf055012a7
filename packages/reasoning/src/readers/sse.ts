/** Server-sent events of a body that has ended. First step of every streaming reader. */

export interface ServerSentEvent {
  event?: string;
  data: string;
}

/** UTF-8 is decoded over the whole body, so a character split between two chunks is never seen split. Bad bytes become U+FFFD. */
export function bodyText(body: Uint8Array | string): string {
  return typeof body === 'string' ? body : new TextDecoder().decode(body);
}

/**
 * Events in order. Lines end with LF, CRLF or CR; comment lines (`: keep-alive`) and unknown fields are skipped; several `data` lines join
 * with LF. A last event without its blank line counts, too: a body may have been cut behind it.
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
