// What a model had in context and the conversation as of a step, from payloads as the SDK sends them, in a real
// database and a real shell.
import { REPLAY_TARGETS, replayTarget } from '@subtext/reasoning';
import { execFileSync } from 'node:child_process';
import { ensureProject } from '@subtext/db';
import { createTestDatabase, type TestDatabase } from '@subtext/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyAsJson } from './body-as-json.ts';
import { buildConversation } from './conversation.ts';
import { conversationChoices, type ConversationChoices } from './conversation-input.ts';
import { SNIPPETS } from './snippets.ts';
import { contextText } from './context-text.ts';
import { modelContext } from './model-context.ts';
import { HOSTILE, insertRun, SIGNATURE, SPANS } from '../testing/run.ts';

let database: TestDatabase;
const key = { projectId: '', traceId: 'ab'.repeat(16) };
const FOREIGN = { ...key, projectId: '00000000-0000-4000-8000-00000000000f' };

beforeAll(async () => {
  database = await createTestDatabase();
  const [project] = await database.sql<{ id: string }[]>`select id from projects limit 1`;
  key.projectId = project?.id ?? (await ensureProject(database.sql, { slug: 'test', name: 'Test' })).id;
  await insertRun(database.sql, key);
});
afterAll(() => database.drop());

const ASKED: ConversationChoices = {
  ...{ spanId: SPANS.second, target: 'origin', model: '', thinking: false, answer: true },
  ...{ pin: [], skip: [] },
};
const build = async (some: Partial<ConversationChoices> = {}) => {
  const built = await buildConversation(database.sql, key, { ...ASKED, ...some });
  return built ?? expect.fail('there is a conversation');
};
const textOf = async (some: Partial<ConversationChoices>) => [...bodyAsJson((await build(some)).request.body)].join('');

describe('what a model had in context', () => {
  const seen = async (spanId: string, offset = 0) => await modelContext(database.sql, key, { spanId, offset });

  it('is its messages, its system prompt and its tools, with what is new since the call before', async () => {
    expect(await seen(SPANS.second)).toMatchObject({
      before: SPANS.first,
      ...{ messageCount: 3, newCount: 2, inputTokens: 1000, continues: false, lacks: [] },
      system: [{ preview: 'Be careful with money.' }],
      tools: [{ name: 'get_order' }],
      messages: [
        { role: 'user', isNew: false },
        { role: 'assistant', isNew: true, parts: [{ kind: 'tool_call', name: 'get_order', preview: '{"id":8812}' }] },
        { role: 'user', isNew: true, parts: [{ kind: 'tool_result', preview: '{"state":"paid"}' }] },
      ],
    });
    expect(await seen(SPANS.first)).toMatchObject({ before: null, newCount: 1 });
    expect((await seen(SPANS.second, 2))?.messages).toHaveLength(1);
  });

  it('is news since the call before, not since what was paid for beside that one', async () => {
    const advised = { ...key, traceId: 'cd'.repeat(16) };
    await insertRun(database.sql, advised);
    await database.sql`
      insert into spans select (s).* from (
        select jsonb_populate_record(spans, ${database.sql.json({ span_id: `\\x${'0e'.repeat(8)}`, name: 'text_completion claude-fable-5' })}) as s
        from spans where trace_id = decode(${advised.traceId}, 'hex') and span_id = decode(${SPANS.first}, 'hex')
      ) as advisor`;
    const { before, newCount } = (await modelContext(database.sql, advised, { spanId: SPANS.second, offset: 0 }))!;
    expect([before, newCount]).toEqual([SPANS.first, 2]);
    expect(await modelContext(database.sql, advised, { spanId: '0e'.repeat(8), offset: 0 })).toMatchObject({
      messageCount: 0,
    });
  });

  it('is said to be unknown where the sender recorded none, and why', async () => {
    const { messageCount, lacks } = (await seen(SPANS.bare))!;
    expect(messageCount).toBe(0);
    expect(lacks.map(({ what }) => what)).toEqual(['input', 'withheld']);
  });

  it('gives each text whole, by pieces, and nothing beyond them', async () => {
    const place = { spanId: SPANS.first, section: 'message', index: 0, part: 0, offset: 0, length: 6 } as const;
    const piece = await contextText(database.sql, key, place);
    expect(piece).toEqual({ text: 'Refund', totalCharacters: `Refund order 8812. ${HOSTILE}`.length });
    expect(await contextText(database.sql, key, { ...place, offset: 19, length: 999 })).toMatchObject({
      text: HOSTILE,
    });
    expect(await contextText(database.sql, key, { ...place, index: 7 })).toBeNull();
    expect(await contextText(database.sql, key, { ...place, section: 'system', length: 99 })).toMatchObject({
      text: 'Be careful with money.',
    });
  });

  it('is of no other project', async () => {
    expect(await modelContext(database.sql, FOREIGN, { spanId: SPANS.second, offset: 0 })).toBeUndefined();
    const place = { spanId: SPANS.first, section: 'system', index: 0, part: 0, offset: 0, length: 9 } as const;
    expect(await contextText(database.sql, FOREIGN, place)).toBeNull();
    expect(await buildConversation(database.sql, FOREIGN, ASKED)).toBeUndefined();
  });
});

