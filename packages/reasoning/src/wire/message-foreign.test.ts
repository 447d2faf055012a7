import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeMessages } from './message-codec.ts';

const STEP = [
  { type: 'reasoning', content: 'Need stock first.' },
  { type: 'text', content: 'Let me check the stock.' },
  { type: 'tool_call', id: 'call_1', name: 'get_stock', arguments: { sku: 'A7' } },
];

const CALL_ITEM = {
  ...{ type: 'function_call', id: 'fc_0', call_id: 'call_1', name: 'get_stock' },
  arguments: '{"sku":"A7"}',
};
const BLOCKS = [
  { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'Need stock first.' }] },
  { type: 'text', text: 'Let me check the stock.' },
  CALL_ITEM,
];
const LANGCHAIN_THOUGHT = { type: 'reasoning', reasoning: 'Need stock first.' };
const folded = (content: object[], ...more: unknown[]) => ({
  role: 'assistant',
  parts: [{ type: 'text', content }, ...more],
});
const asText = (block: { type: string; text?: string }) => ({
  type: 'text',
  content: block.text ?? JSON.stringify(block),
});

/** What every sender means; how it came is its own. */
function meaning(value: unknown, model?: string) {
  return decodeMessages(value, model === undefined ? {} : { model }).map(({ role, parts }) => ({
    role,
    parts: parts.map((part) => {
      switch (part.kind) {
        case 'reasoning':
        case 'text':
          return [part.kind, part.text];
        case 'tool_call':
          return [part.kind, part.id, part.name, part.arguments];
        case 'tool_result':
          return [part.kind, part.callId, part.result];
        case 'other':
          return [part.kind, part.providerType];
        default:
          return [part.kind];
      }
    }),
  }));
}

const EXPECTED = [
  {
    role: 'assistant',
    parts: [
      ['reasoning', 'Need stock first.'],
      ['text', 'Let me check the stock.'],
      ['tool_call', 'call_1', 'get_stock', { sku: 'A7' }],
    ],
  },
];

