import { describe, expect, it } from 'vitest';
import { optionalFlag, statusOfResult } from './call-status.ts';

const json = (value: unknown) => JSON.stringify(value);

describe('a result on a wire without a flag', () => {
  it.each([
    ['of LangGraph’s ToolNode', 'Error: no stock\n Please fix your mistakes.'],
    ['of ToolNode for Python', "Error: ValueError('no stock')\n Please fix your mistakes."],
    ['of LangChain’s createAgent', 'ToolInvocationError: no stock\n Please fix your mistakes.'],
    ['of a tool that does not exist', 'Error: sell is not a valid tool, try one of [buy, rent].'],
    [
      'of arguments that are not valid',
      "Error invoking tool 'sell' with kwargs {'a': 1} with error:\n a: no\n Please fix the error and try again.",
    ],
    ['of OpenAI Agents', 'An error occurred while running the tool. Please try again. Error: Error: no stock'],
    [
      'of OpenAI Agents for arguments',
      'An error occurred while parsing tool arguments. Please try again with valid JSON.',
    ],
    ['of OpenAI Agents after a time limit', "Tool 'sell' timed out after 500ms."],
    ['of Genkit', 'Error: no stock'],
    ['of Strands', '[ERROR] Error: no stock'],
    ['of LlamaIndex', 'Error: Error: Error(Error): no stock'],
    ['of a tool that caught it', 'TypeError: stock is undefined'],
    ['as JSON', json({ error: 'no stock' })],
    ['as JSON beside other fields', json({ error: true, message: 'no stock', stack: 'at sell' })],
    ['as an object', { error: { code: 404 } }],
    ['of an MCP tool', json({ isError: true, content: [{ type: 'text', text: 'no stock' }] })],
    ['of AI SDK', { type: 'error-text', value: 'no stock' }],
    ['of AI SDK, as JSON', json({ type: 'error-json', value: { code: 404 } })],
    ['as blocks of text', [{ type: 'text', text: 'An error occurred while running the tool.' }]],
  ])('is probably a failure when it reads like the error %s', (_name, result) =>
    expect(statusOfResult({ result })).toBe('probable_error'),
  );

  it.each([
    ['a plain text', '3 in stock'],
    ['nothing', undefined],
    ['a text about errors', 'Error: this word was the title of the page.\nAn error occurred while running the tool.'],
    ['a text that mentions one', 'The log says: Error: no stock'],
    ['the source of an error', json([{ error: 'no stock' }])],
    ['no error', json({ error: null, stock: 3 })],
    ['an empty error', { error: '', stock: 3 }],
    ['an error below the top', json({ rows: [{ error: 'no stock' }] })],
    ['JSON that does not parse', '{"error": "no st'],
    ['a long text', json({ error: 'x'.repeat(200_000) })],
    ['blocks that are not all texts', [{ type: 'image' }, { type: 'text', text: json({ error: 'no' }) }]],
  ])('says nothing about success when it is %s', (_name, result) => expect(statusOfResult({ result })).toBe('unknown'));
});

describe('a flag', () => {
  it('takes precedence over the text', () => {
    expect(statusOfResult({ result: { error: 'no stock' }, isError: false })).toBe('ok');
    expect(statusOfResult({ result: '3 in stock', isError: true })).toBe('error');
  });

  it('that a wire has and a request leaves out means no failure, unless the text reads like one', () => {
    expect(optionalFlag(undefined, '3 in stock')).toEqual({ isError: false });
    expect(optionalFlag(undefined, 'An error occurred while running the tool.')).toEqual({});
    expect(optionalFlag(false, 'An error occurred while running the tool.')).toEqual({ isError: false });
  });
});
