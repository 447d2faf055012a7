/** Which spans report the usage of a whole run, in each convention; storing decides what counts. */
import { SUBTEXT } from '@subtext/reasoning';
import { expect, test } from 'vitest';
import type { AttributeValue } from '../otlp/wire.ts';
import { toStorable } from '../rows/index.ts';
import { spanSent } from '../testing/sent.ts';
import { normalise } from './index.ts';

type Attributes = Record<string, AttributeValue>;

const read = (scope: string, name: string, attributes: Attributes) => normalise(spanSent({ scope, name, attributes }));

const FIGURES = { 'gen_ai.usage.input_tokens': 420, 'gen_ai.usage.output_tokens': 192 };
const AGENT = { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'shop', ...FIGURES };
const REPORTED = { input: 420, output: 192 };

const RUNS: readonly [sender: string, scope: string, name: string, attributes: Attributes, told: object][] = [
  ['the conventions', 'any', 'invoke_agent shop', AGENT, REPORTED],
  ['a workflow of theirs', 'any', 'shop', { 'gen_ai.operation.name': 'invoke_workflow', ...FIGURES }, REPORTED],
  [
    'Logfire of Claude’s Agent SDK',
    'logfire.claude_agent_sdk',
    'invoke_agent',
    { ...AGENT, 'gen_ai.usage.cache_read.input_tokens': 300, 'operation.cost': 0.0123 },
    { ...REPORTED, cacheRead: 300, providerCostUsd: 0.0123 },
  ],
  [
    'Microsoft’s Agent Framework',
    'agent_framework',
    'invoke_agent shop',
    { ...AGENT, 'gen_ai.usage.reasoning.output_tokens': 64 },
    { ...REPORTED, reasoning: 64 },
  ],
  [
    'Pydantic AI',
    'pydantic-ai',
    'invoke_agent shop',
    {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.aggregated_usage.input_tokens': 420,
      'gen_ai.aggregated_usage.output_tokens': 192,
      'gen_ai.aggregated_usage.details.reasoning_tokens': 64,
      'gen_ai.aggregated_usage.details.cache_read_tokens': 200,
    },
    { ...REPORTED, reasoning: 64, cacheRead: 200 },
  ],
  ['Pydantic AI, version 2', 'pydantic-ai', 'agent run', FIGURES, REPORTED],
  [
    'AI SDK 6',
    'ai',
    'ai.generateText',
    { 'ai.operationId': 'ai.generateText', 'ai.usage.promptTokens': 420, 'ai.usage.completionTokens': 192 },
    REPORTED,
  ],
  ['Google ADK', 'gcp.vertex.agent', 'invocation', FIGURES, REPORTED],
  ['Mastra', 'mastra', 'shop', { 'mastra.span.type': 'agent_run', ...FIGURES }, REPORTED],
  ['LangSmith', 'langsmith', 'RunnableSequence', { 'langsmith.span.kind': 'chain', ...FIGURES }, REPORTED],
  [
    'OpenInference',
    'openinference.instrumentation.agno',
    'shop.run',
    {
      'openinference.span.kind': 'AGENT',
      'llm.token_count.prompt': 420,
      'llm.token_count.completion': 192,
      'llm.cost.total': 0.5,
    },
    { ...REPORTED, providerCostUsd: 0.5 },
  ],
];

test.each(RUNS)('the run of %s has the usage of the whole run, and none of its own', (...sent) => {
  const [, scope, name, attributes, reported] = sent;
  const span = read(scope, name, attributes);
  expect(['agent', 'chain']).toContain(span.kind);
  expect(span.run?.usage).toMatchObject(reported);
  expect(span.generation).toBeUndefined();
});

test('a run without token counts has none, and no model', () => {
  expect(
    read('any', 'shop', { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.request.model': 'gpt-5.2' }).run,
  ).toBeUndefined();
});

test('figures on a model call, a tool or a span of no kind are of no run', () => {
  for (const operation of ['chat', 'embeddings', 'execute_tool', 'retrieval', 'something'])
    expect(read('any', 'x', { 'gen_ai.operation.name': operation, ...FIGURES }).run).toBeUndefined();
});

test('absurd figures of a run are unknown', () => {
  expect(read('any', 'x', { ...AGENT, 'gen_ai.usage.input_tokens': 5_000_000_000 }).run?.usage).toEqual({
    output: 192,
  });
});

const store = (attributes: Attributes) => toStorable({ projectId: 'p' }, read('any', 'invoke_agent shop', attributes));

test('a run costs what it reports, or what its model would; the readability of its thinking is unknown', () => {
  const priced = { ...AGENT, 'gen_ai.provider.name': 'openai', 'gen_ai.request.model': 'gpt-5.2' };
  const { span, price, calls } = store({ ...priced, 'gen_ai.usage.reasoning.output_tokens': 64 });
  expect(span).toMatchObject({
    ...{ kind: 'agent', requestModel: 'gpt-5.2', inputTokens: 420, outputTokens: 192, reasoningTokens: 64 },
    ...{ readableTokens: null, summaryTokens: null, noTextTokens: null, costSource: 'computed', thinkingState: null },
  });
  expect([span.reasoningCost! > 0, span.noTextCost]).toEqual([true, null]);
  expect([price?.model, calls]).toEqual(['gpt-5.2', []]);
  const reported = store({ ...priced, [SUBTEXT.providerCostUsd]: 0.5 });
  expect([reported.span.totalCost, reported.span.costSource, reported.price]).toEqual([500_000_000, 'provider', null]);
  expect(store(AGENT).span).toMatchObject({ requestModel: null, inputTokens: 420, totalCost: null, costSource: null });
});

test('a long run is not priced as one long prompt', () => {
  const model = { 'gen_ai.provider.name': 'anthropic', 'gen_ai.request.model': 'claude-sonnet-4-5' };
  const rateOf = (input: number) => store({ ...AGENT, ...model, 'gen_ai.usage.input_tokens': input }).price?.inputRate;
  expect(rateOf(900_000)).toBe(rateOf(1_000));
  expect(rateOf(1_000)).toBeDefined();
});
