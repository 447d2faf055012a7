/** Secrets are recognized and placeholders are not: both ways, on real forms and on generated ones. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSecret } from './secret.ts';

/** Bytes that are as random as those of a real key, also where fast-check prefers edge cases. */
const randomBytes = (length: number) =>
  fc.nat().map((seed) => createHash('shake256', { outputLength: length }).update(String(seed)).digest());
const characters = (alphabet: string, length: number) =>
  randomBytes(length).map((bytes) => Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join(''));

const DIGITS = '0123456789';
const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const BASE62 = DIGITS + LOWER + UPPER;

const jwt = fc.tuple(fc.record({ sub: fc.uuid(), exp: fc.nat() }), randomBytes(32)).map(([claims, signature]) => {
  const encoded = [{ alg: 'HS256', typ: 'JWT' }, claims].map((part) => Buffer.from(JSON.stringify(part)));
  return [...encoded, signature].map((part) => part.toString('base64url')).join('.');
});

const FORMS: [string, fc.Arbitrary<string>][] = [
  ['32 hexadecimal digits', characters(`${DIGITS}abcdef`, 32)],
  ['base64', randomBytes(32).map((bytes) => bytes.toString('base64'))],
  ['base64 for URLs', randomBytes(24).map((bytes) => bytes.toString('base64url'))],
  ['base32', characters(`${UPPER}234567`, 26)],
  ['a UUID of version 4', randomBytes(16).map(uuid)],
  ['a JSON web token', jwt],
  ['20 lower case letters', characters(LOWER, 20)],
  ['14 letters and digits', characters(BASE62, 14)],
];

const PREFIXES = [
  ...['sk-', 'sk-proj-', 'sk-svcacct-', 'sk-admin-', 'sk-ant-api03-', 'sk-ant-oat01-', 'sk-or-v1-', 'sk-lf-'],
  ...['gsk_', 'xai-', 'csk-', 'AIzaSy', 'AQ.', 'ya29.', 'hf_', 'pplx-', 'nvapi-', 'r8_', 'fw_', 'tgp_v1_', 'vck_'],
  ...['AKIA', 'ASIA', 'ABSK', 'bedrock-api-key-', 'ghu_', 'github_pat_', 'dapi', 'sbtx_live_', 'co_', 'lsv2_pt_'],
];

describe('a secret', () => {
  it.each(FORMS)('is recognized as %s', (_, form) => {
    fc.assert(fc.property(form, isSecret), { numRuns: 1000 });
  });

  it('is recognized as 10 characters with symbols, except for the few that read like words, such as PSffopee00', () => {
    const values = fc.sample(characters(`${BASE62}!#$%&*+?@^~`, 10), 10_000);
    expect(values.filter((value) => !isSecret(value)).length).toBeLessThan(10);
  });

  it.each(PREFIXES)('is recognized with the prefix %s', (prefix) => {
    fc.assert(fc.property(characters(BASE62, 20), (random) => isSecret(prefix + random)));
  });

  it.each(['7hG2kQ9x', 'q8Zt4w', 'b3f09c1e77', 'Summer2026!', 'correct-horse-battery-staple', 'sk-9f3ab27c'])(
    'is recognized when it is short or a pass phrase: %s',
    (secret) => {
      expect(isSecret(secret)).toBe(true);
    },
  );
});

const PLACEHOLDERS = [
  ...['lm-studio', 'anything', 'not-needed', 'ollama', 'EMPTY', 'sk-no-key-required', 'dummy', 'none', 'unused'],
  ...['lmstudio', 'LM Studio', 'llama.cpp', 'vllm', 'sglang', 'koboldcpp', 'gpt4all', 'text-generation-webui', 'jan'],
  ...['sk-test', 'sk-dummy-key', 'sk-ant-test', 'sk-proj-your-key', 'sk-or-v1-test', 'gsk_test', 'sk-local-dev'],
  ...['<your-api-key>', 'YOUR_API_KEY', 'your-api-key-here', '$OPENAI_API_KEY', 'this-is-not-a-real-key', 'changeme'],
  ...['sk-1234', 'sk-1234567890abcdef', 'sk-xxxxxxxxxxxxxxxxxxxx', '1234567890', '********', '...', 'qwerty', 'abc123'],
  ...['00000000-0000-0000-0000-000000000000', 'key-key-key-key-key-key-key-key-key-key-key-key-key-key-key', ''],
  ...['banana', 'whatever', 'scripted-provider', 'undefined', 'null', 'true', 'x', 'hunter2'],
];

const WORDS = ['lm', 'local', 'no', 'not', 'key', 'api', 'dummy', 'test', 'fake', 'none', 'ollama', 'my', 'your'];

describe('a placeholder', () => {
  it.each(PLACEHOLDERS)('is no secret: %s', (placeholder) => {
    expect(isSecret(placeholder)).toBe(false);
  });

  it('is no secret however its words are joined and written', () => {
    const words = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 5 });
    const spelling = fc.constantFrom(lower, (word: string) => word.toUpperCase(), capitalized);
    const joint = fc.constantFrom('-', '_', ' ', '.');
    const written = fc.tuple(words, spelling, joint).map(([parts, spell, join]) => parts.map(spell).join(join));
    const prefix = fc.constantFrom('', 'sk-', 'sk-ant-', 'gsk_');
    fc.assert(fc.property(prefix, written, (start, placeholder) => !isSecret(start + placeholder)));
  });

  it('is no secret when it repeats one character', () => {
    fc.assert(
      fc.property(fc.constantFrom(...BASE62, '*', '.', '-'), fc.integer({ min: 1, max: 60 }), (character, count) => {
        return !isSecret(character.repeat(count)) && !isSecret(`sk-${character.repeat(count)}`);
      }),
    );
  });
});

function lower(word: string): string {
  return word;
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function uuid(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}
