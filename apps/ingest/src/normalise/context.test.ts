/** Who, where and when, in the places that only some senders use. */
import { describe, expect, test } from 'vitest';
import { spanSent, START } from '../testing/sent.ts';
import { toStorable } from '../rows/index.ts';
import { normalise } from './index.ts';

const FIRST_CHUNK = new Date(Number(START / 1_000_000n) + 500).toISOString();

describe('Langfuse', () => {
  const langfuse = (attributes: Record<string, string>, resource: Record<string, string> = {}) =>
    normalise(spanSent({ scope: 'langfuse-sdk', attributes, resource })).context;

  test('has metadata as one value where it is no object with names, or all of it', () => {
    const { metadata } = langfuse({
      'langfuse.observation.metadata': '{"shop":"north","shelf":3}',
      'langfuse.trace.metadata': 'nightly',
      'langfuse.trace.metadata.run': '7',
    });
    expect(Object.fromEntries(metadata)).toEqual({ shop: 'north', shelf: '3', metadata: 'nightly', run: '7' });
  });

  test('is not who sent a span that only carries some of its attributes, which are read all the same', () => {
    const extra = { 'langfuse.session.id': 's_1', 'langfuse.observation.completion_start_time': FIRST_CHUNK };
    const openInference = normalise(spanSent({ attributes: { 'openinference.span.kind': 'LLM', ...extra } }));
    expect(openInference).toMatchObject({ convention: 'openinference', context: { sessionId: 's_1' } });
    const livekit = normalise(spanSent({ scope: 'livekit-agents', name: 'llm_request', attributes: extra }));
    expect(livekit).toMatchObject({ convention: 'livekit', generation: { timeToFirstChunk: 500 } });
    expect(normalise(spanSent({ attributes: extra })).convention).toBe('langfuse');
  });

  test('names the whole trace, for any name of its first span', () => {
    const named = { 'langfuse.observation.type': 'agent', 'langfuse.trace.name': 'Nightly stock check' };
    const nameOf = (parentSpanId: string) => {
      const span = spanSent({ scope: 'langfuse-sdk', name: 'planner', attributes: named });
      return toStorable({ projectId: '' }, normalise({ ...span, parentSpanId: Buffer.from(parentSpanId, 'hex') })).trace
        .name;
    };
    expect(nameOf('')).toBe('Nightly stock check');
    // As with every sender, the span without parent names it.
    expect(nameOf('1234567890abcdef')).toBeNull();
  });

  test('has environment and release on the resource, too', () => {
    const resource = { 'langfuse.environment': 'production', 'langfuse.release': 'v7', 'service.version': '1.0' };
    expect(langfuse({}, resource)).toMatchObject({ environment: 'production', release: 'v7' });
    expect(langfuse({ 'langfuse.environment': 'staging' }, resource).environment).toBe('staging');
  });
});

test.each(['gen_ai.user', 'llm.user'])('%s is the user when nothing else names one', (name) => {
  const user = (more: Record<string, string>) =>
    normalise(spanSent({ attributes: { 'gen_ai.operation.name': 'chat', [name]: 'u_1', ...more } })).context.userId;
  expect([user({}), user({ 'user.id': 'u_2' })]).toEqual(['u_1', 'u_2']);
});

describe('the first chunk came', () => {
  const firstChunk = (...[sent]: Parameters<typeof spanSent>) => normalise(spanSent(sent)).generation;

  test('at a time of day, as Mastra says', () => {
    const attributes = {
      'mastra.span.type': 'model_generation',
      'gen_ai.operation.name': 'chat',
      'mastra.completion_start_time': FIRST_CHUNK,
    };
    expect(firstChunk({ attributes })).toMatchObject({ streaming: true, timeToFirstChunk: 500 });
  });

  test('with an event of the AI SDK', () => {
    const sent = { scope: 'ai', attributes: { 'ai.operationId': 'ai.streamText.doStream' } };
    const event = { name: 'ai.stream.firstChunk', timeUnixNano: START + 120_000_000n };
    expect(firstChunk({ ...sent, events: [event] })?.timeToFirstChunk).toBe(120);
    const reported = { ...event, attributes: { 'ai.stream.msToFirstChunk': 110 } };
    expect(firstChunk({ ...sent, events: [reported] })?.timeToFirstChunk).toBe(110);
  });
});
