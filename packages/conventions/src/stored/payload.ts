/**
 * A parsed span or log record: its attributes by name, including those of its events, and its events. Hostile names are
 * only keys of a map.
 */
import { plainEvent } from '@subtext/reasoning';
import { sentSpan, type SentSpan } from '../sent-span.ts';

export interface Payload {
  /** The span as ingest read it. */
  sent: SentSpan;
  read: (name: string) => unknown;
  /** The number of items that the limits of the sender or of ingest dropped, by kind. */
  dropped: Readonly<Record<'attributes' | 'events' | 'links', number>>;
  /** Messages in events, as input for `eventMessages`: those of the span, or the log record itself. */
  events: Record<string, unknown>[];
}

/** undefined for anything but a span or a log record. */
export function openPayload(body: string): Payload | undefined {
  const sent = parsed(body);
  if (!isFields(sent)) return undefined;
  const told = (Array.isArray(sent.events) ? sent.events : []).filter(isFields);
  const attributes = new Map<string, unknown>();
  // The details event of a log record may have its fields in the body.
  for (const fields of [sent, ...told].map((holder) => holder.attributes).concat(sent.body)) {
    if (!isFields(fields)) continue;
    for (const [name, value] of Object.entries(fields)) if (!attributes.has(name)) attributes.set(name, value);
  }
  return {
    sent: sentFrom(sent, told),
    read: (name) => attributes.get(name),
    dropped: {
      attributes: count(sent.droppedAttributesCount),
      events: count(sent.droppedEventsCount),
      links: count(sent.droppedLinksCount),
    },
    events: [...told.flatMap(({ name, attributes: fields }) => eventOf(name, fields)), ...eventOfLog(sent)],
  };
}

/** An event that is a separate log record is not an event of a span: alone it is not the conversation. */
function sentFrom({ name, scope, attributes, body }: Fields, events: readonly Fields[]): SentSpan {
  const fields = new Map(Object.entries({ ...(isFields(body) && body), ...(isFields(attributes) && attributes) }));
  return sentSpan({
    name: word(name),
    scope: isFields(scope) ? word(scope.name) : '',
    attributes: fields,
    read: (wanted) => fields.get(wanted),
    events: events.map((event) => ({
      name: word(event.name),
      fields: () => (isFields(event.attributes) ? event.attributes : {}),
    })),
  });
}

const count = (value: unknown): number => (typeof value === 'number' && value > 0 ? value : 0);

const word = (value: unknown): string => (typeof value === 'string' ? value : '');

function eventOfLog({ eventName, attributes, body }: Fields): Fields[] {
  const fields = { ...(isFields(body) && body), ...(isFields(attributes) && attributes) };
  return eventOf(eventName === '' ? fields['event.name'] : eventName, fields);
}

const eventOf = (name: unknown, fields: unknown): Fields[] =>
  typeof name === 'string' && name.startsWith('gen_ai.') ? [plainEvent(name, isFields(fields) ? fields : {})] : [];

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
