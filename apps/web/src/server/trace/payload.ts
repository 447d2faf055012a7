/**
 * A stored span or log record, opened: its attributes by name, also those that an event of it carries, and its events. Hostile names are only keys
 * of a map.
 */
import { plainEvent } from '@subtext/reasoning';

export interface Payload {
  /** Name of the instrumentation scope; empty when nobody said. */
  scope: string;
  read: (name: string) => unknown;
  /** Messages that are events, as `eventMessages` takes them: those of the span, or the log record itself. */
  events: Record<string, unknown>[];
}

/** undefined for what is no span and no log record. */
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
  const scope = isFields(sent.scope) ? sent.scope.name : undefined;
  return {
    scope: typeof scope === 'string' ? scope : '',
    read: (name) => attributes.get(name),
    events: [...told.flatMap(({ name, attributes: fields }) => eventOf(name, fields)), ...eventOfLog(sent)],
  };
}

function eventOfLog({ eventName, attributes, body }: Record<string, unknown>): Record<string, unknown>[] {
  const fields = { ...(isFields(body) && body), ...(isFields(attributes) && attributes) };
  return eventOf(eventName === '' ? fields['event.name'] : eventName, fields);
}

const eventOf = (name: unknown, fields: unknown): Record<string, unknown>[] =>
  typeof name === 'string' && name.startsWith('gen_ai.') ? [plainEvent(name, isFields(fields) ? fields : {})] : [];

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
