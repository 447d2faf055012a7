/** An unexpected value in every field of every convention: the span is still read. */
import { expect, it } from 'vitest';
import { emptySpan, type Attributes, type AttributeValue, type Span } from '../otlp/wire.ts';
import { toStorable } from '../rows/index.ts';
import { FIXTURES, PYTHON_SPANS, type SentSpan } from '@subtext/conventions/testing';
import { normalise } from './index.ts';

const HERE = '"HERE"';

/** The JSON text once for each value in it, with a mark in its place, also in JSON that is a string of it. */
function* places(text: string): Generator<string> {
  yield HERE;
  const value = parsed(text);
  if (typeof value !== 'object' || value === null) return;
  for (const [key, item] of Object.entries(value)) {
    const isText = typeof item === 'string';
    for (const place of places(isText ? item : JSON.stringify(item)))
      for (const replaced of isText && place !== HERE ? [JSON.stringify(place)] : [place])
        yield JSON.stringify(Object.assign(structuredClone(value), { [key]: 'HERE' })).replace(HERE, () => replaced);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The mark may stand in JSON that is a text of JSON, and so on. */
function filled(place: string, value: string): string {
  const [mark, inside] = [JSON.stringify(HERE).slice(1, -1), JSON.stringify(value).slice(1, -1)];
  return place.includes(mark) ? place.replace(mark, () => inside) : place.replace(HERE, () => value);
}

interface HostileSpan {
  where: string;
  span: Span;
}

interface Fixture {
  title: string;
  scope: string;
  spans: readonly { name: string; attributes: Record<string, AttributeValue>; events?: SentSpan['events'] }[];
}

function* spansWith(value: string, fixtures: readonly Fixture[] = FIXTURES): Generator<HostileSpan> {
  for (const { title, scope, spans } of fixtures) {
    for (const { name, attributes, events = [] } of spans) {
      const reported = new Map(Object.entries(attributes));
      const span = (all: Attributes, others = events.map((event) => new Map(Object.entries(event.attributes)))) =>
        spanOf({
          scope,
          name,
          attributes: all,
          events: others.map((each, at) => ({ name: events[at]!.name, attributes: each })),
        });
      for (const [key, text] of reported)
        for (const place of typeof text === 'string' ? places(text) : [HERE])
          yield {
            where: `${title}: ${key}: ${place}`,
            span: span(new Map([...reported, [key, filled(place, value)]])),
          };
      for (const [at, event] of events.entries())
        for (const [key, text] of Object.entries(event.attributes))
          for (const place of typeof text === 'string' ? places(text) : [HERE]) {
            const changed = events.map(
              (each, index) =>
                new Map([
                  ...Object.entries(each.attributes),
                  ...(index === at ? [[key, filled(place, value)] as const] : []),
                ]),
            );
            yield { where: `${title}: ${event.name}: ${key}: ${place}`, span: span(reported, changed) };
          }
    }
  }
}

interface SpanInput {
  scope: string;
  name: string;
  attributes: Attributes;
  events: { name: string; attributes: Attributes }[];
}

function spanOf({ scope, name, attributes, events }: SpanInput): Span {
  return {
    ...emptySpan({ attributes: new Map() }, { name: scope, version: '', attributes: new Map() }),
    traceId: new Uint8Array(16).fill(1),
    spanId: new Uint8Array(8).fill(1),
    name,
    kind: 1,
    startTimeUnixNano: 1_790_000_000_000_000_000n,
    endTimeUnixNano: 1_790_000_001_000_000_000n,
    attributes,
    events: events.map((event) => ({ ...event, timeUnixNano: 1_790_000_000_000_000_000n })),
  };
}

/** What threw, by its message, with the first place that it happened at. */
function failures(spans: Iterable<HostileSpan>): string[] {
  const failed = new Map<string, string>();
  for (const { where, span } of spans) {
    try {
      toStorable({ projectId: 'project' }, normalise(span));
    } catch (error) {
      const message = String(error);
      if (!failed.has(message)) failed.set(message, `${message} at ${where}`);
    }
  }
  return [...failed.values()];
}

it.each([
  'null',
  '7',
  '"text"',
  '[]',
  '[null]',
  '[[{}]]',
  '{"toString":1,"valueOf":1}',
  '{"length":2,"0":{"type":["x"]}}',
  '[{"type":{"toString":1,"valueOf":1},"id":[{"toString":1,"valueOf":1}]}]',
  '{"__proto__":{"type":7},"constructor":7}',
])('%s, wherever it stands', (value) => expect(failures(spansWith(value))).toEqual([]));

const PYTHON: Fixture[] = Object.entries(PYTHON_SPANS).map(([title, span]) => ({
  title,
  scope: span.scope,
  spans: [span],
}));

it.each(['[null]', '{"length":2,"0":{"type":["x"]}}'])('%s, wherever it stands in what Python sends', (value) =>
  expect(failures(spansWith(value, PYTHON))).toEqual([]),
);

/** A map, which no text becomes: an object that cannot be made a number or text. */
function* spansWithMaps(fixtures: readonly Fixture[]): Generator<HostileSpan> {
  const map = new Map<string, AttributeValue>([['a', 1]]);
  for (const { title, scope, spans } of fixtures)
    for (const { name, attributes } of spans)
      for (const key of [...Object.keys(attributes), ...FIGURES_OF_FEW])
        for (const value of [map, [map]])
          yield {
            where: `${title}: ${key}`,
            span: spanOf({
              scope,
              name,
              attributes: new Map([...Object.entries(attributes), [key, value]]),
              events: [],
            }),
          };
}

const FIGURES_OF_FEW = [
  'operation.cost',
  'cost_usd',
  'llm.cost.total',
  'gen_ai.usage.cost',
  'gen_ai.usage.total_cost',
  'success',
  'llm.is_streaming',
  'gen_ai.request.stream',
  'gen_ai.request.choice.count',
  'gen_ai.response.id',
];

it('a map, wherever it stands', () => expect(failures(spansWithMaps([...FIXTURES, ...PYTHON]))).toEqual([]));

// The span that asks has a place of every kind.
it.each(FIXTURES.map((fixture) => ({ ...fixture, spans: fixture.spans.slice(0, 1) })))(
  'a value that is nested ten thousand deep, wherever it stands: $title',
  (fixture) =>
    expect(failures(spansWith(`${'[{"content":'.repeat(5_000)}1${'}]'.repeat(5_000)}`, [fixture]))).toEqual([]),
);

it('names of ten thousand segments', () => {
  const spans = FIXTURES.flatMap(({ scope, spans: reported }) =>
    reported.map(({ name, attributes }) => {
      const long = Object.entries(attributes).flatMap(([key, value]) =>
        ['.a', '.0'].map((segment) => [`${key}${segment.repeat(10_000)}`, value] as const),
      );
      return {
        where: name,
        span: spanOf({ scope, name, attributes: new Map([...Object.entries(attributes), ...long]), events: [] }),
      };
    }),
  );
  expect(failures(spans)).toEqual([]);
});
