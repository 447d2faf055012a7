/**
 * A decoded span or log record without possible content: the raw body of a project that stores less than everything.
 * Fails closed.
 */
import type { CaptureLevels, Keeper } from '@subtext/privacy';
import type { Attributes, AttributeValue, LogRecord, Scope, Span } from '../otlp/wire.ts';
import { idOf, MARK, wellFormedIds } from './mask-span.ts';
import { FIGURES, isKnownName, isWord, VOCABULARY, WORDS } from './known-names.ts';

/** Marks what was stripped, with the levels. */
const CAPTURE = 'masking.capture';
/** The number of attributes whose names are left out, too. */
const UNNAMED = 'masking.unnamed';

/** The capture levels, and how the rest is represented. */
export interface Capture {
  levels: CaptureLevels;
  keep: Keeper;
}

/** The span without possible content, marked with the levels: names, ids, numbers and the conventions' words remain. */
export function stripSpan(span: Span, { levels, keep }: Capture): Span {
  const attributes = stripped(span.attributes, keepable);
  attributes.set(
    CAPTURE,
    Object.entries(levels).map(([kind, level]) => `${kind}=${level}`),
  );
  return {
    ...span,
    ...wellFormedIds(span),
    parentSpanId: idOf(span.parentSpanId, 8),
    statusMessage: span.statusMessage === '' ? '' : (keep.quoting(span.statusMessage) ?? MARK),
    attributes,
    events: span.events.map((event) => ({
      ...event,
      name: /^[\w.:-]{1,80}$/.test(event.name) ? event.name : MARK,
      attributes: stripped(event.attributes, keepable),
    })),
    links: span.links.map((link) => ({ ...wellFormedIds(link), attributes: stripped(link.attributes, keepable) })),
    resource: { attributes: stripped(span.resource.attributes, keepable) },
    scope: stripScope(span.scope),
  };
}

/** The same for a log record. */
export function stripLog(record: LogRecord, { levels }: Capture): LogRecord {
  const attributes = stripped(record.attributes, keepable);
  attributes.set(
    CAPTURE,
    Object.entries(levels).map(([kind, level]) => `${kind}=${level}`),
  );
  return {
    ...record,
    ...wellFormedIds(record),
    body: record.body === null ? null : MARK,
    attributes,
    resource: { attributes: stripped(record.resource.attributes, keepable) },
    scope: stripScope(record.scope),
  };
}

const stripScope = ({ name, version, attributes }: Scope): Scope => ({
  name: isWord(name) ? name : MARK,
  version: isWord(version) ? version : MARK,
  attributes: stripped(attributes, keepable),
});

/**
 * For rules that cannot be used, before anything reads the span: the conventions' words and numbers remain, no other
 * text.
 */
export function stripUnread<Item extends Span | LogRecord>(item: Item, reason: string): Item {
  const strict = (attributes: Attributes) => stripped(attributes, certain);
  const word = (text: string) => (text === '' || VOCABULARY.has(text) ? text : MARK);
  const { scope, resource } = item;
  const origin = {
    ...wellFormedIds(item),
    attributes: strict(item.attributes).set('masking.withheld', [reason]),
    resource: { attributes: strict(resource.attributes) },
    scope: { name: word(scope.name), version: '', attributes: strict(scope.attributes) },
  };
  if ('severityText' in item)
    return {
      ...item,
      ...origin,
      severityText: '',
      body: item.body === null ? null : MARK,
      eventName: word(item.eventName),
    };
  return {
    ...item,
    ...origin,
    name: MARK,
    statusMessage: word(item.statusMessage),
    events: item.events.map((event) => ({ ...event, name: word(event.name), attributes: strict(event.attributes) })),
    links: item.links.map((link) => ({ ...wellFormedIds(link), attributes: strict(link.attributes) })),
    parentSpanId: idOf(item.parentSpanId, 8),
  };
}

type Keeps = (name: string, value: AttributeValue) => boolean;

/** Known names stay, with a mark in place of their values, to show what existed. */
function stripped(attributes: Attributes, keeps: Keeps): Attributes {
  const kept: Attributes = new Map();
  let unnamed = 0;
  for (const [name, value] of attributes) {
    if (keeps(name, value)) kept.set(name, value);
    else if (keeps === keepable && isKnownName(name)) kept.set(name, MARK);
    else unnamed += 1;
  }
  if (unnamed > 0) kept.set(UNNAMED, unnamed);
  return kept;
}

function keepable(name: string, value: AttributeValue): boolean {
  if (typeof value === 'number' || typeof value === 'boolean') return FIGURES.test(name);
  if (!WORDS.has(name)) return false;
  return Array.isArray(value) ? value.every(isWord) : isWord(value);
}

/** The largest plausible count, as in packages/conventions/src/shared/values.ts: a larger number is something else. */
const LARGEST_FIGURE = 1e9;

function certain(name: string, value: AttributeValue): boolean {
  if (typeof value === 'boolean') return WORDS.has(name);
  if (typeof value === 'number') return Math.abs(value) <= LARGEST_FIGURE && CERTAIN_FIGURES.test(name);
  return WORDS.has(name) && typeof value === 'string' && VOCABULARY.has(value);
}

/** Whole names, because a part of a name could be anything. */
const CERTAIN_FIGURES =
  /^(?:gen_ai\.usage\.(?:(?:cache_(?:read|write)|reasoning)\.)?(?:in|out)put_tokens|llm\.token_count\.(?:prompt|completion|total)|ai\.usage\.(?:in|out)putTokens)$/;
