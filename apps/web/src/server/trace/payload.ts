/** A stored span, opened: its attributes by name, also those that an event of it carries. Hostile names are only keys of a map. */

export interface Payload {
  /** Name of the instrumentation scope; empty when nobody said. */
  scope: string;
  read: (name: string) => unknown;
}

/** undefined for what is no span. */
export function openPayload(body: string): Payload | undefined {
  const span = parsed(body);
  if (!isFields(span)) return undefined;
  const attributes = new Map<string, unknown>();
  const events = Array.isArray(span.events) ? span.events : [];
  for (const holder of [span, ...events]) {
    const fields: unknown = isFields(holder) ? holder.attributes : undefined;
    if (!isFields(fields)) continue;
    for (const [name, value] of Object.entries(fields)) if (!attributes.has(name)) attributes.set(name, value);
  }
  const scope = isFields(span.scope) ? span.scope.name : undefined;
  return { scope: typeof scope === 'string' ? scope : '', read: (name) => attributes.get(name) };
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
