/** Tool calls put together from deltas, quirk by quirk (providers.md §3.3). */
import { describe, expect, it } from 'vitest';
import type { Part } from '../../parts/part.ts';
import { sse } from '../../testing/wire.ts';
import { readResponse } from '../index.ts';

const message = (fields: object, model = 'm') =>
  readResponse({ body: JSON.stringify({ model, choices: [{ index: 0, message: fields, finish_reason: 'stop' }] }) });
const stream = (...deltas: object[]) =>
  readResponse({
    body: sse([...deltas.map((delta) => ({ choices: [{ index: 0, delta }] })), '[DONE]']).replace('"[DONE]"', '[DONE]'),
  });
const parts = (response: ReturnType<typeof message>, choice = 0) => response?.choices[choice]?.parts ?? [];
const outline = (list: Part[]) =>
  list.map((part) => {
    if (part.kind === 'tool_call') return ['call', part.id, part.name, part.arguments];
    return 'text' in part ? [part.kind, part.text] : [part.kind];
  });

describe('tool calls from deltas', () => {
  const call = (fields: object, fn?: object) => ({ tool_calls: [{ ...fields, ...(fn && { function: fn }) }] });
  const calls = (...deltas: object[]) => outline(parts(stream(...deltas)));

  it.each([
    [
      'usual',
      [
        call({ index: 0, id: 'a' }, { name: 'f', arguments: '' }),
        call({ index: 0 }, { arguments: '{"x":' }),
        call({ index: 0 }, { arguments: '1}' }),
      ],
      [['call', 'a', 'f', { x: 1 }]],
    ],
    [
      'interleaved',
      [
        call({ index: 0, id: 'a' }, { name: 'f', arguments: '{"x"' }),
        call({ index: 1, id: 'b' }, { name: 'g', arguments: '{"y"' }),
        call({ index: 0 }, { arguments: ':1}' }),
        call({ index: 1 }, { arguments: ':2}' }),
      ],
      [
        ['call', 'a', 'f', { x: 1 }],
        ['call', 'b', 'g', { y: 2 }],
      ],
    ],
    [
      'whole, without index',
      [call({ id: 'a' }, { name: 'f', arguments: '{}' }), call({ id: 'b' }, { name: 'f', arguments: '{}' })],
      [
        ['call', 'a', 'f', {}],
        ['call', 'b', 'f', {}],
      ],
    ],
    [
      'index used again with another id',
      [
        call({ index: 0, id: 'a' }, { name: 'f', arguments: '{}' }),
        call({ index: 0, id: 'b' }, { name: 'f', arguments: '{}' }),
      ],
      [
        ['call', 'a', 'f', {}],
        ['call', 'b', 'f', {}],
      ],
    ],
    [
      'index with gaps',
      [
        call({ index: 3, id: 'a' }, { name: 'f', arguments: '{}' }),
        call({ index: 9, id: 'b' }, { name: 'g', arguments: '{}' }),
      ],
      [
        ['call', 'a', 'f', {}],
        ['call', 'b', 'g', {}],
      ],
    ],
    [
      'blank ids on continuations',
      [
        call({ index: 0, id: 'a' }, { name: 'f', arguments: '{"x":' }),
        call({ index: 0, id: '' }, { name: '', arguments: '1}' }),
      ],
      [['call', 'a', 'f', { x: 1 }]],
    ],
    [
      'continuation without index or id',
      [call({ id: 'a' }, { name: 'f', arguments: '{"x":' }), call({}, { arguments: '1}' })],
      [['call', 'a', 'f', { x: 1 }]],
    ],
    [
      'id repeated on continuations without index',
      [call({ id: 'a' }, { name: 'f', arguments: '{"x":' }), call({ id: 'a' }, { arguments: '1}' })],
      [['call', 'a', 'f', { x: 1 }]],
    ],
    [
      'name repeated',
      [call({ index: 0, id: 'a' }, { name: 'f', arguments: '{' }), call({ index: 0 }, { name: 'f', arguments: '}' })],
      [['call', 'a', 'f', {}]],
    ],
    [
      'name in pieces, behind its arguments',
      [
        call({ index: 0, id: 'a' }, { arguments: '{}' }),
        call({ index: 0 }, { name: 'get_' }),
        call({ index: 0 }, { name: 'weather' }),
      ],
      [['call', 'a', 'get_weather', {}]],
    ],
    [
      'arguments as an object',
      [call({ index: 0, id: 'a' }, { name: 'f', arguments: { x: 1 } })],
      [['call', 'a', 'f', { x: 1 }]],
    ],
    ['arguments null', [call({ index: 0, id: 'a' }, { name: 'f', arguments: null })], [['call', 'a', 'f', {}]]],
    [
      'arguments that are no JSON',
      [call({ index: 0, id: 'a' }, { name: 'f', arguments: '{oops' })],
      [['call', 'a', 'f', '{oops']],
    ],
    [
      'custom tools take free text',
      [{ tool_calls: [{ index: 0, id: 'a', type: 'custom', custom: { name: 'f', input: '4 + 4' } }] }],
      [['call', 'a', 'f', '4 + 4']],
    ],
    [
      'blank placeholders',
      [
        {
          function_call: { name: '' },
          tool_calls: [{ index: 0, id: 'a', custom: { name: '' }, function: { name: 'f', arguments: '{}' } }],
        },
      ],
      [['call', 'a', 'f', {}]],
    ],
  ])('%s', (_, deltas, expected) => expect(calls(...deltas)).toEqual(expected));

  it('without ids get different ones, and say so', () => {
    const list = parts(message({ tool_calls: [{ function: { name: 'f' } }, { function: { name: 'f' } }] }));
    const ids = list.flatMap((part) => (part.kind === 'tool_call' && part.idGenerated ? [part.id] : []));
    expect(new Set(ids).size).toBe(2);
    expect(ids.every((id) => id.startsWith('call_'))).toBe(true);
  });
  it('that began are not given thoughts that came later', () =>
    expect(
      calls(
        call({ index: 0, id: 'a' }, { name: 'f', arguments: '{' }),
        { reasoning_content: 'late' },
        call({ index: 0 }, { arguments: '}' }),
      ),
    ).toEqual([
      ['call', 'a', 'f', {}],
      ['reasoning', 'late'],
    ]));
  it('of the deprecated form are calls, too', () =>
    expect(parts(message({ function_call: { name: 'f', arguments: '{"x":1}' } }))).toMatchObject([
      { name: 'f', arguments: { x: 1 }, itemType: 'function_call', idGenerated: true },
    ]));
  it('that Groq ran itself stand between thought and text, once per index', () => {
    const tool = { index: 0, type: 'search', arguments: '{"q":"x"}' };
    const list = parts(
      stream(
        { reasoning: 'why' },
        { executed_tools: [tool] },
        { executed_tools: [{ ...tool, output: 'found' }] },
        { content: 'x' },
      ),
    );
    expect(list.map(({ kind }) => kind)).toEqual(['reasoning', 'tool_call', 'tool_result', 'text']);
    expect(list[1]).toMatchObject({ name: 'search', arguments: { q: 'x' }, type: 'server' });
  });
  it('cut by a limit are marked, and only the last one', () => {
    const cut = readResponse({
      body: JSON.stringify({
        choices: [
          {
            message: {
              tool_calls: [
                { id: 'a', function: { name: 'f', arguments: '{oops' } },
                { id: 'b', function: { name: 'f', arguments: '{"x' } },
              ],
            },
            finish_reason: 'length',
          },
        ],
      }),
    });
    expect(cut?.incomplete).toBe(true);
    expect(parts(cut).map((part) => (part.kind === 'tool_call' ? part.incomplete : undefined))).toEqual([
      undefined,
      true,
    ]);
  });
  it('cut while they arrive in turns are marked, each that was not whole', () => {
    const begun = (index: number, id: string) => ({ index, id, type: 'function', function: { name: 'f' } });
    const deltas = [
      { tool_calls: [begun(0, 'a'), begun(1, 'b')] },
      { tool_calls: [{ index: 0, function: { arguments: '{"x":' } }] },
      { tool_calls: [{ index: 1, function: { arguments: '{"y":1}' } }] },
    ];
    const cut = parts(readResponse({ body: sse(deltas.map((delta) => ({ choices: [{ index: 0, delta }] }))) }));
    expect(cut).toMatchObject([
      { id: 'a', arguments: '{"x":', incomplete: true },
      { id: 'b', arguments: { y: 1 } },
    ]);
    expect(cut[1]).not.toHaveProperty('incomplete');
  });
});
