/**
 * Generates agent runs in the form of the write path: agents think, call tools in parallel or one by one, fail, call
 * sub-agents, and answer.
 */
import {
  BLANK_CALL,
  BLANK_SPAN,
  type CallRecord,
  type PriceRecord,
  type SpanRecord,
  type StorableSpan,
  type TraceFacts,
} from '@subtext/trace';
import { prose, word, type Chance } from './generate-text.ts';
import {
  AGENTS,
  EFFORTS,
  factsOf,
  instructionsOf,
  modelOf,
  priceOf,
  spend,
  toolOf,
  type Agent,
  type Model,
} from './generate-world.ts';

/** A trace, or the next part of one. */
export interface Run {
  traceId: string;
  startedAt: Date;
  spans: StorableSpan[];
}

export interface RunOptions {
  projectId: string;
  startedAt: Date;
  /** Number of thoughts with their calls in a median run. */
  steps: number;
}

interface Draft {
  chance: Chance;
  projectId: string;
  traceId: string;
  facts: TraceFacts;
  /** The simulated time, in milliseconds since 1970. */
  clock: number;
  steps: number;
  medianSteps: number;
  spans: StorableSpan[];
}

/** An agent that is running. */
interface Turn {
  agent: Agent;
  model: Model;
  effort: (typeof EFFORTS)[number];
  spanId: string;
  parentSpanId: string | null;
  asked: string;
  began: number;
}

const MAX_STEPS = 30;

/** Generates one trace of 4 to about 90 spans. */
export function makeRun(chance: Chance, options: RunOptions): Run {
  const draft = newDraft(chance, options);
  runAgent(draft, null);
  return { traceId: draft.traceId, startedAt: options.startedAt, spans: draft.spans };
}

const SPANS_PER_PART = 2_000;

/**
 * Generates one trace with this many steps (a few more when a sub-agent is last). Yields it in parts, because all of it
 * at once would fill the memory.
 */
export function* makeLongRun(chance: Chance, options: RunOptions): Generator<Run> {
  const draft = newDraft(chance, { ...options, steps: 5 });
  const turn = beginTurn(draft, null);
  const part = () => ({ traceId: draft.traceId, startedAt: options.startedAt, spans: draft.spans.splice(0) });
  while (draft.steps < options.steps - 1) {
    act(draft, turn, turn.parentSpanId);
    if (draft.spans.length >= SPANS_PER_PART) yield part();
  }
  think(draft, turn, 0);
  endTurn(draft, turn);
  yield part();
}

function newDraft(chance: Chance, { projectId, startedAt, steps }: RunOptions): Draft {
  const facts = factsOf(chance, startedAt);
  const traceId = chance.hex(32);
  return { chance, projectId, traceId, facts, clock: startedAt.getTime(), steps: 0, medianSteps: steps, spans: [] };
}

function runAgent(draft: Draft, parentSpanId: string | null): void {
  const { chance } = draft;
  const turn = beginTurn(draft, parentSpanId);
  const median = parentSpanId === null ? draft.medianSteps : Math.min(2, draft.medianSteps);
  const steps = Math.min(MAX_STEPS, 1 + chance.skewed(median));
  for (let step = 0; step < steps; step += 1) act(draft, turn, parentSpanId);
  think(draft, turn, 0);
  endTurn(draft, turn);
}

function beginTurn({ chance, clock }: Draft, parentSpanId: string | null): Turn {
  return {
    agent: chance.pick(AGENTS),
    model: modelOf(chance),
    effort: chance.pick(EFFORTS),
    spanId: chance.hex(16),
    parentSpanId,
    asked: prose(chance, 90),
    began: clock,
  };
}

/** Adds one thought and its actions. Sub-agents do not call other agents. */
function act(draft: Draft, turn: Turn, parentSpanId: string | null): void {
  const { chance } = draft;
  if (chance.happens(0.01)) fail(draft, turn);
  think(draft, turn, chance.happens(0.25) ? 2 + chance.below(3) : 1);
  if (parentSpanId === null && chance.happens(0.04)) runAgent(draft, turn.spanId);
}

