import { expect, it } from 'vitest';
import { bodyAsJson } from './body-as-json.ts';

const written = (body: Record<string, unknown>) => [...bodyAsJson(body)].join('');

it.each([
  {},
  { messages: [] },
  {
    model: 'm',
    system: [{ type: 'text', text: 'two\nlines' }],
    messages: [{ role: 'user', content: 'x' }, [1, [2]], null],
  },
  { toolConfig: { tools: [{ deep: { deeper: [] } }] }, ['__proto__']: 1, 'a"b': 'c\u2028' },
])('a body reads back as it was, message by message: %j', (body) => {
  expect(JSON.parse(written(body))).toEqual(body);
});

it('is laid out as JSON of the whole would be', () => {
  const body = { model: 'm', messages: [{ role: 'user', content: 'x' }], tool: { a: [1] } };
  expect(written(body)).toBe(`${JSON.stringify(body, null, 2)}\n`);
});

it('is not laid out where most of it would be spaces', () => {
  const deep: unknown = { a: JSON.parse('['.repeat(3000) + ']'.repeat(3000)) };
  expect(written({ input: deep })).toBe(`{\n  "input": ${JSON.stringify(deep)}\n}\n`);
});

it('marks what is nested too deeply instead of failing', () => {
  let deep: unknown = 'x';
  for (let level = 0; level < 100_000; level += 1) deep = [deep];
  expect(JSON.parse(written({ messages: [deep, 'next'] }))).toEqual({
    messages: ['[not recorded: nested too deeply]', 'next'],
  });
});
