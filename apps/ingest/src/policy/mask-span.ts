/**
 * Every text of a decoded span or log record through the masking rules of its project: names, keys, values however nested, events, links,
 * resource, scope. Runs before anything else looks at it. Ids of trace and span stay: they are sixteen and eight bytes, and all keys are made of them.
 */
import { isFigure, KEY_MARK, type Masker, type Masking } from '@subtext/db';
import type { Attributes, AttributeValue, LogRecord, Resource, Scope, Span } from '../otlp/wire.ts';

/** On the span: which of its attributes were withheld, and why. The prefix is known to no dialect, so it changes nothing for readers. */
export const WITHHELD = 'masking.withheld';

const MOST_REMEMBERED = 5_000;
const MOST_TOLD = 20;

/** One project's rules at work. Remembers what many spans share. */
export class SpanMasker {
  readonly #masker: Masker;
  readonly #names = new Map<string, string>();
  readonly #shared = new WeakMap<Resource | Scope, Resource | Scope>();

  constructor(masker: Masker) {
    this.#masker = masker;
  }

  span(span: Span): Span {
    const work = this.#begin();
    const masked = {
      ...span,
      ...wellFormedIds(span),
      parentSpanId: idOf(span.parentSpanId, 8),
      name: work.text(span.name, 'name'),
      statusMessage: work.text(span.statusMessage, 'status'),
      attributes: work.attributes(span.attributes),
      events: span.events.map((event) => ({
        ...event,
        name: work.text(event.name, 'event'),
        attributes: work.attributes(event.attributes),
      })),
      links: span.links.map((link) => ({
        ...wellFormedIds(link),
        attributes: work.attributes(link.attributes),
      })),
      ...this.#origin(span, work),
    };
    work.tell(masked.attributes);
    return masked;
  }

  log(record: LogRecord): LogRecord {
    const work = this.#begin();
    const masked = {
      ...record,
      ...wellFormedIds(record),
      severityText: work.text(record.severityText, 'severity'),
      eventName: work.text(record.eventName, 'event'),
      body: work.value('body', record.body),
      attributes: work.attributes(record.attributes),
      ...this.#origin(record, work),
    };
    work.tell(masked.attributes);
    return masked;
  }

  #begin(): Work {
    if (this.#names.size > MOST_REMEMBERED) this.#names.clear();
    return new Work(this.#masker.begin(), this.#names);
  }

  /** All spans of one block of a request have the same two objects. */
  #origin({ resource, scope }: Span | LogRecord, work: Work): { resource: Resource; scope: Scope } {
    const shared = <Part extends Resource | Scope>(part: Part, make: () => Part): Part => {
      const known = (this.#shared.get(part) as Part | undefined) ?? make();
      this.#shared.set(part, known);
      return known;
    };
    return {
      resource: shared(resource, () => ({ attributes: work.attributes(resource.attributes) })),
      scope: shared(scope, () => ({
        name: work.text(scope.name, 'scope'),
        version: work.text(scope.version, 'scope'),
        attributes: work.attributes(scope.attributes),
      })),
    };
  }
}

class Work {
  readonly #masking: Masking;
  readonly #names: Map<string, string>;
  readonly #withheld = new Set<string>();

  constructor(masking: Masking, names: Map<string, string>) {
    this.#masking = masking;
    this.#names = names;
  }

  attributes(attributes: Attributes): Attributes {
    const masked: Attributes = new Map();
    for (const [name, value] of attributes) {
      const key = unusedName(masked, this.#name(name));
      masked.set(key, this.#hides(attributes, name, value) ? KEY_MARK : this.value(key, value));
    }
    return masked;
  }

  text(text: string, place: string): string {
    if (text === '') return text;
    const masked = this.#masking.text(text);
    if (masked !== text && masked.startsWith('[withheld: ')) this.#withheld.add(place);
    return masked;
  }

  value(name: string, value: AttributeValue): AttributeValue {
    if (typeof value === 'string') return this.text(value, name);
    if (typeof value === 'number' || typeof value === 'bigint') {
      if (isFigure(name, value)) return value;
      const digits = String(value);
      const masked = this.text(digits, name);
      return masked === digits ? value : masked;
    }
    if (Array.isArray(value)) return value.map((item) => this.value(name, item));
    if (value instanceof Map) return this.attributes(value);
    return value instanceof Uint8Array ? this.#bytes(name, value) : value;
  }

  /** As an attribute that names what is missing. */
  tell(attributes: Attributes): void {
    if (this.#masking.reasons.size === 0) return;
    const told = [...this.#withheld].slice(0, MOST_TOLD);
    attributes.set(WITHHELD, [...told, ...[...this.#masking.reasons].map((reason) => `because: ${reason}`)]);
  }

  #name(name: string): string {
    const known = this.#names.get(name);
    if (known !== undefined) return known;
    const masked = this.text(name, 'a name');
    if (name.length <= 200) this.#names.set(name, masked);
    return masked;
  }

  /** Also `{ key: 'password', value: … }`, as lists of headers and parameters are written. */
  #hides(attributes: Attributes, name: string, value: AttributeValue): boolean {
    if (this.#masking.hides(name, value)) return true;
    if (name !== 'value') return false;
    const named = attributes.get('key') ?? attributes.get('name');
    return typeof named === 'string' && this.#masking.hides(named, value);
  }

  /** Bytes may be text in any of these; what is found in one makes all of it text with a mark. */
  #bytes(name: string, bytes: Uint8Array): AttributeValue {
    for (const encoding of ['utf8', 'utf16le'] as const) {
      const text = Buffer.from(bytes).toString(encoding);
      const masked = this.text(text, name);
      if (masked !== text) return masked;
    }
    return bytes;
  }
}

/** What is as long as an id; of anything else only how long it was, up to the longest id. */
export function wellFormedIds(told: { traceId: Uint8Array; spanId: Uint8Array }) {
  return { traceId: idOf(told.traceId, 16), spanId: idOf(told.spanId, 8) };
}

export function idOf(bytes: Uint8Array, length: number): Uint8Array {
  return bytes.length === length || bytes.length === 0 ? bytes : new Uint8Array(Math.min(bytes.length, 32));
}

/** Two names that are masked alike stay two attributes. */
function unusedName(attributes: Attributes, name: string): string {
  let unused = name;
  for (let count = 2; attributes.has(unused); count++) unused = `${name} ${count}`;
  return unused;
}
