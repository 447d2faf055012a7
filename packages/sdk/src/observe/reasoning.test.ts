/** Manually reported thoughts: which tool gets them, and that the redactor applies to them. */
import OpenAI from 'openai';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { observe } from './observe.ts';
import { reasoning } from './reasoning.ts';
import { troubles } from '../platform/report.ts';
import { trace } from './run.ts';
import { CHAT, THOUGHT, WEATHER } from '../testing/callers.ts';
import { startReplayServer, type ReplayServer } from '../testing/replay-server.ts';
import { collectSpans, named } from '../testing/spans.ts';
import * as wire from '../testing/wire.ts';
import { tool } from './tool.ts';

const spans = collectSpans();
let server: ReplayServer;

beforeAll(async () => {
  server = await startReplayServer();
});
afterEach(() => spans.clear());
afterAll(() => server.close());

const weather = tool('get_weather', (_place: { city: string }) => 'Rain');
const book = tool('book', (_place: { city: string }) => 'Booked');
const tools = async () => named(await spans.now(), 'execute_tool').map((span) => span.attributes);
const thoughts = async () => (await tools()).map((attributes) => attributes['subtext.reasoning']);

describe('a manually reported thought', () => {
  it('belongs to the next tool of the run, with its format', async () => {
    await trace('agent', () => {
      reasoning('They ask for Oslo.');
      reasoning('The forecast knows.', { format: 'summary' });
      weather({ city: 'Oslo' });
    });
    expect(await tools()).toMatchObject([
      {
        'gen_ai.tool.name': 'get_weather',
        'gen_ai.tool.call.arguments': '{"city":"Oslo"}',
        'gen_ai.tool.call.result': '"Rain"',
        'subtext.reasoning': ['They ask for Oslo.', 'The forecast knows.'],
        'subtext.thinking.state': 'summary',
        'subtext.reasoning.field': 'manual',
      },
    ]);
  });

  it('is shared by later tools without a thought of their own', async () => {
    await trace('agent', () => {
      reasoning('Look first, then book.');
      weather({ city: 'Oslo' });
      book({ city: 'Oslo' });
    });
    const [first, second] = await tools();
    expect(first).toMatchObject({ 'subtext.thinking.state': 'readable', 'subtext.reasoning.format': 'manual' });
    expect(second).toMatchObject({
      'subtext.thinking.state': 'shared',
      'subtext.reasoning_ref': first?.['gen_ai.tool.call.id'],
    });
  });

  it('reaches the tool also when it was reported inside a span that has ended', async () => {
    await trace('agent', async () => {
      await trace('a model nobody sees', () => reasoning('Oslo.'));
      weather({ city: 'Oslo' });
    });
    expect(await thoughts()).toEqual([['Oslo.']]);
  });

  it('never reaches the tools of another agent, in another run or in the same one', async () => {
    const agent = (city: string) =>
      trace(city, async () => {
        reasoning(`About ${city}.`);
        await Promise.resolve();
        weather({ city });
      });
    await trace('both', async () => {
      await Promise.all([agent('Oslo'), agent('Rome')]);
      book({ city: 'Oslo' });
    });
    await trace('another', () => void book({ city: 'Rome' }));
    const called = (await tools()).map((attributes) => [
      attributes['gen_ai.tool.call.arguments'],
      attributes['subtext.reasoning'],
    ]);
    expect(called).toEqual([
      ['{"city":"Oslo"}', ['About Oslo.']],
      ['{"city":"Rome"}', ['About Rome.']],
      ['{"city":"Oslo"}', undefined],
      ['{"city":"Rome"}', undefined],
    ]);
  });

  it('belongs to no tool when two other spans of the run have thoughts, since it would be a guess', async () => {
    await trace('both', async () => {
      await trace('one', () => reasoning('Oslo.'));
      await trace('two', () => reasoning('Rome.'));
      weather({ city: 'Oslo' });
    });
    expect(await thoughts()).toEqual([undefined]);
  });

  it("comes after the model's own thoughts before an observed call", async () => {
    const openai = observe(new OpenAI({ apiKey: 'sk-test', baseURL: `${server.url}/v1` }));
    server.next(wire.chat(THOUGHT));
    await trace('agent', async () => {
      await openai.chat.completions.create(CHAT);
      reasoning('And the plan says so.');
      weather(WEATHER.arguments);
    });
    expect(await tools()).toMatchObject([
      { 'gen_ai.tool.call.id': 'call_1', 'subtext.reasoning': [THOUGHT.reasoning, 'And the plan says so.'] },
    ]);
  });

  it('is redacted by the policies and masks of all clients', async () => {
    observe(new OpenAI({ apiKey: 'sk-test' }), { mask: (value) => value.replaceAll('secret', '***') });
    await trace('agent', () => {
      reasoning('The secret is Oslo.');
      weather({ city: 'Oslo' });
    });
    await trace(
      'silent',
      () => {
        reasoning('Nobody may read this.');
        weather({ city: 'Rome' });
      },
      { capture: { reasoning: 'none' } },
    );
    expect(await thoughts()).toEqual([['The *** is Oslo.'], undefined]);
    expect(JSON.stringify(await tools())).not.toContain('Nobody may read this');
  });

  it("is masked by another client's mask, too, when the call's client has none", async () => {
    observe(new OpenAI({ apiKey: 'sk-test' }), { mask: (value) => value.replaceAll('secret', '***') });
    const openai = observe(new OpenAI({ apiKey: 'sk-test', baseURL: `${server.url}/v1` }));
    server.next(wire.chat(THOUGHT));
    await trace('agent', async () => {
      await openai.chat.completions.create(CHAT);
      reasoning('The secret is Oslo.');
      weather(WEATHER.arguments);
    });
    expect(await thoughts()).toEqual([[THOUGHT.reasoning, 'The *** is Oslo.']]);
  });

  it('never throws for any value; a blank one is ignored', async () => {
    await trace('agent', () => {
      for (const text of [undefined, null, 7, {}, ' \n']) reasoning(text as string);
      weather({ city: 'Oslo' });
    });
    expect(await thoughts()).toEqual([undefined]);
  });

  it('outside a run is dropped with a warning', async () => {
    reasoning('Whose?');
    weather({ city: 'Oslo' });
    expect(await thoughts()).toEqual([undefined]);
    expect(troubles().get('thought outside a run')).toBe(1);
  });
});
