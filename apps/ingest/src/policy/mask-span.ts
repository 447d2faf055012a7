/**
 * Applies a project's masking rules to every text of a decoded span or log record: names, keys, nested values, events,
 * links, resource, scope. Runs before any other code reads it. Trace and span ids stay: they are sixteen and eight
 * bytes, and all keys are made of them. Works in steps (pace.ts), because a span may take longer than other requests
 * should wait.
 */
import { isFigure, KEY_MARK, type Masker, type Masking } from '@subtext/privacy';
import type { Attributes, AttributeValue, IdName, LogRecord, Resource, Scope, Span, UnreadIds } from '../otlp/wire.ts';
import type { Steps } from './pace.ts';

/** On the span: which attributes were withheld, and why. No convention uses the prefix, so readers are not affected. */
export const WITHHELD = 'masking.withheld';

/** Replaces possible content that cannot be masked. */
export const MARK = '[withheld]';

const MAX_CACHED = 5_000;
const MAX_REPORTED = 20;

/** Characters processed before the event loop turns: about 20 ms of the slowest texts, and 1 ms of ordinary ones. */
const MAX_AT_ONCE = 20_000;
/**
 * Characters from which a list's line is made, with enough spare for marks that are shorter than the text they replace.
 */
const BEGINNING = 2_000;
/** Minimum cost of a text, however short. */
const EACH = 10;

/** Applies one project's rules. Caches what many spans share. */
export class SpanMasker {
  readonly #masker: Masker;
  readonly #names = new Map<string, string>();
  readonly #shared = new WeakMap<Resource | Scope, Resource | Scope>();

  constructor(masker: Masker) {
    this.#masker = masker;
  }

