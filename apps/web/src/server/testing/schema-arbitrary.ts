/**
 * Random inputs made from the schema that parses them: most values are valid, so that they pass the first check, and
 * some are hostile.
 */
import fc from 'fast-check';
import * as z from 'zod';

/** Values that no schema may pass to PostgreSQL, or that must not make it fail. */
export const HOSTILE: readonly unknown[] = [
  ...[
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    'x\udc00y',
    '\u202e',
    '💥',
    'x'.repeat(5000),
    '%',
    '\\',
    "'",
    '"',
    '"open',
    '../..',
  ],
  ...[
    '__proto__',
    'constructor',
    '9'.repeat(30),
    '-1',
    '1e400',
    'NaN',
    'Infinity',
    '-infinity',
    'now',
    'E',
    '+-.:',
    '1e',
    '-',
  ],
  ...['hidden:>9e99', `cost:>${'9'.repeat(400)}`, 'w '.repeat(249), 'tag:"', '-', ':', '(a+)+$'],
  ...['+275760-09-13T00:00:00Z..', '-271821-04-20T00:00:00Z..2026-11-01', '0000-01-01..9999-12-31', '..', 'all..all'],
  ...[-1, 0, -0, 0.5, 2 ** 31, 2 ** 53, 1e21, 1e308, Number.NaN, Number.POSITIVE_INFINITY],
  ...[null, undefined, true, [], {}, [[]], { a: 1 }, 1n],
  ...[new Date(0), new Date(Number.NaN), new Date(8.64e15), new Date(-8.64e15), new Date('-000001-01-01')],
];

const hostile = fc.constantFrom(...HOSTILE);

/** Values that only fields with these names parse as more than text. */
const BY_NAME: Readonly<Record<string, readonly string[]>> = {
  q: [
    'tool:a hidden:>40% x',
    `cost:>${'9'.repeat(400)}`,
    'w '.repeat(249),
    'tag:a '.repeat(60),
    'model:"a\\',
    '"%_\\" -\u{1F4A5}',
  ],
  range: [
    ...['all', '24h', '2026-11-01..2026-11-08', '+275760-09-12T00:00Z..+275760-09-13T00:00Z'],
    ...['-271821-04-20T00:00Z..-271821-04-21T00:00Z', '0000-01-01..0000-02-01', '-004713-01-01T00:00Z..0001-01-01'],
  ],
  timeZone: ['UTC', 'Europe/Oslo', 'Etc/GMT+12', 'posix/UTC', '+25:00', '-00:01', 'Factory'],
};

const DAY_MS = 86_400_000;
/** Two of these are often less than a year apart. */
const moment = fc
  .tuple(
    fc.constantFrom(-8.64e15, Date.UTC(-5000, 0), Date.UTC(2026, 10, 1), 8.64e15 - 9 * DAY_MS),
    fc.integer({ min: 0, max: 9 }),
  )
  .map(([start, days]) => new Date(start + days * DAY_MS));

type Schema = z.core.JSONSchema.BaseSchema;

/** Objects with the fields of all schemas, because tRPC merges the inputs of a procedure. */
export function inputArbitrary(schemas: readonly z.ZodType[]): fc.Arbitrary<Record<string, unknown>> {
  const written = schemas.map((schema) => z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }) as Schema);
  return objectArbitrary({
    properties: Object.assign({}, ...written.map(({ properties }) => properties)) as Schema['properties'],
  });
}

const objectArbitrary = ({ properties = {} }: Schema): fc.Arbitrary<Record<string, unknown>> => {
  const fields = Object.entries(properties).map(([name, schema]) => [name, fieldArbitrary(name, schema as Schema)]);
  return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>);
};

function fieldArbitrary(name: string, schema: Schema): fc.Arbitrary<unknown> {
  const value = valueArbitrary(schema);
  return Object.hasOwn(BY_NAME, name) ? fc.oneof(value, fc.constantFrom(...BY_NAME[name]!)) : value;
}

const valueArbitrary = (schema: Schema): fc.Arbitrary<unknown> =>
  fc.oneof({ arbitrary: fittingArbitrary(schema), weight: 5 }, { arbitrary: hostile, weight: 1 });

function fittingArbitrary(schema: Schema): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => fittingArbitrary(choice as Schema)));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...(schema.enum as unknown[]));
  switch (schema.type) {
    case 'object':
      return schema.properties ? objectArbitrary(schema) : fc.dictionary(fc.string(), hostile, { maxKeys: 3 });
    case 'array':
      return fc.array(valueArbitrary((schema.items ?? {}) as Schema), {
        minLength: schema.minItems ?? 0,
        maxLength: 4,
      });
    case 'string':
      return textArbitrary(schema);
    case 'integer':
    case 'number':
      return numberArbitrary(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      // Dates have no JSON type.
      return moment;
  }
}

function numberArbitrary({ minimum, maximum }: Schema): fc.Arbitrary<number> {
  const min = Math.max(minimum ?? Number.MIN_SAFE_INTEGER, Number.MIN_SAFE_INTEGER);
  const max = Math.min(maximum ?? Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
  return fc.oneof(fc.integer({ min: Math.ceil(min), max: Math.floor(max) }), fc.constantFrom(min, max));
}

/** One in five with something that PostgreSQL cannot store. */
const textArbitrary = (schema: Schema): fc.Arbitrary<string> =>
  fc
    .tuple(fittingText(schema), fc.constantFrom('', '', '', '', '\0', '\ud800'))
    .map(([text, more]) => text.slice(0, (schema.maxLength ?? 100) - more.length) + more);

function fittingText({ pattern, format, maxLength = 100, minLength = 0 }: Schema): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid();
  if (format === 'date-time')
    return fc.oneof(
      moment.map((date) => date.toISOString()),
      fc.constant('0000-01-01T00:00:00Z'),
    );
  if (format === 'email') return fc.emailAddress();
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  return fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 60) });
}
