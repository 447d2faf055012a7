/** Audio costs many times what text costs, so tokens of audio have no price where only that of text is known. */
import { expect, test } from 'vitest';
import { normalise } from '../normalise/index.ts';
import { toStorable } from '../rows/index.ts';
import { spanSent } from '../testing/sent.ts';

const SPOKEN = {
  'gen_ai.operation.name': 'chat',
  'gen_ai.provider.name': 'openai',
  'gen_ai.request.model': 'gpt-realtime',
  'gen_ai.usage.input_tokens': 132,
  'gen_ai.usage.output_tokens': 121,
  'subtext.api': 'openai.responses',
};

function stored(attributes: Record<string, string | number>) {
  const { span, price } = toStorable({ projectId: 'p' }, normalise(spanSent({ attributes })));
  return { cost: span.totalCost, tokens: [span.inputTokens, span.outputTokens], isPriced: price !== null };
}

test('a response in text is priced at the rates of text', () => {
  const { cost, isPriced } = stored({ ...SPOKEN, 'gen_ai.usage.audio.input_tokens': 0 });
  expect(isPriced).toBe(true);
  expect(cost).toBeGreaterThan(0);
});

test.each(['gen_ai.usage.audio.input_tokens', 'gen_ai.usage.audio.output_tokens', 'gen_ai.usage.image.input_tokens'])(
  'the cost of a response with %s is unknown, and its tokens are not',
  (name) => {
    expect(stored({ ...SPOKEN, [name]: 13 })).toEqual({ cost: null, tokens: [132, 121], isPriced: false });
  },
);
