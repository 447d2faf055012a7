/** Rules of single targets that the table of pairs does not reach. */
import { describe, expect, it } from 'vitest';
import { conversation, type Part } from '../../index.ts';
import { replay } from './index.ts';
import type { Origin, ReplayTarget } from './common/types.ts';

const call = (id: string, more: Partial<Extract<Part, { kind: 'tool_call' }>> = {}): Part => ({
  kind: 'tool_call',
  id,
  name: 'search',
  arguments: { query: 'x' },
  itemType: 'function_call',
  type: 'function',
  ...more,
});
const text = (said: string, more: object = {}): Part => ({ kind: 'text', key: '9', text: said, ...more });
const summary = (said: string, more: object = {}): Part => ({
  kind: 'reasoning',
  key: '0/s0',
  text: said,
  format: 'summary',
  field: 'summary',
  itemId: 'rs_1',
  data: 'enc',
  ...more,
});
const thinking = (said: string, more: object = {}): Part => ({
  kind: 'reasoning',
  key: '0',
  text: said,
  format: 'anthropic',
  field: 'thinking',
  signature: 'sig',
  ...more,
});

const OPENAI: Origin = { api: 'openai.responses', provider: 'openai', model: 'gpt-5.5' };
const CLAUDE: Origin = { api: 'anthropic.messages', provider: 'anthropic', model: 'claude-opus-4-8' };

function back(parts: Part[], origin: Origin, more: Partial<ReplayTarget> = {}) {
  const { messages, notes } = replay({ parts, origin }, { ...origin, ...more });
  return { messages, rules: notes.map((note) => note.rule) };
}

describe('OpenAI Responses', () => {
  it('refuses reasoning without its following item, so it stays out', () => {
    const { messages, rules } = back([summary('a'), text('b'), summary('c', { key: '2/s0', itemId: 'rs_2' })], OPENAI);
    expect(messages.map((item) => item.type ?? item.role)).toEqual(['reasoning', 'assistant']);
    expect(rules).toContain('thinking.no-item-behind');
  });

  it('gets no id of an item whose reasoning does not go back', () => {
    const parts = [
      summary('a'),
      text('b', { itemId: 'msg_1', extra: { phase: 'commentary' } }),
      call('call_1', { itemId: 'fc_1' }),
    ];
    const left = replay({ parts, origin: OPENAI }, { ...OPENAI, includeReasoning: false });
    // In a tool loop it is required, regardless of the option.
    expect(left.messages[0]).toMatchObject({ type: 'reasoning', id: 'rs_1', encrypted_content: 'enc' });
    const answer = [summary('a'), text('b', { itemId: 'msg_1', extra: { phase: 'final_answer' } })];
    const { messages, rules } = back(answer, OPENAI, { includeReasoning: false });
    expect(messages).toEqual([{ role: 'assistant', content: 'b', phase: 'final_answer' }]);
    expect(rules).toEqual(['thinking.not-asked', 'seal.item-ids']);
  });

  it('gets no item that it ran itself without the reasoning that led to it', () => {
    const search = call('ws_1', { type: 'server', itemType: 'web_search_call', name: 'web_search_call' });
    const parts = [summary('a'), search, text('b', { itemId: 'msg_1' })];
    expect(back(parts, OPENAI).messages.map((item) => item.id)).toEqual(['rs_1', 'ws_1', 'msg_1']);
    const skipped = { target: OPENAI, skip: [{ step: 1, key: '0/s0' }] };
    const { messages } = conversation([{ origin: OPENAI, messages: [], output: parts }], skipped);
    expect(messages).toEqual([{ role: 'assistant', content: 'b' }]);
  });

  it('puts the parts of a summary into one item, and two items in a row into two', () => {
    const parts = [
      summary('a', { data: 'e1' }),
      summary('b', { key: '0/s1', data: undefined }),
      summary('c', { key: '1/s0', itemId: 'rs_2', data: 'e2' }),
      call('call_1'),
    ];
    const { messages } = back(parts, OPENAI);
    expect(messages.slice(0, 2)).toEqual([
      {
        type: 'reasoning',
        id: 'rs_1',
        encrypted_content: 'e1',
        summary: [
          { type: 'summary_text', text: 'a' },
          { type: 'summary_text', text: 'b' },
        ],
      },
      { type: 'reasoning', id: 'rs_2', encrypted_content: 'e2', summary: [{ type: 'summary_text', text: 'c' }] },
    ]);
  });

  it('takes no item of reasoning that has neither id nor encrypted form', () => {
    const { messages, rules } = back([summary('a', { itemId: undefined, data: undefined }), call('call_1')], OPENAI);
    expect(messages.map((item) => item.type)).toEqual(['function_call']);
    expect(rules).toContain('thinking.unsigned');
  });

  it('keeps sealed items from another host of the same format', () => {
    const { messages, notes } = replay(
      { parts: [summary('a'), call('call_1', { itemId: 'fc_1' })], origin: OPENAI },
      { api: 'openai.responses', provider: 'azure', model: 'gpt-5.5' },
    );
    expect(messages).toEqual([
      { type: 'function_call', call_id: 'call_1', name: 'search', arguments: '{"query":"x"}' },
    ]);
    expect(notes.map((note) => note.rule)).toContain('seal.own-only');
  });

  it('gets free text of a custom tool back as free text, and others get it as an object', () => {
    const custom = call('call_1', { itemType: 'custom_tool_call', arguments: 'SELECT 1', itemId: 'ctc_1' });
    expect(back([custom], OPENAI).messages[0]).toMatchObject({
      type: 'custom_tool_call',
      id: 'ctc_1',
      input: 'SELECT 1',
    });
    const { messages, notes } = replay({ parts: [custom], origin: OPENAI }, CLAUDE);
    expect(messages[0]).toMatchObject({ content: [{ type: 'tool_use', input: { input: 'SELECT 1' } }] });
    expect(notes.map((note) => note.rule)).toContain('call.arguments');
  });
});