describe('messages of other instrumentations', () => {
  const message = { role: 'assistant', parts: STEP, finish_reason: 'tool_call' };
  it.each([
    ['a structured value', [message]],
    ['a JSON string', JSON.stringify([message])],
    ['a JSON string encoded twice', JSON.stringify(JSON.stringify([message]))],
    ['a list of JSON strings', [JSON.stringify(message)]],
    ['one message without a list', message],
    ['parts as JSON strings', [{ role: 'assistant', parts: STEP.map((part) => JSON.stringify(part)) }]],
    ['a JSON string cut by a length limit', `${JSON.stringify([message]).slice(0, -2)}`],
    [
      'Pydantic AI names',
      [
        {
          role: 'assistant',
          parts: [
            { type: 'thinking', content: 'Need stock first.' },
            STEP[1],
            { ...STEP[2], arguments: '{"sku":"A7"}' },
          ],
        },
      ],
    ],
    [
      'AI SDK names as content',
      [
        {
          role: 'assistant',
          content: [
            { type: 'reasoning', text: 'Need stock first.' },
            { type: 'text', text: 'Let me check the stock.' },
            { type: 'tool-call', toolCallId: 'call_1', toolName: 'get_stock', input: { sku: 'A7' } },
          ],
        },
      ],
    ],
    [
      'Anthropic blocks as content',
      [
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'Need stock first.', signature: 'Eq' },
            { type: 'text', text: 'Let me check the stock.' },
            { type: 'tool_use', id: 'call_1', name: 'get_stock', input: { sku: 'A7' } },
          ],
        },
      ],
    ],
    [
      'chat completions as they are',
      [
        {
          role: 'assistant',
          content: 'Let me check the stock.',
          reasoning_content: 'Need stock first.',
          tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'get_stock', arguments: '{"sku":"A7"}' } }],
        },
      ],
    ],
    [
      'a block as the JSON text of a text part, and a summary list as text',
      [
        {
          role: 'assistant',
          parts: [
            { type: 'text', content: '{"type":"thinking","thinking":"Need stock first."}' },
            STEP[1],
            { type: 'function_call', call_id: 'call_1', name: 'get_stock', arguments: '{"sku":"A7"}' },
          ],
        },
      ],
    ],
    [
      'a summary list as text',
      [
        {
          role: 'assistant',
          parts: [
            { type: 'reasoning', content: '[{"type":"summary_text","text":"Need stock first."}]' },
            STEP[1],
            STEP[2],
          ],
        },
      ],
    ],
    [
      'contents of Gemini',
      [
        {
          role: 'model',
          parts: [
            { text: 'Need stock first.', thought: true },
            { text: 'Let me check the stock.' },
            { functionCall: { id: 'call_1', name: 'get_stock', args: { sku: 'A7' } }, thoughtSignature: 'Cs' },
          ],
        },
      ],
    ],
    [
      'candidates of Gemini in snake_case, with what is not there as null',
      [
        {
          finish_reason: 'STOP',
          content: {
            role: 'model',
            parts: [
              { text: 'Need stock first.', thought: true, function_call: null, thought_signature: 'Cs' },
              { text: 'Let me check the stock.', thought: null },
              { text: null, function_call: { id: 'call_1', name: 'get_stock', args: { sku: 'A7' } } },
            ],
          },
        },
      ],
    ],
    ['all blocks in the content of one part of text, and the call once more', [folded(BLOCKS, STEP[2])]],
    ['LangChain’s own blocks in the content of a part', [folded([LANGCHAIN_THOUGHT, ...BLOCKS.slice(1)])]],
    ['blocks as JSON texts, and the call once more', [{ role: 'assistant', parts: [...BLOCKS.map(asText), STEP[2]] }]],
    [
      'blocks of LangChain, whose calls stand beside them as well',
      [{ role: 'assistant', content: BLOCKS, tool_calls: [{ id: 'call_1', function: { name: 'get_stock' } }] }],
    ],
  ])('%s mean the same', (_, value) => expect(meaning(value)).toEqual(EXPECTED));

  it('what a person writes is no call, and a text of our SDK is never looked into', () => {
    const content = JSON.stringify(CALL_ITEM);
    expect(meaning([{ role: 'user', parts: [{ type: 'text', content }] }])[0]?.parts).toEqual([['text', content]]);
    const own = { type: 'text', content, key: '0' };
    expect(meaning([{ role: 'assistant', parts: [own] }])[0]?.parts).toEqual([['text', content]]);
  });

  it('an item of the Responses API goes by its call, and so does its result', () => {
    const result = { type: 'function_call_output', id: 'fco_1', call_id: 'call_1', output: '3' };
    expect(meaning([{ role: 'tool', parts: [CALL_ITEM, result] }])[0]?.parts).toEqual([
      ['tool_call', 'call_1', 'get_stock', { sku: 'A7' }],
      ['tool_result', 'call_1', '3'],
    ]);
  });

  it('parts of Gemini keep the signs of their thinking, and their results', () => {
    const parts = [
      { text: 'A', thought: true, thoughtSignature: 'C1' },
      { text: 'B', thought_signature: 'C2' },
      { function_call: { name: 'f', arguments: '{"a":1}' }, thoughtSignature: 'C3' },
      { functionResponse: { id: 'c1', name: 'f', response: { error: 'no' } } },
      { executableCode: { language: 'PYTHON', code: '1' } },
      { inlineData: { data: 'iV' } },
    ];
    const [message] = decodeMessages([{ role: 'model', parts }], { generateId: () => 'derived' });
    expect(message).toMatchObject({
      role: 'assistant',
      parts: [
        { kind: 'reasoning', format: 'summary', field: 'thought', signature: 'C1' },
        { kind: 'text', signature: 'C2' },
        { kind: 'tool_call', id: 'derived', idGenerated: true, signature: 'C3', arguments: { a: 1 } },
        { kind: 'tool_result', callId: 'c1', result: { error: 'no' }, isError: true },
        { kind: 'tool_call', name: 'executableCode', type: 'server' },
        { kind: 'other' },
      ],
    });
  });

  it.each(['response', 'result', 'output', 'content'])('a result in the field %s is found', (field) => {
    const part = { type: 'tool_call_response', id: 'call_1', [field]: { stock: 3 } };
    expect(meaning([{ role: 'tool', parts: [part] }])).toEqual([
      { role: 'tool', parts: [['tool_result', 'call_1', { stock: 3 }]] },
    ]);
  });

  it('a redacted block and a thought without text are distinguished', () => {
    const parts = [{ type: 'anthropic_redacted_thinking' }, { type: 'thinking', content: '' }, { type: 'compaction' }];
    expect(meaning([{ role: 'assistant', parts }])).toEqual([
      { role: 'assistant', parts: [['redacted'], ['hidden'], ['other', 'compaction']] },
    ]);
  });

  it('the thinking of a model that only gives summaries is a summary', () => {
    const [message] = decodeMessages([{ role: 'assistant', parts: [STEP[0]] }], { model: 'claude-opus-4-7' });
    expect(message?.parts[0]).toMatchObject({ kind: 'reasoning', format: 'summary' });
  });

  it('a call without an id gets one that the caller can derive', () => {
    const [message] = decodeMessages([{ role: 'assistant', parts: [{ type: 'tool_call', name: 'f' }] }], {
      generateId: () => 'derived',
    });
    expect(message?.parts[0]).toMatchObject({ kind: 'tool_call', id: 'derived', idGenerated: true, arguments: {} });
  });

  it('nothing that arrives makes it throw', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withNullPrototype: true }), (value) => void decodeMessages(value)),
    );
    fc.assert(fc.property(fc.string(), (value) => void decodeMessages(value)));
    fc.assert(
      fc.property(
        fc.jsonValue(),
        (value) => void decodeMessages([{ role: 'assistant', parts: [value, { type: 'tool_use', input: value }] }]),
      ),
    );
  });
});

describe('a result with a list as its content', () => {
  const read = (content: unknown) => decodeMessages([{ role: 'tool', tool_call_id: 'c1', content }])[0]?.parts;

  it.each([
    ['data of the tool', ['a.pdf', 'b.pdf']],
    ['records', [{ sku: 'A7' }, { sku: 'B2' }]],
    ['nothing', []],
  ])('keeps %s', (_what, list) => expect(read(list)).toEqual([{ kind: 'tool_result', callId: 'c1', result: list }]));

  it('is the only text of its blocks', () => {
    expect(read([{ type: 'text', text: 'shipped' }])).toEqual([
      { kind: 'tool_result', callId: 'c1', result: 'shipped' },
    ]);
  });
});
