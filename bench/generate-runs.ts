/** Runs of agents as the write path takes them: they think, call tools at once or one by one, fail, ask sub-agents, and answer. */
import { BLANK_CALL, BLANK_FACTS, BLANK_SPAN } from '@subtext/db';
import type { CallRecord, PriceRecord, SpanRecord, StorableSpan } from '@subtext/db';
import { prose, word, type Chance } from './generate-text.ts';

interface Model {
  provider: string;
  name: string;
  state: 'readable' | 'summary' | 'encrypted' | 'withheld';
  /** Nano-dollars a token. */
  input: number;
  output: number;
}
const MODELS: readonly Model[] = [
  { provider: 'openai', name: 'gpt-5.2', state: 'summary', input: 1_750, output: 14_000 },
  { provider: 'anthropic', name: 'claude-opus-4-6', state: 'readable', input: 5_000, output: 25_000 },
  { provider: 'deepseek', name: 'deepseek-reasoner', state: 'readable', input: 280, output: 420 },
  { provider: 'google', name: 'gemini-3-pro', state: 'encrypted', input: 2_000, output: 12_000 },
  { provider: 'openai', name: 'gpt-5.2-mini', state: 'withheld', input: 250, output: 2_000 },
];
const AGENTS = [
  { name: 'support', tools: ['get_order', 'search_orders', 'refund_order', 'send_mail'] },
  { name: 'coder', tools: ['read_file', 'write_file', 'run_tests', 'grep', 'list_files'] },
  { name: 'researcher', tools: ['web_search', 'open_page', 'read_pdf', 'take_note'] },
  { name: 'analyst', tools: ['run_query', 'describe_table', 'plot', 'export_csv'] },
] as const;
/** In one of thousands of calls: what a filter by tool looks for among millions. */
const RARE_TOOL = 'delete_account';

export interface Run {
  traceId: string;
  startedAt: Date;
  spans: StorableSpan[];
}

interface Draft {
  chance: Chance;
  projectId: string;
  traceId: string;
  sessionId: string | null;
  /** Milliseconds since 1970, moving on. */
  clock: number;
  spans: StorableSpan[];
}

interface Turn {
  agent: (typeof AGENTS)[number];
  model: Model;
  parentSpanId: string;
  asked: string;
}

/** One trace of 5 to about 90 spans. */
export function makeRun(chance: Chance, projectId: string, startedAt: Date): Run {
  const sessionId = chance.happens(0.6)
    ? `session-${startedAt.toISOString().slice(0, 10)}-${chance.below(2_000)}`
    : null;
  const draft: Draft = { chance, projectId, traceId: chance.hex(32), sessionId, clock: startedAt.getTime(), spans: [] };
  runAgent(draft, { depth: 0, parentSpanId: null });
  return { traceId: draft.traceId, startedAt, spans: draft.spans };
}

