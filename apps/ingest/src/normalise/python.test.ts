/** What packages for Python really sent, read. Each test is of something that was shown wrongly, or not at all. */
import { describe, expect, it, test } from 'vitest';
import {
  ANSWER,
  CALLS,
  PREAMBLE,
  PYTHON_SPANS,
  QUESTION,
  THOUGHT,
  USAGE,
  type SentSpan,
} from '@subtext/conventions/testing';
import { spanSent, START, type SentFields } from '../testing/sent.ts';
import { normalise } from './index.ts';

const sent = PYTHON_SPANS;
const read = (span: SentFields) => normalise(spanSent(span));

const [stock, price] = CALLS;

/** Every call with its arguments, the thought at the first. */
function expectTheTurn(span: SentSpan): void {
  const { calls } = read(span).generation!.response;
  expect(calls.map(({ id, name, arguments: given }) => [id, name, given])).toEqual(
    CALLS.map(({ id, name, arguments: given }) => [id, name, given]),
  );
  expect(calls.map(({ reasoning, reasoningRef, preamble }) => [reasoning, reasoningRef, preamble])).toEqual([
    [[THOUGHT], null, PREAMBLE],
    [[], stock.id, null],
  ]);
}

const run = (span: SentSpan) => {
  const { kind, execution } = read(span);
  return { kind, ...execution };
};
const ofStock = { kind: 'tool', name: stock.name, arguments: stock.arguments, result: stock.result };
const formatOf = (span: SentSpan) => read(span).generation!.response.calls[0]!.reasoningFormat;
const resultsOf = (span: SentSpan) => read(span).generation!.results.map(({ callId, result }) => [callId, result]);
const usageOf = (span: SentSpan) => {
  const { input, cacheRead, output, reasoning } = read(span).generation?.usage ?? {};
  return { input, cacheRead, output, reasoning };
};

describe('OpenInference', () => {
  it('does not take the last piece of a streamed thought as the thought, which the next request has', () => {
    const [first] = read(sent.OI_CHAT_STREAM).generation!.response.calls;
    expect(first).toMatchObject({ id: stock.id, reasoning: [], state: 'withheld' });
    const [repeated] = read(sent.OI_CHAT_STREAM_AFTER).generation!.repeated;
    expect(repeated).toMatchObject({ id: stock.id, reasoning: [THOUGHT] });
  });

  it('reports when a stream began', () => {
    const events = [{ name: 'First Token Stream Event', timeUnixNano: START + 30_000_000n }];
    const { streaming, timeToFirstChunk } = read({ ...sent.OI_CHAT_STREAM, events }).generation!;
    expect([streaming, timeToFirstChunk]).toEqual([true, 30]);
  });

  it('reads thoughts, calls and results out of the dumps of LangChain', () => {
    expectTheTurn(sent.OI_LANGCHAIN);
    expect(read(sent.OI_LANGCHAIN).generation!.asked).toBe(QUESTION);
    expect(resultsOf(sent.OI_LANGCHAIN_AFTER)).toEqual([[stock.id, JSON.stringify(stock.result)]]);
    expect(read(sent.OI_LANGCHAIN_AFTER).generation!.answered).toBe(ANSWER);
  });

  it('takes id, result and failure of a tool from the message that LangChain dumps in their place', () => {
    expect(run(sent.OI_LANGCHAIN_TOOL)).toMatchObject({ id: stock.id, result: stock.result, status: 'error' });
  });

  it('reads messages and made responses of the OpenAI Agents SDK, and believes neither their id nor their zeros', () => {
    expectTheTurn(sent.OI_AGENTS_CHAT);
    expectTheTurn(sent.OI_AGENTS_STREAM);
    expect(formatOf(sent.OI_AGENTS_STREAM)).toBe('parsed');
    expect(read(sent.OI_AGENTS_STREAM).generation!.responseId).toBeUndefined();
    expect(usageOf(sent.OI_AGENTS_STREAM)).toMatchObject({ output: USAGE.output, reasoning: undefined });
  });

  it('does not take the schema of a tool for what it was called with', () => {
    expect(run(sent.OI_AGENTS_TOOL)).toMatchObject(ofStock);
    expect(run(sent.OI_SMOLAGENTS_TOOL).arguments).toEqual(stock.arguments);
  });

  it('does not take a handover between agents for the run of a tool', () => {
    expect(read(sent.OI_AGENTS_HANDOFF).kind).toBe('span');
  });

  it('reads the text that smolagents puts after the message as a thought', () => {
    const { calls } = read(sent.OI_SMOLAGENTS).generation!.response;
    expect(calls).toMatchObject([{ id: stock.id, reasoning: [THOUGHT], preamble: PREAMBLE }]);
  });

  it('names a provider as all others do', () => {
    expect(read(sent.OI_AGNO).generation!.provider).toBe('openai');
  });

  it('prefers the list of messages to a body without its calls', () => {
    expect(read(sent.OI_STRANDS).generation!.response.calls).toMatchObject([{ id: stock.id, name: stock.name }]);
  });
});

