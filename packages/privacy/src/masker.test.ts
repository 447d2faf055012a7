/** What the rules find in nested and encoded texts, and what happens when they cannot search one. */
import { describe, expect, it } from 'vitest';
import { createMasker } from './masker.ts';
import { ENTITIES, projectRules, type ProjectRules } from './rules.ts';

type Mask = Partial<ProjectRules['mask']>;

function mask(text: string, rules: Mask): string {
  const masking = createMasker({ keys: [], patterns: [], entities: [], ...rules })?.begin();
  return masking ? masking.text(text) : text;
}

const every = (text: string) => mask(text, { entities: [...ENTITIES] });

/** A text with a secret in it, the secret, and its entity. All are from documentation or made up for this test. */
const PLANTED: [label: string, secret: string, text: string][] = [
  ['e-mail', 'jane.doe+x@mail.example.co.uk', 'Write to jane.doe+x@mail.example.co.uk.'],
  ['e-mail', 'jörg@exämple.de', '<jörg@exämple.de>'],
  ['e-mail', 'jane%40example.com', 'https://example.com/?user=jane%40example.com&x=1'],
  ['e-mail', `${'a'.repeat(300)}@example.com`, `x ${'a'.repeat(300)}@example.com`],
  ['phone', '+49 (30) 1234-5678', 'Call +49 (30) 1234-5678 today'],
  ['phone', '(212) 555-0187', 'or (212) 555-0187.'],
  ['phone', '030 12345678', 'oder 030 12345678!'],
  ['card', '4111 1111 1111 1111', 'Card 4111 1111 1111 1111 123, 12/29'],
  ['card', '378282246310005', '{"card":378282246310005}'],
  ['iban', 'DE89 3704 0044 0532 0130 00', 'IBAN DE89 3704 0044 0532 0130 00 is mine'],
  ['iban', 'gb82west12345698765432', 'gb82west12345698765432'],
  ['ip-address', '192.168.10.254', 'from 192.168.10.254:443'],
  ['ip-address', '2001:db8::8a2e:370:7334', 'addr:2001:db8::8a2e:370:7334.'],
  ['ip-address', 'fe80::1', 'http://[fe80::1]:80/'],
  ['jwt', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.sflKxwRJSM', 't=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.sflKxwRJSM;'],
  ['bearer-token', 'abcdef123456', 'Authorization: Bearer abcdef123456'],
  ['aws-key', 'AKIAIOSFODNN7EXAMPLE', 'id AKIAIOSFODNN7EXAMPLE'],
  [
    'aws-key',
    'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    '{"SecretAccessKey":"wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"}',
  ],
  ['openai-key', 'sk-proj-abcdefghijklmnop1234', 'key sk-proj-abcdefghijklmnop1234'],
  ['anthropic-key', 'sk-ant-api03-abcdefghijklmnop', 'key=sk-ant-api03-abcdefghijklmnop'],
  ['github-key', 'ghp_abcdefghijklmnopqrstuvwxyz0123456789', 'ghp_abcdefghijklmnopqrstuvwxyz0123456789'],
  ['other-key', `sbtx_live_${'a1'.repeat(20)}`, `sbtx_live_${'a1'.repeat(20)}`],
  ['private-key', 'MIIEabc', '-----BEGIN RSA PRIVATE KEY-----\nMIIEabc\n-----END RSA PRIVATE KEY-----'],
  ['private-key', 'MIIEcut', 'x -----BEGIN PRIVATE KEY-----\nMIIEcut'],
];

describe.each(PLANTED)('%s %s', (label, secret, text) => {
  it('is found in a text', () => {
    const masked = every(text);
    expect(masked).not.toContain(secret);
    expect(masked).toContain(`[masked: ${label}]`);
  });

  it('is found in JSON, in nested JSON text, in cut JSON, and in a key', () => {
    const object = JSON.stringify({ deep: [{ note: `\n${text}` }] });
    for (const hidden of [object, JSON.stringify(object), JSON.stringify({ again: JSON.stringify([object]) })]) {
      expect(every(hidden)).toContain(`[masked: ${label}]`);
      expect(every(hidden)).not.toContain(secret);
      expect(() => JSON.parse(every(hidden)) as unknown).not.toThrow();
      expect(every(hidden.slice(0, -2))).not.toContain(secret);
    }
    expect(every(JSON.stringify({ [text]: 1 }))).not.toContain(secret);
  });
});

describe('texts without a secret', () => {
  it.each([
    'Order 1790000000000000000 of 2026-11-21T20:17:54.123Z took 1.25 s, 12:34:56, v1.2.3, std::vector, a@b, 50% @ noon',
    '{"input_tokens":210,"at":1790000000123,"id":"call_0123456789","ratio":0.0012345678901234,"sku":"A7-100-200"}',
    'resp_68af4030592c81938ec0a5fbab4a3e9f05438e46b5f69a3b',
    'The bearer of this letter, basic questions, sk-learn and eyJ alone',
  ])('%s', (text) => expect(every(text)).toBe(text));
});

describe('names', () => {
  const keys = ['password', '*token*', 'x-api-key'];
  it.each([
    ['{"Password":"hunter2","a":1}', '{"Password":"[masked: by name]","a":1}'],
    ['{"a":{"accessToken":{"v":["hunter2"]}}}', '{"a":{"accessToken":"[masked: by name]"}}'],
    ['[{"name":"password","value":"hunter2"}]', '[{"name":"password","value":"[masked: by name]"}]'],
    ['{"password":"hunter2","password":1}', '{"password":"[masked: by name]"}'],
    ['"{\\"password\\":\\"hunter2\\"}"', '"{\\"password\\":\\"[masked: by name]\\"}"'],
    ['{"a": 1, "password": "hun\\"ter2 and it was cut', '{"a": 1, "password": "[masked: by name]'],
    ['x-api-key: hunter2\nnext', 'x-api-key: [masked: by name]\nnext'],
    ["run(password='hunter2')", "run(password='[masked: by name]')"],
    ['?token=hunter2&a=1', '?token=[masked: by name]&a=1'],
  ])('%s', (text, expected) => expect(mask(text, { keys })).toBe(expected));

  it('do not mask usage figures', () => {
    const usage = '{"usage":{"input_tokens":12,"token":123456}}';
    expect(mask(usage, { keys })).toBe('{"usage":{"input_tokens":12,"token":"[masked: by name]"}}');
  });
});

describe('patterns', () => {
  const patterns = [{ name: 'order', pattern: '^ORD-\\d+$|\\bORD-\\d{6}\\b' }];

  it('are found in texts, at the ends of JSON strings, and in JSON escapes', () => {
    expect(mask('my ORD-123456, please', { patterns })).toBe('my [masked: order], please');
    expect(mask('{"id":"ORD-1"}', { patterns })).toBe('{"id":"[masked: order]"}');
    expect(mask('{"id":"\\u004fRD-1"}', { patterns })).toBe('{"id":"[masked: order]"}');
    expect(mask('{"id":"\\nORD-123456 was cut', { patterns })).not.toContain('123456');
  });

  it('find numbers that JavaScript cannot represent, and do not change the others', () => {
    const long = [{ name: 'long', pattern: '9{20}' }];
    expect(mask('{"a":99999999999999999999}', { patterns: long })).toBe('{"a":"[masked: long]"}');
    expect(mask('{"a":12345678901234567890,"b":"99999999999999999999"}', { patterns: long })).toBe(
      '{"a":12345678901234567890,"b":"[masked: long]"}',
    );
  });

  it('do not mask the words of marks', () => {
    const words = [{ name: 'word', pattern: '[a-z]+' }];
    expect(mask('A b', { patterns: words })).toBe('A [masked: word]');
    expect(mask('[masked: word]', { patterns: words })).toBe('[masked: word]');
  });

  it.each([
    ['(', /./],
    ['(?=a)', /./],
    ['a*', /empty/],
    ['\\w{1,900}', /large/],
  ])('%s is refused', (pattern, problem) => {
    expect(() => mask('a', { patterns: [{ name: 'p', pattern }] })).toThrow(problem);
  });
});

describe('a text that cannot be checked is withheld', () => {
  const masking = (rules: Mask) => createMasker({ keys: [], patterns: [], entities: [], ...rules })!.begin();

  it.each([
    ['too large', 'x'.repeat(1_000_001), { entities: ['e-mail'] }],
    ['too deep', `${'['.repeat(200)}{"password":1}${']'.repeat(200)}`, { keys: ['password'] }],
    ['too slow', 'x'.repeat(20_000), { patterns: [{ name: 'p', pattern: '[a-z]+1|[a-z]' }] }],
    ['too much', `${'x'.repeat(500_000)} secret`, { patterns: [{ name: 'p', pattern: '\\w{1,20} secret' }] }],
  ] satisfies [string, string, Mask][])('%s', { timeout: 20_000 }, (_name, text, rules) => {
    const run = masking(rules);
    expect(run.text(text)).toMatch(/^\[withheld: .+\]$/);
    expect(run.reasons.size).toBe(1);
  });
});

it('accepts only rules that it can apply', () => {
  expect(projectRules.safeParse({ mask: { keys: ['*'] } }).success).toBe(false);
  expect(projectRules.safeParse({ mask: { hashes: ['a'] } }).success).toBe(false);
  expect(projectRules.safeParse({ capture: { reasoning: 'some' } }).success).toBe(false);
  expect(projectRules.safeParse({}).success).toBe(true);
});

describe('texts that are made to be slow', () => {
  const rules = { keys: ['password', '*secret*'], entities: [...ENTITIES] };
  // With quadratic time each of these texts would take minutes, and the test would time out.
  it.each(['\\', '@', 'a@', '1 ', '4 ', 'eyJ', 'eyJ.', 'a:', '1.', 'sk-', 'bearer ', '+1', 'DE89', 'password="\\'])(
    '%s',
    (piece) => {
      expect(mask(piece.repeat(Math.floor(300_000 / piece.length)), rules)).toBeTypeOf('string');
    },
  );
});
