/** Turns of Gemini go back to Gemini as they came: signed parts neither merged nor split (providers.md §5.1). */
import { expect, it } from 'vitest';
import { readResponse } from '../../../readers/index.ts';
import { replay } from '../index.ts';

type Json = Record<string, unknown>;

function sentBack(parts: readonly Json[], more: Json = {}): unknown {
  const candidates = [{ content: { role: 'model', parts }, finishReason: 'STOP', ...more }];
  const body = JSON.stringify({ candidates, modelVersion: 'gemini-3-pro-preview' });
  const origin = { api: 'gemini.generateContent', model: 'gemini-3-pro-preview' } as const;
  const { choices } = readResponse({ body })!;
  return replay({ parts: choices[0]!.parts, origin }, origin).messages;
}

const thought = { text: 'Plan', thought: true };

it.each<[string, Json[]]>([
  [
    'thoughts, texts and calls, signed where they were',
    [
      thought,
      { text: 'One', thoughtSignature: 'C1' },
      { text: 'Two' },
      { functionCall: { id: 'c1', name: 'f', args: { a: 1 } }, thoughtSignature: 'C2' },
      { functionCall: { id: 'c2', name: 'f', args: {} } },
    ],
  ],
  ['calls without ids', [{ functionCall: { name: 'f', args: {} }, thoughtSignature: 'C1' }]],
  ['a signature in an empty text', [{ text: '4' }, { text: '', thoughtSignature: 'C1' }]],
  ['a lone signature', [{ text: '', thoughtSignature: 'C1' }, { functionCall: { name: 'f', args: {} } }]],
  [
    'tools that Google ran, with ids and signatures of call and result',
    [
      { toolCall: { id: 't1', toolType: 'URL_CONTEXT', args: { urls: [] } }, thoughtSignature: 'C1' },
      { toolResponse: { id: 't1', toolType: 'URL_CONTEXT', response: { ok: 1 } }, thoughtSignature: 'C2' },
      { toolCall: { id: 't2', toolType: 'FILE_SEARCH' } },
      { toolResponse: { id: 't2', toolType: 'FILE_SEARCH' } },
      thought,
      { text: 'So' },
    ],
  ],
  [
    'code that ran, with ids and without',
    [
      { executableCode: { id: 'x1', language: 'PYTHON', code: '1' } },
      { codeExecutionResult: { id: 'x1', outcome: 'OUTCOME_OK', output: '1' } },
      { executableCode: { language: 'PYTHON', code: '2' }, thoughtSignature: 'C1' },
      { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '2' }, thoughtSignature: 'C2' },
    ],
  ],
])('%s', (_, parts) => expect(sentBack(parts)).toEqual([{ role: 'model', parts }]));

it.each([{}, { finishMessage: 'It violated filters.' }])('nothing, where the answer was held back: %j', (more) =>
  expect(sentBack([], { finishReason: 'SAFETY', ...more })).toEqual([]),
);