describe('Langfuse', () => {
  it('reads usage as the provider sends it', () => {
    const { input, cacheRead, output, reasoning } = USAGE;
    expect(usageOf(sent.LANGFUSE_CHAT)).toEqual({ input, cacheRead, output, reasoning });
    expect(usageOf(sent.LANGFUSE_RESPONSES)).toEqual({ input, cacheRead, output, reasoning });
  });

  it('has the thought that an output drops from the next request', () => {
    const [repeated] = read(sent.LANGFUSE_CHAT_AFTER).generation!.repeated;
    expect(repeated).toMatchObject({ id: stock.id, reasoning: [THOUGHT] });
  });

  it('reads the items of the Responses API, also a single one', () => {
    expectTheTurn(sent.LANGFUSE_RESPONSES);
    const { answered, finishReason, streaming, timeToFirstChunk } = read(sent.LANGFUSE_RESPONSES_ANSWER).generation!;
    expect([answered, finishReason, streaming, timeToFirstChunk]).toEqual([ANSWER, 'stop', true, 250]);
    expect(resultsOf(sent.LANGFUSE_RESPONSES_ANSWER)).toHaveLength(2);
  });

  it('reads what its handler for LangChain sends', () => {
    expectTheTurn(sent.LANGFUSE_LANGCHAIN);
    expect(run(sent.LANGFUSE_LANGCHAIN_TOOL)).toMatchObject({ ...ofStock, id: stock.id });
  });

  it('names the arguments of an observed function', () => {
    expect(run(sent.LANGFUSE_OBSERVED_TOOL)).toMatchObject(ofStock);
  });
});

describe('LangSmith', () => {
  it('reads bodies that came as bytes, and the details of its usage', () => {
    expectTheTurn(sent.LANGSMITH_CHAT);
    expect(read(sent.LANGSMITH_CHAT).generation!.asked).toBe(QUESTION);
    const { input, cacheRead, output, reasoning } = USAGE;
    expect(usageOf(sent.LANGSMITH_CHAT)).toEqual({ input, cacheRead, output, reasoning });
    expect(run(sent.LANGSMITH_TOOL)).toMatchObject(ofStock);
  });

  it('reads calls in the form of OpenAI beside a message', () => {
    const { calls } = read(sent.LANGSMITH_ANTHROPIC).generation!.response;
    expect(calls.map(({ id, name, arguments: given }) => [id, name, given])).toEqual(
      [stock, price].map(({ id, name, arguments: given }) => [id, name, given]),
    );
  });
});

describe('Logfire', () => {
  const { input, cacheRead, output, reasoning } = USAGE;

  it('reads what the provider counted, and one finish reason', () => {
    expectTheTurn(sent.LOGFIRE_CHAT);
    expect(usageOf(sent.LOGFIRE_CHAT)).toEqual({ input, cacheRead, output, reasoning });
    expect(read(sent.LOGFIRE_CHAT).generation!.finishReason).toBe('tool_calls');
  });

  it('counts a stream once: as the log that has the answer, or as the span that failed', () => {
    expect(read(sent.LOGFIRE_STREAM_BEGINS).kind).toBe('span');
    expectTheTurn(sent.LOGFIRE_STREAM_ENDS);
    expect(usageOf(sent.LOGFIRE_STREAM_ENDS)).toEqual({ input, cacheRead, output, reasoning });
    const failed = normalise({ ...read(sent.LOGFIRE_STREAM_BEGINS).span, statusCode: 2 });
    expect(failed.kind).toBe('generation');
  });

  it('separates the answer from the history when both are in one list', () => {
    const { answered, response } = read(sent.LOGFIRE_RESPONSES_AFTER).generation!;
    expect(answered).toBe(ANSWER);
    expect(response.calls.filter(({ type }) => type !== 'answer')).toEqual([]);
    expect(resultsOf(sent.LOGFIRE_RESPONSES_AFTER).map(([id]) => id)).toEqual([stock.id, price.id]);
  });

  it('reads items that stand as messages as one turn', () => {
    const { calls } = read(sent.LOGFIRE_RESPONSES_LATEST).generation!.response;
    expect(calls).toMatchObject([{ id: stock.id, preamble: PREAMBLE }, { id: price.id }]);
  });

  it('takes the input of an Anthropic call for its arguments', () => {
    const { calls } = read(sent.LOGFIRE_ANTHROPIC).generation!.response;
    expect(calls.map(({ arguments: given }) => given)).toEqual([stock.arguments, price.arguments]);
  });

  it('names its spans by what their templates were filled with, and those of an app as they are: they may hold contents', () => {
    const span = {
      scope: 'logfire.openai',
      name: 'Chat Completion with {gen_ai.request.model!r}',
      attributes: { 'logfire.msg': "Chat Completion with 'some-model'" },
    };
    expect(read(span).name).toBe("Chat Completion with 'some-model'");
    expect(read({ ...span, name: 'shop' }).name).toBeUndefined();
    const ofApp = { scope: 'logfire', name: 'ask {question}', attributes: { 'logfire.msg': `ask ${QUESTION}` } };
    expect(read(ofApp).name).toBeUndefined();
  });

  it('reads responses, tools and agents of the OpenAI Agents SDK', () => {
    expectTheTurn(sent.LOGFIRE_AGENTS);
    expect(usageOf(sent.LOGFIRE_AGENTS)).toEqual({ input, cacheRead, output, reasoning });
    expect(read(sent.LOGFIRE_AGENTS).generation).toMatchObject({ responseId: 'resp_1', reasoningEffort: 'high' });
    expect(run(sent.LOGFIRE_AGENTS_TOOL)).toMatchObject(ofStock);
    expect(read(sent.LOGFIRE_AGENTS_RUN)).toMatchObject({ kind: 'agent', context: { agentName: 'shop' } });
  });
});