  *span(span: Span): Steps<Span> {
    const work = this.#begin();
    const [events, links]: [Span['events'], Span['links']] = [[], []];
    for (const event of span.events) {
      const name = yield* work.text(event.name, 'event');
      events.push({ ...event, name, attributes: yield* work.attributes(event.attributes) });
    }
    for (const link of span.links)
      links.push({ ...wellFormedIds(link), attributes: yield* work.attributes(link.attributes) });
    const masked = {
      ...span,
      ...wellFormedIds(span),
      parentSpanId: idOf(span.parentSpanId, 8),
      name: yield* work.text(span.name, 'name'),
      statusMessage: yield* work.text(span.statusMessage, 'status'),
      attributes: yield* work.attributes(span.attributes),
      events,
      links,
      ...(yield* this.#origin(span, work)),
    };
    work.report(masked.attributes);
    return masked;
  }

  *log(record: LogRecord): Steps<LogRecord> {
    const work = this.#begin();
    const masked = {
      ...record,
      ...wellFormedIds(record),
      severityText: yield* work.text(record.severityText, 'severity'),
      eventName: yield* work.text(record.eventName, 'event'),
      body: yield* work.value('body', record.body),
      attributes: yield* work.attributes(record.attributes),
      ...(yield* this.#origin(record, work)),
    };
    work.report(masked.attributes);
    return masked;
  }

  /** Texts that are not attribute values themselves. */
  *texts(texts: readonly string[]): Steps<string[]> {
    const work = this.#begin();
    const masked: string[] = [];
    for (const text of texts) masked.push(yield* work.text(text, 'text'));
    return masked;
  }

  /**
   * The beginning of a text, from which a list shows one line; masked at once, or withheld when it would take too long.
   */
  beginning(text: string): string {
    return this.#masker.begin().brief(text.slice(0, BEGINNING)) ?? '[withheld: it takes too long to mask]';
  }

  #begin(): Work {
    if (this.#names.size > MAX_CACHED) this.#names.clear();
    return new Work(this.#masker.begin(), this.#names);
  }

  /** All spans of one block of a request share these two objects. */
  *#origin({ resource, scope }: Span | LogRecord, work: Work): Steps<{ resource: Resource; scope: Scope }> {
    let maskedResource = this.#shared.get(resource) as Resource | undefined;
    if (maskedResource === undefined) {
      maskedResource = { attributes: yield* work.attributes(resource.attributes) };
      this.#shared.set(resource, maskedResource);
    }
    let maskedScope = this.#shared.get(scope) as Scope | undefined;
    if (maskedScope === undefined) {
      maskedScope = {
        name: yield* work.text(scope.name, 'scope'),
        version: yield* work.text(scope.version, 'scope'),
        attributes: yield* work.attributes(scope.attributes),
      };
      this.#shared.set(scope, maskedScope);
    }
    return { resource: maskedResource, scope: maskedScope };
  }
}

class Work {
  readonly #masking: Masking;
  readonly #names: Map<string, string>;
  readonly #withheld = new Set<string>();
  /** Characters processed since the event loop last turned. */
  #since = 0;

  constructor(masking: Masking, names: Map<string, string>) {
    this.#masking = masking;
    this.#names = names;
  }

  *attributes(attributes: Attributes): Steps<Attributes> {
    const masked: Attributes = new Map();
    for (const [name, value] of attributes) {
      const key = unusedName(masked, this.#names.get(name) ?? (yield* this.#name(name)));
      masked.set(key, this.#hides(attributes, name, value) ? KEY_MARK : yield* this.value(key, value));
    }
    return masked;
  }

  *text(text: string, place: string): Steps<string> {
    if (text === '') return text;
    this.#since += text.length + EACH;
    if (this.#since > MAX_AT_ONCE) yield* this.#rest();
    const masked = this.#masking.brief(text) ?? (yield* this.#elsewhere(text));
    if (masked !== text && masked.startsWith('[withheld: ')) this.#withheld.add(place);
    return masked;
  }

  *value(name: string, value: AttributeValue): Steps<AttributeValue> {
    if (typeof value === 'string') return yield* this.text(value, name);
    if (typeof value === 'number' || typeof value === 'bigint') {
      if (isFigure(name, value)) return value;
      const digits = String(value);
      const masked = yield* this.text(digits, name);
      return masked === digits ? value : masked;
    }
    if (Array.isArray(value)) {
      const list: AttributeValue[] = [];
      for (const item of value) list.push(yield* this.value(name, item));
      return list;
    }
    if (value instanceof Map) return yield* this.attributes(value);
    return value instanceof Uint8Array ? yield* this.#bytes(name, value) : value;
  }

  *#rest(): Steps<void> {
    yield undefined;
    this.#since = 0;
    this.#masking.rested();
  }

  *#elsewhere(text: string): Steps<string> {
    const masked = yield { text };
    this.#since = 0;
    this.#masking.rested();
    if (masked === undefined) return this.#masking.text(text);
    for (const reason of masked.reasons) this.#masking.reasons.add(reason);
    return masked.text;
  }

  /** Adds an attribute that lists what is missing. */
  report(attributes: Attributes): void {
    if (this.#masking.reasons.size === 0) return;
    const withheld = [...this.#withheld].slice(0, MAX_REPORTED);
    attributes.set(WITHHELD, [...withheld, ...[...this.#masking.reasons].map((reason) => `because: ${reason}`)]);
  }

  *#name(name: string): Steps<string> {
    const masked = yield* this.text(name, 'a name');
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

  /** Bytes may be text in any of these encodings; a match in one makes the whole value text with a mark. */
  *#bytes(name: string, bytes: Uint8Array): Steps<AttributeValue> {
    for (const encoding of ['utf8', 'utf16le'] as const) {
      const text = Buffer.from(bytes).toString(encoding);
      const masked = yield* this.text(text, name);
      if (masked !== text) return masked;
    }
    return bytes;
  }
}

/** Keeps values with the length of an id; of anything else only the length, up to the longest id. */
export function wellFormedIds({ traceId, spanId, unreadIds }: Ids) {
  return {
    traceId: idOf(traceId, 16),
    spanId: idOf(spanId, 8),
    ...(unreadIds && { unreadIds: namesOf(unreadIds) }),
  };
}

interface Ids {
  traceId: Uint8Array;
  spanId: Uint8Array;
  unreadIds?: UnreadIds;
}

/** Names of the unreadable ids; their values may be anything. */
const namesOf = (ids: UnreadIds): UnreadIds =>
  Object.fromEntries((Object.keys(ids) as IdName[]).map((name) => [name, MARK]));

export function idOf(bytes: Uint8Array, length: number): Uint8Array {
  return bytes.length === length || bytes.length === 0 ? bytes : new Uint8Array(Math.min(bytes.length, 32));
}

/** Two names with the same masked form stay two attributes. */
function unusedName(attributes: Attributes, name: string): string {
  let unused = name;
  for (let count = 2; attributes.has(unused); count++) unused = `${name} ${count}`;
  return unused;
}
