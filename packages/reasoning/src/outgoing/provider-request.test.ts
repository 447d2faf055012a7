import { expect, it } from 'vitest';
import { credentialNames, hasOwnAddress, isAskable, outputLimit, providerRequest } from './provider-request.ts';
import { REPLAY_TARGETS, replayTarget } from './replay-targets.ts';

const targetOf = (id: string) => replayTarget(id)!;
const ask = (id: string, credentials: { key: string; baseUrl?: string }) =>
  providerRequest({ target: targetOf(id), model: 'm/1', body: { model: 'm/1' } }, credentials);

it.each([
  ['openai.responses/openai', 'https://api.openai.com/v1/responses', 'authorization', 'Bearer k-1'],
  ['openai.chat/deepseek', 'https://api.deepseek.com/chat/completions', 'authorization', 'Bearer k-1'],
  ['anthropic.messages/anthropic', 'https://api.anthropic.com/v1/messages', 'x-api-key', 'k-1'],
  [
    'gemini.generateContent/google',
    'https://generativelanguage.googleapis.com/v1beta/models/m%2F1:generateContent',
    'x-goog-api-key',
    'k-1',
  ],
])('asks %s at its own address, with the key in its header', (...[id, url, header, value]) => {
  expect(ask(id, { key: 'k-1' })).toMatchObject({ url, headers: { [header]: value }, body: '{"model":"m/1"}' });
});

it('asks at a base URL as the clients do', () => {
  const urlAt = (id: string, baseUrl: string) => ask(id, { key: 'k', baseUrl })?.url;
  expect(urlAt('openai.chat/openai', 'http://127.0.0.1:9/v1/')).toBe('http://127.0.0.1:9/v1/chat/completions');
  expect(urlAt('anthropic.messages/anthropic', 'http://h')).toBe('http://h/v1/messages');
  expect(urlAt('gemini.generateContent/google', 'http://h/v1beta')).toBe(
    'http://h/v1beta/models/m%2F1:generateContent',
  );
});

it('asks nobody with a key that would end its header, without an address, or in a format that it cannot send', () => {
  expect(ask('openai.chat/openai', { key: 'k\r\nx-other: 1' })).toBeUndefined();
  expect(ask('openai.chat/openai', { key: '' })).toBeUndefined();
  expect(ask('openai.chat/other', { key: 'k' })).toBeUndefined();
  expect(ask('openai.chat/other', { key: 'k', baseUrl: 'http://h/v1' })).toBeDefined();
  expect(ask('bedrock.converse/bedrock', { key: 'k' })).toBeUndefined();
  expect(REPLAY_TARGETS.filter(isAskable).every(({ url }) => URL.canParse(url) || !hasOwnAddress({ url }))).toBe(true);
});

it('reads the variables that the clients read', () => {
  expect(credentialNames(targetOf('openai.responses/openai'))).toEqual({
    key: 'OPENAI_API_KEY',
    baseUrl: 'OPENAI_BASE_URL',
  });
  expect(credentialNames(targetOf('anthropic.messages/anthropic'))?.baseUrl).toBe('ANTHROPIC_BASE_URL');
  expect(credentialNames(targetOf('ollama.chat/ollama'))).toBeUndefined();
});

it('bounds the output by the name of the API', () => {
  expect(outputLimit(targetOf('openai.chat/openai'), 5)).toEqual({ max_completion_tokens: 5 });
  expect(outputLimit(targetOf('openai.chat/groq'), 5)).toEqual({ max_tokens: 5 });
  expect(outputLimit(targetOf('anthropic.messages/anthropic'), 5)).toEqual({ max_tokens: 5 });
});
