import { expect, it } from 'vitest';
import { answerForm } from './answer-form.ts';

const PLAIN = { stream: true, isCompletion: false, isWrapped: false };
const GOOGLE = 'https://generativelanguage.googleapis.com/v1beta/models/gemini-3-pro';
const BEDROCK = 'https://bedrock-runtime.us-east-1.amazonaws.com/model/anthropic.claude-v1%3A0';

it.each([
  ['openai.chat', 'https://api.openai.com/v1/chat/completions', {}],
  ['openai.chat', 'https://api.openai.com/v1/completions?x=1', { isCompletion: true }],
  ['mistral.chat', 'https://api.mistral.ai/v1/fim/completions', {}],
  ['mistral.chat', 'https://api.mistral.ai/v1/agents/completions', {}],
  ['ollama.chat', 'http://localhost:11434/api/chat', {}],
  ['ollama.chat', 'http://localhost:11434/api/generate', { isCompletion: true }],
  ['gemini.generateContent', `${GOOGLE}:streamGenerateContent`, { stream: 'list' }],
  ['gemini.generateContent', `${GOOGLE}:streamGenerateContent?key=k&alt=sse`, {}],
  [
    'gemini.generateContent',
    'https://cloudcode-pa.googleapis.com/v1internal:streamGenerateContent?alt=sse',
    { isWrapped: true },
  ],
  ['anthropic.messages', `${BEDROCK}/invoke-with-response-stream`, { stream: 'chunks' }],
  ['bedrock.converse', `${BEDROCK}/converse-stream`, {}],
] as const)('%s at %s', (api, url, form) => {
  expect(answerForm(url, { api, stream: true })).toEqual({ api, ...PLAIN, ...form });
});

it('is whole when no stream is requested', () => {
  expect(answerForm(`${GOOGLE}:generateContent`, { api: 'gemini.generateContent', stream: false }).stream).toBe(false);
});