test('Pydantic AI’s thoughts from the Responses API are summaries, but those of open models', () => {
  expect(formatOf(sent.PYDANTIC_AI_RESPONSES)).toBe('summary');
  const attributes = { ...sent.PYDANTIC_AI_RESPONSES.attributes, 'gen_ai.request.model': 'openai/gpt-oss-120b' };
  expect(formatOf({ ...sent.PYDANTIC_AI_RESPONSES, attributes })).toBe('parsed');
});

test('the Agent Framework’s thoughts from the Responses API are summaries, and its finish reason is one', () => {
  expect(formatOf(sent.AGENT_FRAMEWORK_RESPONSES)).toBe('summary');
  expect(read(sent.AGENT_FRAMEWORK_RESPONSES).generation!.finishReason).toBe('tool_calls');
});

describe('Strands Agents', () => {
  it('reads the conversation from events with Converse blocks', () => {
    expectTheTurn(sent.STRANDS_ASKS);
    expect(read(sent.STRANDS_ASKS).generation).toMatchObject({ asked: QUESTION, finishReason: 'tool_use' });
    expect(read(sent.STRANDS_ASKS).generation!.provider).toBeUndefined();
    expect(resultsOf(sent.STRANDS_ANSWERS)).toEqual([
      [stock.id, stock.result],
      [price.id, price.result],
    ]);
    expect(read(sent.STRANDS_ANSWERS).generation!.answered).toBe(ANSWER);
    expect(run(sent.STRANDS_TOOL)).toMatchObject({ kind: 'tool', arguments: stock.arguments, result: stock.result });
  });

  it('reads it from several details events', () => {
    expectTheTurn(sent.STRANDS_LATEST);
    expect(read(sent.STRANDS_LATEST).generation!.asked).toBe(QUESTION);
    expect(run(sent.STRANDS_LATEST_TOOL)).toMatchObject({ arguments: stock.arguments, result: stock.result });
  });
});

describe('OpenLIT', () => {
  const part = ({ id, name, arguments: given }: (typeof CALLS)[number]) => ({
    type: 'tool_call',
    id,
    name,
    arguments: given,
  });
  const asking = {
    scope: 'openlit.otel.tracing',
    name: 'chat some-model',
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.request.model': 'some-model',
      'gen_ai.response.id': 'chatcmpl-1',
      'gen_ai.usage.input_tokens': USAGE.input,
      'gen_ai.usage.output_tokens': USAGE.output,
      'gen_ai.usage.reasoning_tokens': USAGE.reasoning,
      'gen_ai.content.reasoning': THOUGHT,
      'gen_ai.output.messages': JSON.stringify([
        {
          role: 'assistant',
          parts: [{ type: 'text', content: PREAMBLE }, ...CALLS.map(part)],
          finish_reason: 'tool_call',
        },
      ]),
    },
  };

  it('has its thought beside the messages, and an older name for its tokens', () => {
    expect(read(asking).convention).toBe('openlit');
    expectTheTurn(asking);
    expect(usageOf(asking)).toMatchObject({ output: USAGE.output, reasoning: USAGE.reasoning });
  });

  it('reads a summary of the Responses API as a summary', () => {
    const attributes = { ...asking.attributes, 'gen_ai.response.id': 'resp_1' };
    expect([formatOf(asking), formatOf({ ...asking, attributes })]).toEqual(['parsed', 'summary']);
  });
});