describe('Anthropic', () => {
  it('never gets a thought that it did not sign', () => {
    const unsigned = thinking('a', { signature: undefined });
    const { messages, rules } = back([unsigned, call('toolu_1')], CLAUDE, { includeReasoning: true });
    expect(JSON.stringify(messages)).not.toContain('thinking');
    expect(rules).toContain('thinking.unsigned');
  });

  it('gets unsigned thoughts where another host speaks its format', () => {
    const kimi: Origin = { api: 'anthropic.messages', provider: 'kimi', model: 'kimi-k2.6' };
    const { messages } = back([thinking('a', { signature: undefined }), call('toolu_1')], kimi);
    expect(messages[0]).toMatchObject({ content: [{ type: 'thinking', thinking: 'a' }, { type: 'tool_use' }] });
  });

  it('keeps thoughts where they stood between the calls', () => {
    const parts = [
      thinking('a'),
      call('toolu_1'),
      thinking('b', { key: '2', signature: 'sig2' }),
      text('c'),
      call('toolu_2'),
    ];
    const [message] = back(parts, CLAUDE, { includeReasoning: false }).messages;
    const types = (message?.content as { type: string }[]).map(({ type }) => type);
    expect(types).toEqual(['thinking', 'tool_use', 'thinking', 'text', 'tool_use']);
  });

  it('gets no thought of another model once one of the two binds them', () => {
    const newest = { ...CLAUDE, model: 'claude-opus-5-5' };
    const parts = [thinking('a'), call('toolu_1')];
    const moved = replay({ parts, origin: CLAUDE }, newest);
    expect(JSON.stringify(moved.messages)).not.toContain('sig');
    expect(moved.notes.map((note) => note.rule)).toContain('seal.other-model');
    expect(
      replay({ parts, origin: newest }, { ...newest, model: 'claude-opus-5-5-20261015' }).messages[0],
    ).toMatchObject({
      content: [{ type: 'thinking', signature: 'sig' }, {}],
    });
    expect(replay({ parts, origin: CLAUDE }, { ...CLAUDE, model: 'claude-sonnet-4-5' }).messages[0]).toMatchObject({
      content: [{ type: 'thinking', signature: 'sig' }, {}],
    });
  });

  it('needs all thoughts back where each is bound to those before it, even of an answer', () => {
    const newest = { ...CLAUDE, model: 'claude-fable-5-2' };
    expect(back([thinking('a'), text('b')], newest, { includeReasoning: false }).rules).toEqual(['thinking.required']);
    expect(back([thinking('a'), text('b')], CLAUDE, { includeReasoning: false }).rules).toEqual(['thinking.not-asked']);
  });

  it('takes signatures of its other clouds in its own format, but not of Bedrock Converse', () => {
    const parts = [thinking('a'), call('toolu_1')];
    const vertex: Origin = { api: 'anthropic.messages', provider: 'gcp.vertex_ai', model: 'claude-opus-4-8' };
    expect(JSON.stringify(replay({ parts, origin: vertex }, CLAUDE).messages)).toContain('sig');
    // The newest bind a thought to the organisation, which is another one there.
    const newest = 'claude-opus-5-5';
    const moved = replay({ parts, origin: { ...vertex, model: newest } }, { ...CLAUDE, model: newest });
    expect(JSON.stringify(moved.messages)).not.toContain('sig');
    const converse: Origin = { api: 'bedrock.converse', model: 'us.anthropic.claude-opus-4-8-v1:0' };
    expect(JSON.stringify(replay({ parts, origin: converse }, CLAUDE).messages)).not.toContain('sig');
  });

  it.each([CLAUDE, { api: 'bedrock.converse', model: 'us.anthropic.claude-opus-4-8-v1:0' } as const])(
    'refuses a thought as the last block, so it stays out: %j',
    (origin) => {
      const { messages, rules } = back([text('a'), thinking('b')], origin);
      expect(messages).toHaveLength(1);
      expect(messages[0]?.content).toHaveLength(1);
      expect(rules).toContain('thinking.no-item-behind');
      expect(back([thinking('b')], origin).messages).toEqual([]);
    },
  );

  it('refuses blank text, so it stays out', () => {
    const { messages, rules } = back([text('\n\n'), call('toolu_1')], CLAUDE);
    expect(messages[0]).toMatchObject({ content: [{ type: 'tool_use' }] });
    expect(rules).toEqual(['text.blank']);
  });
});

