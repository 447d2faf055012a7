import { expect, it } from 'vitest';
import { cutsOf, lacksOf } from './lacks.ts';
import { openPayload, type Payload } from './payload.ts';
import type { GenerationRow } from './read-generation.ts';

const NOTHING = { attributes: 0, events: 0, links: 0 };

const payload = (attributes: Record<string, unknown>) =>
  ({ read: (name: string) => attributes[name], dropped: NOTHING }) as unknown as Payload;

it('lists once what was cut by its sender, to the limit of the project, or here', () => {
  const cuts = cutsOf(
    'aa',
    payload({
      'subtext.truncated': ['gen_ai.output.messages:48000:212000'],
      'masking.cut': ['gen_ai.input.messages:400:2600', 'gen_ai.tool.call.result:200:900'],
      'gen_ai.tool.call.result': `${'x'.repeat(200)}\n… [cut: 200 of 900 characters kept]`,
      'gen_ai.tool.call.arguments': 'x\n… [cut: 1000000 of 1000009 characters kept]',
    }),
  );
  expect(cuts.map(({ attribute, kept, of, unit }) => [attribute, kept, of, unit])).toEqual([
    ['gen_ai.output.messages', 48_000, 212_000, 'bytes'],
    ['gen_ai.input.messages', 400, 2600, 'characters'],
    ['gen_ai.tool.call.result', 200, 900, 'characters'],
    ['gen_ai.tool.call.arguments', 1_000_000, 1_000_009, 'characters'],
  ]);
});

it('lists what the limits of a sender took from a span, and that a client reported it incomplete', () => {
  const body = { droppedAttributesCount: 3, droppedEventsCount: 0, droppedLinksCount: -1 };
  const opened = openPayload(JSON.stringify({ ...body, attributes: { 'anthropic.content.truncated': true } }))!;
  expect(cutsOf('aa', opened)).toEqual([
    { spanId: 'aa', what: 'cut', attribute: 'anthropic.content.truncated' },
    { spanId: 'aa', what: 'dropped', attribute: 'attributes', of: 3 },
  ]);
});

it('lists once for each list which of its texts the sender of OpenInference withheld', () => {
  const attributes = {
    'openinference.span.kind': 'LLM',
    'input.value': '__REDACTED__',
    'llm.input_messages.0.message.content': '__REDACTED__',
    'llm.input_messages.1.message.content': '__REDACTED__',
  };
  const payloads = [openPayload(JSON.stringify({ attributes }))!];
  const row = { spanId: 'aa' } as GenerationRow;
  expect(lacksOf({ row, payloads, hasInput: true, hasOutput: true })).toEqual([
    { spanId: 'aa', what: 'withheld', attribute: 'input.value' },
    { spanId: 'aa', what: 'withheld', attribute: 'llm.input_messages' },
  ]);
});

it('names what the sender could not see, which is not known to be empty', () => {
  const attributes = { 'gen_ai.operation.name': 'chat', 'subtext.unreported': ['gen_ai.system_instructions'] };
  const payloads = [openPayload(JSON.stringify({ attributes }))!];
  const row = { spanId: 'aa' } as GenerationRow;
  expect(lacksOf({ row, payloads, hasInput: true, hasOutput: true })).toEqual([
    { spanId: 'aa', what: 'unreported', attribute: 'gen_ai.system_instructions' },
  ]);
});