describe('the conversation as of a step', () => {
  it('goes back to who answered with the turns as they came, thought and signature included', async () => {
    const { request, thoughts, origin } = await build();
    expect(origin).toEqual({ api: 'anthropic.messages', provider: 'anthropic', model: 'claude-opus-4-8' });
    expect(request.body).toMatchObject({ model: 'claude-opus-4-8', system: [{ text: 'Be careful with money.' }] });
    expect(request.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
    expect(await textOf({})).toContain(SIGNATURE);
    expect(thoughts).toMatchObject([
      {
        reference: `${SPANS.first}.0`,
        spanId: SPANS.first,
        rule: 'thinking.required',
        kind: 'text',
        callId: 'toolu_1',
      },
    ]);
  });

  it.each(REPLAY_TARGETS)('gives no seal to another provider, for any request: $id', async ({ id, api }) => {
    const everything = { target: id, thinking: true, pin: [`${SPANS.first}.0`] };
    const body = await textOf(everything);
    expect(JSON.parse(body)).toBeTypeOf('object');
    expect(body.includes(SIGNATURE)).toBe(api === 'anthropic.messages');
    expect(body).toContain('Refund order 8812.');
  });

  it('takes the results of the last calls from the tool that ran', async () => {
    expect(await textOf({ spanId: SPANS.first })).toContain('{\\"state\\":\\"paid\\"}');
    const again = await build({ spanId: SPANS.first, answer: false });
    expect(again.request.messages).toHaveLength(1);
  });

  it('pins and skips single thoughts', async () => {
    const deepseek = { target: 'openai.chat/deepseek', model: 'deepseek-v4-pro' };
    expect(await textOf(deepseek)).not.toContain('The id looks valid');
    expect(await textOf({ ...deepseek, pin: [`${SPANS.first}.0`] })).toContain('The id looks valid');
    const { thoughts } = await build({ skip: [`${SPANS.first}.0`] });
    expect(thoughts[0]).toMatchObject({ rule: 'thinking.skipped', what: expect.stringMatching(/although/) });
  });

  it('names what is missing of it, step by step', async () => {
    const { lacks } = await build({ spanId: SPANS.bare });
    expect(lacks.map(({ spanId, what }) => [spanId, what])).toEqual([
      [SPANS.bare, 'input'],
      [SPANS.bare, 'output'],
      [SPANS.bare, 'withheld'],
    ]);
  });

  it('is a command whose body no shell reads anything into', async () => {
    const { request } = await build();
    const target = replayTarget('gemini.generateContent/google')!;
    const model = `x'; touch /tmp/hacked; echo '`;
    const command = [...SNIPPETS.curl({ target, model, body: request.body })].join('');
    const run = (script: string) =>
      execFileSync('sh', ['-c', `curl() { ${script}; }\n${command}`], { encoding: 'utf8' });
    expect(JSON.parse(run('cat'))).toEqual(request.body);
    expect(run('echo "$1"').trim()).toBe(
      `https://generativelanguage.googleapis.com/v1beta/models/${encodeURIComponent(model).replaceAll("'", '%27')}:generateContent`,
    );
  });

  it('is asked by an address, and refuses what asks for nothing sensible', () => {
    const search = new URLSearchParams({ span: SPANS.first, thinking: '1', answer: '0', pin: `${SPANS.first}.0` });
    expect(conversationChoices(search)).toMatchObject({
      spanId: SPANS.first,
      thinking: true,
      answer: false,
      target: 'origin',
    });
    for (const bad of ['span=x', `span=${SPANS.first}&pin=../etc`, `span=${SPANS.first}&model=${'m'.repeat(300)}`])
      expect(conversationChoices(new URLSearchParams(bad))).toBeUndefined();
  });
});
