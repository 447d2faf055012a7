/** Masking does not block other requests: the test counts turns of the event loop, not time. */
import { describe, expect, test } from 'vitest';
import { readTraces } from '../read/read-traces.ts';
import { jsonRequest, jsonSpan } from '../testing/otlp-json.ts';
import { maskElsewhere } from './mask-elsewhere.ts';
import { policyOf } from './index.ts';

const QUADRATIC = { name: 'slow', pattern: '[a-z]+1|[a-z]' };
const RULES = {
  capture: {},
  mask: { keys: ['password'], patterns: [] as object[], entities: ['e-mail', 'card', 'private-key'] },
};
const SLOW_RULES = { ...RULES, mask: { ...RULES.mask, patterns: [QUADRATIC] } };

const ADDRESSES = 'someone@example.com ';

function requestOf(texts: readonly string[], rules: object) {
  const attributes = texts.map((text, index) => ({ key: `text.${index}`, value: { stringValue: text } }));
  return {
    projectId: '00000000-0000-4000-8000-000000000001',
    signal: 'traces' as const,
    type: 'application/json' as const,
    body: Buffer.from(JSON.stringify(jsonRequest([jsonSpan({ attributes })]))),
    policy: policyOf({ rules, version: 1 } as never),
  };
}

/** Turns of the event loop until the request is read, and what was read. */
async function turnsWhile(texts: readonly string[], rules: object = RULES) {
  let turns = 0;
  let isReading = true;
  const count = () => {
    turns += 1;
    if (isReading) setImmediate(count);
  };
  setImmediate(count);
  const { storable } = await readTraces(requestOf(texts, rules));
  isReading = false;
  return { turns, body: storable[0]!.body };
}

describe('others have their turn', () => {
  test('while one huge text is masked', async () => {
    const { turns, body } = await turnsWhile([ADDRESSES.repeat(45_000)]);
    expect(turns).toBeGreaterThan(50);
    expect(body).not.toContain('someone@');
  });

  test('at least every 20,000 characters of many small ones', async () => {
    const { turns, body } = await turnsWhile(Array.from({ length: 4_000 }, () => ADDRESSES.repeat(10)));
    expect(turns).toBeGreaterThan((4_000 * 200) / 20_000);
    expect(body).not.toContain('someone@');
  });

  test('when a pattern of the project takes all the time it is given', async () => {
    const letters = 'a'.repeat(10_000);
    const { turns, body } = await turnsWhile([letters], SLOW_RULES);
    expect(turns).toBeGreaterThan(10);
    expect(body).not.toContain('aaaa');
    expect(body).toContain('a pattern takes too long');
  });
});

test('a long text is masked as a short one is, wherever that happens', async () => {
  const secret = `${'x '.repeat(30_000)} someone@example.com and {"password": "hunter2"}`;
  const { body } = await turnsWhile([secret, secret.slice(-60)]);
  for (const mark of ['[masked: e-mail]', '[masked: by name]']) expect(body.split(mark)).toHaveLength(1 + 2);
  expect(body).not.toMatch(/someone|hunter2/);
});

test('what is too large is withheld here, with the reason on the span', async () => {
  const { body } = await turnsWhile(['x'.repeat(1_000_001)]);
  expect(body).toContain('[withheld: larger than 1000000 characters]');
  expect(body).toContain('masking.withheld');
});

test('a text that the thread cannot mask is not let through, and the next one is masked', async () => {
  await expect(maskElsewhere({ mask: 'no rules' }, 'secret')).rejects.toThrow('could not be masked');
  expect((await maskElsewhere(RULES, ADDRESSES)).text).toBe('[masked: e-mail] ');
});
