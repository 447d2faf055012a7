/** The spans that VoltAgent 2 reports of an agent that starts another one. */
import { expect, test } from 'vitest';
import type { AttributeValue } from '../otlp/wire.ts';
import { spanSent } from '../testing/sent.ts';
import { normalise } from './index.ts';

const ENTITY = { 'entity.id': 'front_desk', 'entity.type': 'agent', 'entity.name': 'front_desk' };

const read = (name: string, attributes: Record<string, AttributeValue>) =>
  normalise(spanSent({ scope: '@voltagent/core', name, attributes: { ...ENTITY, ...attributes } }));

test('an agent has its name, and one that another agent started has its own', () => {
  const agents = [read('front_desk', {}), read('subagent:courier', { 'subagent.name': 'courier' })];
  expect(agents.map(({ kind, context }) => [kind, context.agentName])).toEqual([
    ['agent', 'front_desk'],
    ['agent', 'courier'],
  ]);
});

test('a tool has the id of its call, its arguments and its result', () => {
  const tool = read('tool.execution:get_shipment', {
    'span.type': 'tool',
    'tool.name': 'get_shipment',
    'tool.call.id': 'call_D14j7YdNPCO1PeugJsvyfTrJ',
    input: '{"order":"A-100002"}',
    output: 'Shipment of A-100002: it left Porto on Tuesday.',
  });
  expect([tool.kind, tool.convention]).toEqual(['tool', 'voltagent']);
  expect(tool.execution).toMatchObject({
    id: 'call_D14j7YdNPCO1PeugJsvyfTrJ',
    name: 'get_shipment',
    arguments: { order: 'A-100002' },
    result: 'Shipment of A-100002: it left Porto on Tuesday.',
  });
});

test('the span around all model calls of an agent is none, because it has the usage of the last one only', () => {
  const calls = read('llm:streamText', { 'span.type': 'llm', 'llm.model': 'gpt-5.2', 'llm.usage.prompt_tokens': 428 });
  expect([calls.kind, calls.generation]).toEqual(['chain', undefined]);
});
