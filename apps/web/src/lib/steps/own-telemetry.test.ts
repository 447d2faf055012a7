/**
 * Frameworks that report through their own OpenTelemetry beside our SDK: rows of real traces, stored from the bytes
 * that the programs of examples/frameworks sent (agents/adk, agents/ai-sdk, agents/claude-agent-sdk, agents/langgraph,
 * agents/openai-agents, agents/strands).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TraceRows } from '../skeleton/skeleton.ts';
import { buildSteps } from './build-steps.ts';
import { resultKeys, timesRun } from './joined-call.ts';

const rowsOf = (name: string): TraceRows =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'fixtures', `${name}.json`), 'utf8')) as TraceRows;

const SDK = 'inferred';

/** Each step as level, agent and calls, each with its status and whether its duration is exact. */
function shown(name: string) {
  const { steps } = buildSteps(rowsOf(name));
  return steps.map(({ level, kind, agent, calls, thought }) => [
    level,
    agent,
    thought.count,
    kind === 'answer'
      ? 'answer'
      : calls
          .map(({ tool, status, durationInferred }) => `${tool} ${status}${durationInferred ? ` ${SDK}` : ''}`)
          .join(),
  ]);
}

describe('Google ADK, which gives calls ids of its own', () => {
  it('shows each call once, with its thought, an exact duration and how it ended', () => {
    expect(shown('google-adk')).toEqual([
      [1, 'order_desk', 1, 'get_order ok,get_shipment ok'],
      [1, 'order_desk', 1, 'get_policy ok'],
      [1, 'order_desk', 1, 'refund_order error'],
      [1, 'order_desk', 1, 'answer'],
    ]);
  });

  it('takes the result of a call that the span of the framework lacks from the span of the SDK', () => {
    const rows = rowsOf('google-adk');
    const failed = buildSteps(rows).steps[2]!.calls[0]!;
    const inferred = rows.calls.find(({ tool, durationInferred }) => tool === 'refund_order' && durationInferred)!;
    expect(failed.execution).toMatchObject({ callId: null, durationInferred: false });
    expect(resultKeys(failed)).toContain(`${inferred.spanId}:${inferred.index}`);
  });

  it('nests sub-agents below their calls, with their names', () => {
    expect(shown('google-adk-sub-agents')).toEqual([
      [1, 'front_desk', 1, 'courier ok,billing ok'],
      [2, 'courier', 1, 'get_shipment ok'],
      [2, 'courier', 1, 'answer'],
      [2, 'billing', 1, 'get_invoice ok'],
      [2, 'billing', 1, 'answer'],
      [1, 'front_desk', 1, 'answer'],
    ]);
  });

  it('nests the agent that took over', () => {
    expect(shown('google-adk-hand-over')).toEqual([
      [1, 'reception', 1, 'transfer_to_agent ok'],
      [2, 'claims_desk', 1, 'get_policy ok'],
      [2, 'claims_desk', 1, 'answer'],
    ]);
  });
});

describe('AI SDK, whose agents have no names', () => {
  it('nests sub-agents below their calls, and calls them like the tools that started them', () => {
    expect(shown('ai-sdk-sub-agents')).toEqual([
      [1, null, 1, 'ask_courier ok,ask_billing ok'],
      [2, 'ask_courier', 1, 'get_shipment ok'],
      [2, 'ask_billing', 1, 'get_invoice ok'],
      [2, 'ask_courier', 1, 'answer'],
      [2, 'ask_billing', 1, 'answer'],
      [1, null, 1, 'answer'],
    ]);
  });
});

it('an execution that two instrumentations observed is one, and a retry is another', () => {
  const { spans, calls } = rowsOf('ai-sdk-sub-agents');
  const [call] = buildSteps({ spans, calls }).steps[0]!.calls;
  expect([call!.runs, timesRun(call!)]).toEqual([2, 1]);
  const again = { ...call!.execution!, start: call!.execution!.start + call!.duration! + 5 };
  expect(timesRun({ ...call!, otherRuns: [...call!.otherRuns!, again] })).toBe(2);
});

describe('Strands, which makes the spans of tools active, and those of agents not', () => {
  it('calls what ran inside a tool like the tool, and not like the agent around it', () => {
    expect(shown('strands-sub-agents')).toEqual([
      [1, null, 1, 'courier ok,billing ok'],
      [2, 'courier', 1, 'get_shipment ok'],
      [2, 'billing', 1, 'get_invoice ok'],
      [2, 'courier', 1, 'answer'],
      [2, 'billing', 1, 'answer'],
      [1, null, 1, 'answer'],
    ]);
  });
});

describe("Claude's Agent SDK, whose program names the span of each run after the operation", () => {
  it('gives the main agent no name, and sub-agents theirs', () => {
    expect(shown('claude-agent-sub-agents')).toEqual([
      [1, null, 1, 'Agent ok,Agent ok'],
      [2, 'courier', 1, 'mcp__shop__get_shipment ok'],
      [2, 'billing', 1, 'mcp__shop__get_invoice ok'],
      [2, 'courier', 1, 'answer'],
      [2, 'billing', 1, 'answer'],
      [1, null, 1, 'answer'],
    ]);
  });
});

describe('a call that waits for approval', () => {
  it.each([
    ['OpenAI Agents, which resumes as another run', 'openai-agents-approval'],
    ['LangGraph, which interrupts the tool and runs it again', 'langgraph-approval'],
  ])('is executed once by %s', (_, name) => {
    const { steps } = buildSteps(rowsOf(name));
    expect(steps.map(({ agent, calls }) => [agent, ...calls.map(({ tool, status }) => `${tool} ${status}`)])).toEqual([
      ['order_desk', 'get_order ok', 'get_shipment ok'],
      ['order_desk', 'get_policy ok'],
      ['order_desk', 'refund_order error'],
      ['order_desk', 'text_output unset'],
    ]);
    const { execution, durationInferred } = steps[1]!.calls[0]!;
    expect([execution!.status, durationInferred, timesRun(steps[1]!.calls[0]!)]).toEqual(['ok', false, 1]);
  });
});