function runAgent(draft: Draft, { depth, parentSpanId }: { depth: number; parentSpanId: string | null }): void {
  const { chance } = draft;
  const agent = chance.pick(AGENTS);
  const spanId = chance.hex(16);
  const turn: Turn = { agent, model: chance.pick(MODELS), parentSpanId: spanId, asked: prose(chance, 90) };
  const began = draft.clock;
  const steps = Math.min(30, 1 + chance.skewed(depth === 0 ? 5 : 2));
  for (let step = 0; step < steps; step += 1) {
    think(draft, turn, chance.happens(0.25) ? 2 + chance.below(3) : 1);
    if (depth === 0 && chance.happens(0.04)) runAgent(draft, { depth: 1, parentSpanId: spanId });
  }
  think(draft, turn, 0);
  const name = `invoke_agent ${agent.name}`;
  const body = JSON.stringify({
    name,
    attributes: { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': agent.name },
  });
  const times = { startedAt: iso(began), durationNs: (draft.clock - began) * 1e6 };
  add(
    draft,
    { ...BLANK_SPAN, ...times, spanId, parentSpanId, kind: 'agent', name, agentName: agent.name },
    { body, name: depth === 0 ? name : null },
  );
}

/** A response and the calls it asks for; with none it is the answer. */
function think(draft: Draft, turn: Turn, calls: number): void {
  const { chance } = draft;
  const { model, agent } = turn;
  const tools = Array.from({ length: calls }, () => (chance.happens(0.0003) ? RARE_TOOL : chance.pick(agent.tools)));
  const tokens = chance.skewed(calls === 0 ? 120 : 260);
  const usage = spend(chance, model, tokens);
  const said = chance.happens(0.4) || calls === 0 ? prose(chance, calls === 0 ? 400 : 70) : null;
  const response: Response = {
    startedAt: iso(draft.clock),
    thought: thoughtOf(draft, model, tokens),
    said,
    model,
    tokens,
    cost: usage.reasoningCost,
  };
  const asked = tools.map((tool) => ({
    tool,
    callId: `call_${chance.hex(20)}`,
    given: JSON.stringify({ id: chance.hex(8), why: prose(chance, 60) }),
  }));
  const answer = { tool: 'text_output', callId: null, given: null };
  const records = (calls === 0 ? [answer] : asked).map((call, index) => callRecord({ ...response, ...call }, index));
  const spanId = chance.hex(16);
  const durationMs = 400 + chance.skewed(tokens * 12);
  const span = {
    ...generationOf(draft, turn, response),
    ...usage,
    spanId,
    agentName: agent.name,
    durationNs: durationMs * 1e6,
    finishReason: calls === 0 ? 'stop' : 'tool_calls',
  };
  add(draft, span, {
    body: bodyOf(draft, turn, { ...response, asked, usage }),
    calls: records,
    price: priceOf(model),
    asked: turn.asked.slice(0, 160),
  });
  draft.clock += durationMs;
  for (const call of asked) execute(draft, { ...call, parentSpanId: spanId });
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

/** About four characters a token; a summary is a quarter of what was thought. */
function thoughtOf({ chance }: Draft, { state }: Model, tokens: number): string | null {
  if (state !== 'readable' && state !== 'summary') return null;
  return prose(chance, Math.min(12_000, tokens * (state === 'summary' ? 1 : 4)));
}

function generationOf({ chance }: Draft, turn: Turn, { startedAt, said, model }: Response): SpanRecord {
  const failed = chance.happens(0.01);
  return {
    ...BLANK_SPAN,
    parentSpanId: turn.parentSpanId,
    kind: 'generation',
    name: `chat ${model.name}`,
    startedAt,
    status: failed ? 'error' : 'unset',
    statusMessage: failed ? 'overloaded' : null,
    provider: model.provider,
    requestModel: model.name,
    responseModel: model.name,
    responseId: `resp_${chance.hex(24)}`,
    streaming: true,
    ttftMs: 200 + chance.below(900),
    inputPreview: turn.asked.slice(0, 160),
    outputPreview: said?.slice(0, 160) ?? null,
  };
}

function bodyOf(
  { chance }: Draft,
  turn: Turn,
  { thought, said, asked, usage }: Response & { asked: object[]; usage: object },
): string {
  return JSON.stringify({
    name: `chat ${turn.model.name}`,
    attributes: {
      'gen_ai.request.model': turn.model.name,
      'gen_ai.usage': usage,
      'gen_ai.input.messages': [
        { role: 'system', content: prose(chance, 500) },
        { role: 'user', content: turn.asked },
      ],
      'gen_ai.output.messages': [{ reasoning: thought, text: said, calls: asked }],
    },
  });
}

function execute(draft: Draft, call: { tool: string; callId: string; given: string; parentSpanId: string }): void {
  const { chance } = draft;
  const status = chance.happens(0.03) ? 'error' : 'ok';
  const result =
    status === 'error'
      ? `Error ${400 + chance.below(120)}: ${prose(chance, 80)}`
      : JSON.stringify({ id: word(chance), rows: prose(chance, 100 + chance.skewed(700)) });
  const durationMs = 5 + chance.skewed(300);
  const startedAt = iso(draft.clock);
  const record: CallRecord = {
    ...BLANK_CALL,
    describedBy: 'execution',
    callId: call.callId,
    toolName: call.tool,
    startedAt,
    durationNs: durationMs * 1e6,
    status,
    argumentsPreview: call.given.slice(0, 160),
    resultPreview: result.slice(0, 160),
    texts: { thoughts: null, preamble: null, arguments: call.given, result },
  };
  const name = `execute_tool ${call.tool}`;
  const body = JSON.stringify({
    name,
    attributes: {
      'gen_ai.tool.name': call.tool,
      'gen_ai.tool.call.id': call.callId,
      'gen_ai.tool.call.arguments': call.given,
      'gen_ai.tool.call.result': result,
    },
  });
  const span: SpanRecord = {
    ...BLANK_SPAN,
    spanId: chance.hex(16),
    parentSpanId: call.parentSpanId,
    kind: 'tool',
    name,
    startedAt,
    durationNs: durationMs * 1e6,
    status,
    statusMessage: status === 'error' ? result.slice(0, 100) : null,
    callId: call.callId,
    toolName: call.tool,
    inputPreview: call.given.slice(0, 160),
    outputPreview: result.slice(0, 160),
  };
  add(draft, span, { body, calls: [record] });
  draft.clock += durationMs;
}

interface Asked extends Response {
  tool: string;
  callId: string | null;
  given: string | null;
}

/** The first call of a response owns its thought. */
function callRecord(
  { tool, callId, given, startedAt, model, tokens, cost, ...texts }: Asked,
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

/** Usage and costs that add up as those of real responses do. */
function spend(chance: Chance, model: Model, reasoningTokens: number) {
  const inputTokens = 600 + chance.skewed(2_500);
  const cacheReadTokens = Math.floor(inputTokens * chance.next() * 0.8);
  const outputTokens = reasoningTokens + chance.skewed(90);
  const inputCost = (inputTokens - cacheReadTokens) * model.input;
  const cacheReadCost = Math.round((cacheReadTokens * model.input) / 10);
  const outputCost = outputTokens * model.output;
  const reasoningCost = reasoningTokens * model.output;
  const shareOf = (state: 'readable' | 'summary', amount: number) => (model.state === state ? amount : 0);
  const isDark = model.state === 'encrypted' || model.state === 'withheld';
  return {
    inputTokens,
    cacheReadTokens,
    outputTokens,
    reasoningTokens,
    reasoningSource: 'reported' as const,
    thinkingState: model.state,
    readableTokens: shareOf('readable', reasoningTokens),
    summaryTokens: shareOf('summary', reasoningTokens),
    noTextTokens: isDark ? reasoningTokens : 0,
    inputCost,
    cacheReadCost,
    cacheWriteCost: 0,
    outputCost,
    reasoningCost,
    readableCost: shareOf('readable', reasoningCost),
    summaryCost: shareOf('summary', reasoningCost),
    noTextCost: isDark ? reasoningCost : 0,
    totalCost: inputCost + cacheReadCost + outputCost,
    costSource: 'computed' as const,
  };
}

function priceOf(model: Model): PriceRecord {
  return {
    provider: model.provider,
    model: model.name,
    matchedModel: model.name,
    source: 'generated',
    asOf: '2026-11-01',
    inputRate: model.input * 1e6,
    cacheReadRate: model.input * 1e5,
    cacheWriteRate: null,
    outputRate: model.output * 1e6,
    reasoningRate: null,
  };
}

interface Rest {
  body: string;
  calls?: CallRecord[];
  price?: PriceRecord;
  name?: string | null;
  asked?: string;
}

function add(draft: Draft, span: SpanRecord, { body, calls = [], price, name = null, asked }: Rest): void {
  const endedAt = iso(Date.parse(span.startedAt) + span.durationNs / 1e6);
  const trace = {
    ...BLANK_FACTS,
    endedAt,
    name,
    asked: asked ?? null,
    sessionId: draft.sessionId,
    service: 'agents',
    environment: 'production',
  };
  draft.spans.push({
    projectId: draft.projectId,
    traceId: draft.traceId,
    span,
    calls,
    trace,
    price: price ?? null,
    body,
  });
}

/** With the microseconds that the write path expects. */
function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace('Z', '000Z');
}
