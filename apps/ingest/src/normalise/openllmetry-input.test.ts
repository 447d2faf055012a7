/** What was asked, where the whole input of a request stands as the text of one message. */
import { describe, expect, test } from 'vitest';
import { emptySpan } from '../otlp/wire.ts';
import { normalise } from './index.ts';

const SCOPE = '@traceloop/instrumentation-openai';

describe('OpenLLMetry for JavaScript, the whole input of the Responses API as the text of one message', () => {
  const asked = (content: string) =>
    normalise({
      ...emptySpan({ attributes: new Map() }, { name: SCOPE, version: '', attributes: new Map() }),
      attributes: new Map([
        ['gen_ai.operation.name', 'chat'],
        ['gen_ai.request.model', 'gpt-5-nano'],
        ['gen_ai.input.messages', JSON.stringify([{ role: 'user', parts: [{ type: 'text', content }] }])],
      ]),
    }).generation?.asked;

  test('the question is in it, also of the first request, which has no items yet', () => {
    const first = [
      { role: 'system', content: 'You help in a shop.' },
      { role: 'user', content: 'Is A7 in stock?' },
    ];
    expect(asked(JSON.stringify(first))).toBe('Is A7 in stock?');
    const blocks = [{ role: 'user', content: [{ type: 'input_text', text: 'Is A7 in stock?' }] }];
    expect(asked(JSON.stringify(blocks))).toBe('Is A7 in stock?');
  });

  test('what only looks like it is what was asked', () => {
    for (const text of ['[{"role":"admin"}]', '["user"]', '[]', '[{"role":"user","content":7}]'])
      expect(asked(text)).toBe(text);
  });
});