describe('chat hosts', () => {
  const foreign = { parts: [thinking('a'), call('toolu_1')], origin: CLAUDE };
  const chat = (provider: string, model?: string): ReplayTarget => ({
    api: 'openai.chat',
    provider,
    ...(model && { model }),
  });

  it('recognizes a host by the model when it is not named', () => {
    const { messages } = replay(foreign, { api: 'openai.chat', model: 'deepseek-v4-flash' });
    expect(messages[0]).toHaveProperty('reasoning_content', '');
  });

  it('keeps the field from DeepSeek R1, which refused it', () => {
    const r1 = chat('deepseek', 'deepseek-r1');
    expect(replay({ ...foreign, origin: r1 }, { ...r1, includeReasoning: true }).messages[0]).not.toHaveProperty(
      'reasoning_content',
    );
  });

  it('wants tags for GLM on Cerebras and the field for gpt-oss there', () => {
    const [glm] = replay(foreign, { ...chat('cerebras', 'zai-glm-4.7'), includeReasoning: true }).messages;
    expect(glm?.content).toBe('<think>\na\n</think>\n\n');
    const [oss] = replay(foreign, { ...chat('cerebras', 'gpt-oss-120b'), includeReasoning: true }).messages;
    expect(oss).toMatchObject({ content: null, reasoning: 'a' });
  });

  it('hands a seal of one maker behind a gateway to no other maker', () => {
    const details: Part = {
      kind: 'reasoning',
      key: '0',
      text: 'a',
      format: 'details',
      field: 'reasoning_details',
      signature: 'sig',
      extra: { type: 'reasoning.text', format: 'anthropic-claude-v1', index: 0 },
    };
    const origin: Origin = { api: 'openai.chat', provider: 'openrouter', model: 'anthropic/claude-opus-4.8' };
    const parts = [details, call('c')];
    expect(
      JSON.stringify(replay({ parts, origin }, { ...origin, model: 'anthropic/claude-sonnet-4.5' }).messages),
    ).toContain('sig');
    expect(
      JSON.stringify(replay({ parts, origin }, { ...origin, model: 'google/gemini-3-pro' }).messages),
    ).not.toContain('sig');
  });

  it('does not read the fields of a seal that a host could smuggle in', () => {
    const origin = chat('litellm');
    const extra = { content: 'second', role: 'system', provider_specific_fields: { thought_signature: 'sig' } };
    const { messages } = replay({ parts: [call('c', { extra, itemType: 'function' })], origin }, origin);
    expect(messages).toEqual([
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          {
            id: 'c',
            provider_specific_fields: { thought_signature: 'sig' },
            type: 'function',
            function: { name: 'search', arguments: '{"query":"x"}' },
          },
        ],
      },
    ]);
  });
});