function endTurn(draft: Draft, { agent, spanId, parentSpanId, began }: Turn): void {
  const name = `invoke_agent ${agent.name}`;
  const times = { startedAt: iso(began), durationNs: (draft.clock - began) * 1e6 };
  add(
    draft,
    { ...BLANK_SPAN, ...times, spanId, parentSpanId, kind: 'agent', name, agentName: agent.name },
    {
      attributes: { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': agent.name },
      name: parentSpanId === null ? name : null,
    },
  );
}

/** What the calls of one response share. */
interface Response {
  startedAt: string;
  thought: string | null;
  said: string | null;
  model: Model;
  tokens: number;
  cost: number;
}

/** Adds a response and the calls that it requests. Without calls it is the answer. */
function think(draft: Draft, turn: Turn, calls: number): void {
  const { chance } = draft;
  const { model, agent, effort } = turn;
  const tokens = Math.round(chance.skewed(calls === 0 ? 120 : 260) * effort.thinks);
  const usage = spend(chance, model, tokens);
  const response: Response = {
    startedAt: iso(draft.clock),
    thought: thoughtOf(draft, model, tokens),
    said: chance.happens(0.4) || calls === 0 ? prose(chance, calls === 0 ? 400 : 70) : null,
    model,
    tokens,
    cost: usage.reasoningCost,
  };
  const asked = Array.from({ length: calls }, () => ({
    tool: toolOf(chance, agent),
    callId: `call_${chance.hex(20)}`,
    given: JSON.stringify({ id: chance.hex(8), why: prose(chance, 60) }),
  }));
  const answer = { tool: 'text_output', callId: null, given: null };
  const records = (calls === 0 ? [answer] : asked).map((call, index) => callRecord({ ...response, ...call }, index));
  const durationMs = 400 + chance.skewed(tokens * 12);
  const span: SpanRecord = {
    ...requestOf(draft, turn),
    ...usage,
    responseModel: model.name,
    responseId: `resp_${chance.hex(24)}`,
    ttftMs: 200 + chance.below(900),
    outputPreview: response.said?.slice(0, 160) ?? null,
    durationNs: durationMs * 1e6,
    finishReason: calls === 0 ? 'stop' : 'tool_calls',
  };
  const attributes = { ...sentBy(turn), ...receivedIn({ ...response, asked, usage }) };
  add(draft, span, { attributes, calls: records, price: priceOf(model), asked: turn.asked.slice(0, 160) });
  draft.steps += 1;
  draft.clock += durationMs;
  for (const call of asked) execute(draft, { ...call, parentSpanId: span.spanId });
}

/** Adds a request that the provider refused. The next span is the second attempt. */
function fail(draft: Draft, turn: Turn): void {
  const durationMs = 100 + draft.chance.skewed(400);
  const failed = { status: 'error' as const, statusMessage: 'overloaded', durationNs: durationMs * 1e6 };
  add(draft, { ...requestOf(draft, turn), ...failed }, { attributes: sentBy(turn) });
  draft.clock += durationMs;
}

/** About four characters per token. A summary is a quarter of the thinking. */
function thoughtOf({ chance }: Draft, { state }: Model, tokens: number): string | null {
  if (state !== 'readable' && state !== 'summary') return null;
  return prose(chance, Math.min(12_000, tokens * (state === 'summary' ? 1 : 4)));
}

function requestOf({ chance, clock }: Draft, { model, agent, effort, spanId, asked }: Turn): SpanRecord {
  return {
    ...BLANK_SPAN,
    spanId: chance.hex(16),
    parentSpanId: spanId,
    kind: 'generation',
    name: `chat ${model.name}`,
    startedAt: iso(clock),
    agentName: agent.name,
    provider: model.provider,
    requestModel: model.name,
    reasoningEffort: effort.name,
    streaming: true,
    inputPreview: asked.slice(0, 160),
  };
}

function sentBy({ model, agent, effort, asked }: Turn): Record<string, unknown> {
  return {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': model.provider,
    'gen_ai.request.model': model.name,
    ...(effort.name !== null && { 'gen_ai.request.reasoning.level': effort.name }),
    'gen_ai.system_instructions': [{ type: 'text', content: instructionsOf(agent) }],
    'gen_ai.input.messages': [{ role: 'user', parts: [{ type: 'text', content: asked }] }],
  };
}

interface Received extends Response {
  asked: { tool: string; callId: string; given: string }[];
  usage: ReturnType<typeof spend>;
}

function receivedIn({ thought, said, asked, usage }: Received): Record<string, unknown> {
  const parts = [
    thought === null ? [] : [{ type: 'reasoning', content: thought }],
    said === null ? [] : [{ type: 'text', content: said }],
    asked.map(({ tool, callId, given }) => ({ type: 'tool_call', id: callId, name: tool, arguments: given })),
  ].flat();
  return {
    'gen_ai.usage.input_tokens': usage.inputTokens,
    'gen_ai.usage.cache_read.input_tokens': usage.cacheReadTokens,
    'gen_ai.usage.output_tokens': usage.outputTokens,
    'gen_ai.usage.reasoning.output_tokens': usage.reasoningTokens,
    'gen_ai.output.messages': [{ role: 'assistant', parts }],
  };
}

function execute(draft: Draft, call: { tool: string; callId: string; given: string; parentSpanId: string }): void {
  const { chance } = draft;
  const status = chance.happens(0.03) ? 'error' : 'ok';
  const result =
    status === 'error'
      ? `Error ${400 + chance.below(120)}: ${prose(chance, 80)}`
      : JSON.stringify({ id: word(chance), rows: prose(chance, 100 + chance.skewed(500)) });
  const durationMs = 5 + chance.skewed(300);
  const shared = {
    callId: call.callId,
    toolName: call.tool,
    startedAt: iso(draft.clock),
    durationNs: durationMs * 1e6,
    status,
  } as const;
  const previews = { given: call.given.slice(0, 160), result: result.slice(0, 160) };
  const record: CallRecord = {
    ...BLANK_CALL,
    ...shared,
    describedBy: 'execution',
    argumentsPreview: previews.given,
    resultPreview: previews.result,
    texts: { thoughts: null, preamble: null, arguments: call.given, result },
  };
  const span: SpanRecord = {
    ...BLANK_SPAN,
    ...shared,
    spanId: chance.hex(16),
    parentSpanId: call.parentSpanId,
    kind: 'tool',
    name: `execute_tool ${call.tool}`,
    statusMessage: status === 'error' ? result.slice(0, 100) : null,
    inputPreview: previews.given,
    outputPreview: previews.result,
  };
  const attributes = {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': call.tool,
    'gen_ai.tool.call.id': call.callId,
    'gen_ai.tool.call.arguments': call.given,
    'gen_ai.tool.call.result': result,
  };
  add(draft, span, { attributes, calls: [record] });
  draft.clock += durationMs;
}

interface GeneratedCall extends Response {
  tool: string;
  callId: string | null;
  given: string | null;
}

/** The thought belongs to the first call of a response. */
function callRecord(
  { tool, callId, given, startedAt, model, tokens, cost, ...texts }: GeneratedCall,
  index: number,
): CallRecord {
  const owner = index === 0;
  const said = owner ? texts.said : null;
  const thought = owner ? texts.thought : null;
  const hasTexts = thought !== null || said !== null || given !== null;
  return {
    ...BLANK_CALL,
    describedBy: 'generation',
    type: tool === 'text_output' ? 'answer' : 'function',
    callId,
    toolName: tool,
    startedAt,
    thinkingState: owner ? model.state : 'shared',
    reasoningTokens: owner ? tokens : null,
    reasoningTokensSource: owner ? 'reported' : null,
    reasoningCost: owner ? cost : null,
    thoughtCount: thought === null ? 0 : 1,
    thoughtCharacters: thought?.length ?? 0,
    thoughtPreview: thought?.slice(0, 160) ?? null,
    preamblePreview: said?.slice(0, 160) ?? null,
    argumentsPreview: given?.slice(0, 160) ?? null,
    texts: hasTexts
      ? { thoughts: thought === null ? null : [thought], preamble: said, arguments: given, result: null }
      : null,
  };
}

interface Rest {
  attributes: Record<string, unknown>;
  calls?: CallRecord[];
  price?: PriceRecord;
  name?: string | null;
  asked?: string;
}

/** The body is what ingest stores of a span (apps/ingest/src/rows/payload.ts). */
function add(draft: Draft, span: SpanRecord, { attributes, calls = [], price, name = null, asked }: Rest): void {
  const { projectId, traceId } = draft;
  const startedMs = Date.parse(span.startedAt);
  const endedMs = startedMs + (span.durationNs ?? 0) / 1e6;
  const body = JSON.stringify({
    traceId,
    spanId: span.spanId,
    parentSpanId: span.parentSpanId ?? '',
    name: span.name,
    kind: span.kind === 'generation' ? 3 : 1,
    startTimeUnixNano: `${startedMs}000000`,
    endTimeUnixNano: `${endedMs}000000`,
    status: { code: span.status === 'error' ? 2 : 0, message: span.statusMessage ?? '' },
    attributes,
    resource: { 'service.name': 'agents' },
    scope: { name: '@subtext/sdk', version: '', attributes: {} },
  });
  const trace = { ...draft.facts, endedAt: iso(endedMs), name, asked: asked ?? null };
  draft.spans.push({ projectId, traceId, span, calls, trace, price: price ?? null, body });
}

/** ISO 8601 with microseconds, as the write path expects. */
function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace('Z', '000Z');
}