describe('one content', () => {
  it('joins texts of its own provider as they were and keeps those of others apart', () => {
    const parts = [text('a', { key: '0' }), text('b', { key: '0' }), text('c', { key: '1' })];
    const ollama: Origin = { api: 'ollama.chat' };
    expect(back(parts, ollama).messages[0]?.content).toBe('abc');
    expect(replay({ parts, origin: CLAUDE }, ollama).messages[0]?.content).toBe('ab\n\nc');
  });

  it('says that thoughts, texts and calls lost their order', () => {
    const parts = [call('toolu_1'), text('between'), call('toolu_2')];
    const { notes } = replay({ parts, origin: CLAUDE }, { api: 'mistral.chat' });
    expect(notes.map((note) => note.rule)).toContain('text.joined');
  });
});

describe('Gemini', () => {
  const GEMINI: Origin = { api: 'gemini.generateContent', model: 'gemini-3-pro' };

  it('gets the marker on the first call only, and only from version 3 on', () => {
    const parts = [call('a'), call('b')];
    const [message] = replay({ parts, origin: CLAUDE }, GEMINI).messages;
    expect(message).toEqual({
      role: 'model',
      parts: [
        {
          functionCall: { name: 'search', args: { query: 'x' } },
          thoughtSignature: 'skip_thought_signature_validator',
        },
        { functionCall: { name: 'search', args: { query: 'x' } } },
      ],
    });
    const older = replay({ parts, origin: CLAUDE }, { ...GEMINI, model: 'gemini-2.5-pro' });
    expect(JSON.stringify(older.messages)).not.toContain('thoughtSignature');
  });

  it('keeps signed parts apart, as they came', () => {
    const parts = [text('a'), text('b', { signature: 's1' }), text('', { signature: 's2' })];
    expect(back(parts, GEMINI).messages).toEqual([
      {
        role: 'model',
        parts: [{ text: 'a' }, { text: 'b', thoughtSignature: 's1' }, { text: '', thoughtSignature: 's2' }],
      },
    ]);
  });
});

describe('Bedrock', () => {
  it('spares DeepSeek R1 the thoughts that it refuses', () => {
    const origin: Origin = { api: 'bedrock.converse', model: 'us.deepseek.r1-v1:0' };
    const { messages, rules } = back([thinking('a'), text('b')], origin, { includeReasoning: true });
    expect(messages).toEqual([{ role: 'assistant', content: [{ text: 'b' }] }]);
    expect(rules).toEqual(['thinking.not-accepted']);
  });
});

describe('calls', () => {
  it('get ids that Mistral takes, the same for the same history', () => {
    const target: ReplayTarget = { api: 'mistral.chat' };
    const one = replay({ parts: [call('toolu_1'), call('toolu_2')], origin: CLAUDE }, target);
    const ids = [...one.callIds.values()];
    for (const id of ids) expect(id).toMatch(/^[a-zA-Z0-9]{9}$/);
    expect(new Set(ids).size).toBe(2);
    expect(replay({ parts: [call('toolu_1'), call('toolu_2')], origin: CLAUDE }, target).callIds).toEqual(one.callIds);
    expect(replay({ parts: [call('abcDEF123')], origin: CLAUDE }, target).callIds.get('abcDEF123')).toBe('abcDEF123');
  });

  it.each([
    ['openai.chat', 41],
    ['openai.responses', 65],
    ['anthropic.messages', 65],
    ['bedrock.converse', 65],
  ] as const)('get shorter ids where %s refuses one of %d characters', (api, length) => {
    const { callIds, notes } = replay({ parts: [call('i'.repeat(length))] }, { api });
    expect(callIds.get('i'.repeat(length))).toMatch(/^[a-zA-Z0-9]{9}$/);
    expect(notes.map((note) => note.rule)).toContain('call.id');
  });

  it('that were cut off, or that another provider ran, stay out with their results', () => {
    const parts: Part[] = [
      text('a'),
      call('s1', { type: 'server', itemType: 'web_search_call' }),
      { kind: 'tool_result', callId: 's1', result: 'secret' },
      call('c1', { incomplete: true }),
    ];
    const { messages, notes } = replay({ parts, origin: OPENAI }, CLAUDE);
    expect(messages).toEqual([{ role: 'assistant', content: [{ type: 'text', text: 'a' }] }]);
    expect(notes.map((note) => note.rule).sort()).toEqual(['call.incomplete', 'call.server']);
  });
});
