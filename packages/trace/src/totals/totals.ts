/**
 * Computes what newly inserted spans add to totals and rollups. Pure. write-batch.ts passes each new span once. Every
 * figure is a plain sum over the stored rows, so a recount of the tables gives the same result.
 */
import { beginsStep, countedThinking, isHidden, isTask } from '@subtext/reasoning';
import { isModelCall, isRun, type UsageSource } from '../settle/runs.ts';
import { addExecutions, addLatencies, noModelLatencies, noToolLatencies } from './latencies.ts';
import type { ModelLatencies, ToolLatencies } from './latencies.ts';
import { HISTOGRAM_BUCKETS, tokenBucket } from './token-histogram.ts';
import type { CallRecord, SpanRecord, StorableSpan } from '../rows/span-record.ts';

/** A newly inserted span with those of its calls that are stored. */
export interface NewSpan extends StorableSpan {
  /** The span that counts instead, when the same generation was already reported. A duplicate is in no sum. */
  duplicateOf: string | null;
  /** Set when the usage of a run counts (runs.ts). When absent or null, model calls count and runs do not. */
  usageSource?: UsageSource | null;
}

/** Facts and sums for one row of `traces`. Property names match its columns. */
export interface TraceDelta {
  projectId: string;
  traceId: string;
  startedAt: string;
  endedAt: string;
  name: string | null;
  nameAt: string | null;
  asked: string | null;
  askedAt: string | null;
  sessionId: string | null;
  userId: string | null;
  environment: string | null;
  release: string | null;
  service: string | null;
  tags: string[];
  metadata: Record<string, string>;
  models: string[];
  /** The agents of all spans, for the filters of lists. The same holds for `efforts`. */
  agents: string[];
  efforts: string[];
  /** Instrumentation scopes of the generations. With several, one call may be reported twice (duplicate-groups.ts). */
  instrumentations: string[];
  spanCount: number;
  generationCount: number;
  stepCount: number;
  callCount: number;
  errorCount: number;
  /** Spans without an end. */
  openCount: number;
  /** The snapshot numbers of the spans without an end, added up. */
  openSnapshots: number;
  generationsReporting: number;
  generationsUnpriced: number;
  runsCounted: number;
  generationsInRuns: number;
  inputTokens: number;
  cacheReadTokens: number;
  outputTokens: number;
  reasoningTokens: number;
  hiddenReasoningTokens: number;
  inputCost: number;
  answerCost: number;
  untoldCost: number;
  readableCost: number;
  summaryCost: number;
  noTextCost: number;
}

export interface ModelDelta extends ModelLatencies {
  projectId: string;
  hour: string;
  provider: string;
  model: string;
  /** '' when no agent was reported. The effort uses '' too. */
  agentName: string;
  reasoningEffort: string;
  generations: number;
  /** Generations whose own usage counts, and runs that count; for generationsUnpriced also calls that do not think. */
  generationsReporting: number;
  generationsUnpriced: number;
  /** Runs whose usage counts. The generations below them (generationsInRuns) do not count. */
  runsCounted: number;
  generationsInRuns: number;
  /** Model calls that do not think and whose own usage counts: they are no generations. */
  taskCalls: number;
  errors: number;
  inputTokens: number;
  cacheReadTokens: number;
  outputTokens: number;
  reasoningTokens: number;
  readableTokens: number;
  summaryTokens: number;
  noTextTokens: number;
  /** Thinking of runs that count. Runs do not report whether it has text. */
  untoldTokens: number;
  inputCost: number;
  /** Output cost without thinking of known state. `untoldCost` is the part of it for thinking of unknown state. */
  answerCost: number;
  untoldCost: number;
  readableCost: number;
  summaryCost: number;
  noTextCost: number;
}
type ModelKey = Pick<ModelDelta, 'projectId' | 'hour' | 'provider' | 'model' | 'agentName' | 'reasoningEffort'>;

export interface ToolDelta extends ToolLatencies {
  projectId: string;
  hour: string;
  toolName: string;
  calls: number;
  callsWithTokens: number;
  callsEstimated: number;
  estimatedTokens: number;
  reasoningTokens: number;
  reasoningCost: number;
  hiddenCost: number;
  tokenHistogram: number[];
}

export interface BatchTotals {
  traces: TraceDelta[];
  models: ModelDelta[];
  tools: ToolDelta[];
}

/** Rollup keys cannot be null: this stands for a provider or model that was not reported. */
const UNNAMED = 'unknown';

/**
 * Returns what these spans add to their traces and to the hourly rollups: one row per trace, model and tool. A
 * duplicate adds only its facts and the calls that it describes, and no tokens, no cost and no span.
 */
export function totalsOf(spans: readonly NewSpan[]): BatchTotals {
  const traces = new Map<string, TraceDelta>();
  const models = new Map<string, ModelDelta>();
  const tools = new Map<string, ToolDelta>();
  for (const stored of spans) {
    const { projectId, traceId, span } = stored;
    const hour = `${span.startedAt.slice(0, 13)}:00:00Z`;
    const trace = entry(traces, [projectId, traceId], () => emptyTrace(stored));
    addFacts(trace, stored);
    if (stored.duplicateOf === null) {
      trace.spanCount += 1;
      if (span.status === 'error') trace.errorCount += 1;
      if (span.durationNs === null) {
        trace.openCount += 1;
        trace.openSnapshots += span.snapshot ?? 0;
      }
      if (isOfModel(stored)) {
        const key = modelKeyOf(span, { projectId, hour });
        const rollup = entry(models, Object.values(key), () => emptyModel(key));
        addSpend(trace, rollup, stored);
      }
    }
    trace.stepCount += stepsOf(stored);
    const toolOf = (name: string) => toolEntry(tools, { projectId, hour, name });
    for (const call of stored.calls) addCall(trace, call, toolOf);
    addExecutions(stored, toolOf);
  }
  return { traces: [...traces.values()], models: [...models.values()].filter(hasSums), tools: [...tools.values()] };
}

/** An embedding inside a run that counts adds nothing: a row of zeros would depend on the order of inserts and deletes. */
function hasSums(model: ModelDelta): boolean {
  return Object.values(model).some((value) => typeof value === 'number' && value !== 0);
}

/** Agents and chains repeat the usage of their generations. It counts only when none of these reports any. */
export function isOfModel({ span: { kind }, usageSource }: NewSpan): boolean {
  return isModelCall(kind) || (isRun(kind) && usageSource === 'run');
}

const modelOf = (span: SpanRecord): string | null => span.responseModel ?? span.requestModel;

function modelKeyOf(span: SpanRecord, { projectId, hour }: { projectId: string; hour: string }): ModelKey {
  return {
    projectId,
    hour,
    provider: span.provider ?? UNNAMED,
    model: modelOf(span) ?? UNNAMED,
    agentName: span.agentName ?? '',
    reasoningEffort: span.reasoningEffort ?? '',
  };
}

/** The separator is a character that no stored text contains. */
function entry<Value>(entries: Map<string, Value>, key: string[], create: () => Value): Value {
  const joined = key.join('\u0000');
  let value = entries.get(joined);
  if (value === undefined) entries.set(joined, (value = create()));
  return value;
}

function toolEntry(tools: Map<string, ToolDelta>, key: { projectId: string; hour: string; name: string }): ToolDelta {
  return entry(tools, Object.values(key), () => ({
    projectId: key.projectId,
    hour: key.hour,
    toolName: key.name,
    calls: 0,
    callsWithTokens: 0,
    callsEstimated: 0,
    estimatedTokens: 0,
    reasoningTokens: 0,
    reasoningCost: 0,
    hiddenCost: 0,
    tokenHistogram: new Array<number>(HISTOGRAM_BUCKETS).fill(0),
    ...noToolLatencies(),
  }));
}

function emptyTrace({ projectId, traceId, span, trace }: StorableSpan): TraceDelta {
  return {
    projectId,
    traceId,
    startedAt: span.startedAt,
    endedAt: trace.endedAt,
    name: null,
    nameAt: null,
    asked: null,
    askedAt: null,
    sessionId: null,
    userId: null,
    environment: null,
    release: null,
    service: null,
    tags: [],
    metadata: Object.create(null) as Record<string, string>,
    models: [],
    agents: [],
    efforts: [],
    instrumentations: [],
    spanCount: 0,
    generationCount: 0,
    stepCount: 0,
    callCount: 0,
    errorCount: 0,
    openCount: 0,
    openSnapshots: 0,
    ...emptySpend(),
    hiddenReasoningTokens: 0,
  };
}

function emptyModel(key: ModelKey): ModelDelta {
  return {
    ...key,
    generations: 0,
    taskCalls: 0,
    errors: 0,
    ...emptySpend(),
    readableTokens: 0,
    summaryTokens: 0,
    noTextTokens: 0,
    untoldTokens: 0,
    ...noModelLatencies(),
  };
}

function emptySpend() {
  return {
    generationsReporting: 0,
    generationsUnpriced: 0,
    runsCounted: 0,
    generationsInRuns: 0,
    inputTokens: 0,
    cacheReadTokens: 0,
    outputTokens: 0,
    reasoningTokens: 0,
    inputCost: 0,
    answerCost: 0,
    untoldCost: 0,
    readableCost: 0,
    summaryCost: 0,
    noTextCost: 0,
  };
}

/** Follows the rules of the SQL that merges facts into the stored row: earliest, smallest, union. */
function addFacts(trace: TraceDelta, stored: NewSpan): void {
  const { span, trace: facts } = stored;
  if (span.startedAt < trace.startedAt) trace.startedAt = span.startedAt;
  if (facts.endedAt > trace.endedAt) trace.endedAt = facts.endedAt;
  if (facts.name !== null && isEarlier([span.startedAt, facts.name], [trace.nameAt, trace.name])) {
    trace.name = facts.name;
    trace.nameAt = span.startedAt;
  }
  if (facts.asked !== null && isEarlier([span.startedAt, facts.asked], [trace.askedAt, trace.asked])) {
    trace.asked = facts.asked;
    trace.askedAt = span.startedAt;
  }
  trace.sessionId = smaller(trace.sessionId, facts.sessionId);
  trace.userId = smaller(trace.userId, facts.userId);
  trace.environment = smaller(trace.environment, facts.environment);
  trace.release = smaller(trace.release, facts.release);
  trace.service = smaller(trace.service, facts.service);
  for (const tag of facts.tags) if (!trace.tags.includes(tag)) trace.tags.push(tag);
  for (const [key, value] of Object.entries(facts.metadata)) {
    trace.metadata[key] = smaller(trace.metadata[key] ?? null, value)!;
  }
  addName(trace.models, isOfModel(stored) ? modelOf(span) : null);
  addName(trace.agents, span.agentName);
  addName(trace.efforts, span.reasoningEffort);
  addName(trace.instrumentations, span.kind === 'generation' ? span.scope : null);
}

function addName(names: string[], name: string | null): void {
  if (name !== null && !names.includes(name)) names.push(name);
}

function isEarlier(candidate: [string, string], known: [string | null, string | null]): boolean {
  if (known[0] === null || known[1] === null) return true;
  if (candidate[0] !== known[0]) return candidate[0] < known[0];
  return bytewise(candidate[1], known[1]) < 0;
}

function smaller(left: string | null, right: string | null): string | null {
  if (left === null || right === null) return left ?? right;
  return bytewise(left, right) <= 0 ? left : right;
}

/** Compares in the order of the database's COLLATE "C". JavaScript's own order differs above U+FFFF. */
function bytewise(left: string, right: string): number {
  return left === right ? 0 : Buffer.compare(Buffer.from(left), Buffer.from(right));
}

function addSpend(trace: TraceDelta, rollup: ModelDelta, { span, usageSource }: NewSpan): void {
  if (span.kind === 'generation') {
    trace.generationCount += 1;
    rollup.generations += 1;
    if (span.status === 'error') rollup.errors += 1;
  }
  addLatencies(rollup, { span, usageSource });
  const isRunCounted = usageSource === 'run';
  const thinking = countedThinking(span.reasoningTokens ?? 0, span.outputTokens);
  for (const sums of [trace, rollup]) {
    if (isRunCounted) sums.runsCounted += 1;
    // The run above already counted the usage that this span may report.
    if (usageSource === 'run_above') {
      if (span.kind === 'generation') sums.generationsInRuns += 1;
      continue;
    }
    // A reported 0 counts as reporting; a call that does not think has nothing to report.
    if (!isTask(span.kind) && span.reasoningTokens !== null) sums.generationsReporting += 1;
    if (isUnpriced(span)) sums.generationsUnpriced += 1;
    sums.inputTokens += span.inputTokens ?? 0;
    sums.cacheReadTokens += span.cacheReadTokens ?? 0;
    sums.outputTokens += span.outputTokens ?? 0;
    sums.reasoningTokens += thinking;
    sums.inputCost += (span.inputCost ?? 0) + (span.cacheReadCost ?? 0) + (span.cacheWriteCost ?? 0);
    sums.answerCost += (span.outputCost ?? 0) - (isRunCounted ? 0 : (span.reasoningCost ?? 0));
    if (isRunCounted) sums.untoldCost += span.reasoningCost ?? 0;
    sums.readableCost += span.readableCost ?? 0;
    sums.summaryCost += span.summaryCost ?? 0;
    sums.noTextCost += span.noTextCost ?? 0;
  }
  if (usageSource === 'run_above') return;
  trace.hiddenReasoningTokens += (span.summaryTokens ?? 0) + (span.noTextTokens ?? 0);
  rollup.readableTokens += span.readableTokens ?? 0;
  rollup.summaryTokens += span.summaryTokens ?? 0;
  rollup.noTextTokens += span.noTextTokens ?? 0;
  if (isRunCounted) rollup.untoldTokens += thinking;
  if (isTask(span.kind)) rollup.taskCalls += 1;
}

/** A call that failed before any token was counted has no cost, so it does not count as unpriced. */
function isUnpriced(span: SpanRecord): boolean {
  const failedEarly = span.status === 'error' && span.inputTokens === null && span.outputTokens === null;
  return span.totalCost === null && !failedEarly;
}

/** A response without calls (failed, or not captured) is one step. Calls that a duplicate describes replace it. */
function stepsOf({ span, calls, duplicateOf }: NewSpan): number {
  const requested = calls
    .filter((call) => call.describedBy === 'generation')
    .map((call) => ({ ...call, id: call.callId }));
  const steps = requested.filter((call, index) => beginsStep(call, requested[index - 1])).length;
  if (duplicateOf !== null) return Math.max(0, steps - 1);
  return span.kind === 'generation' ? Math.max(1, steps) : steps;
}

/**
 * Only the generation that requested a call counts it. Executions and history describe calls counted there or nowhere.
 */
function addCall(trace: TraceDelta, call: CallRecord, rollupOf: (tool: string) => ToolDelta): void {
  if (call.describedBy !== 'generation' || call.type === 'trailing') return;
  if (call.type !== 'answer') trace.callCount += 1;
  const rollup = rollupOf(call.toolName);
  rollup.calls += 1;
  // Our own estimates never enter sums of reported tokens.
  if (call.reasoningTokens !== null && call.reasoningTokensSource === 'estimated') {
    rollup.callsEstimated += 1;
    rollup.estimatedTokens += call.reasoningTokens;
  } else if (call.reasoningTokens !== null) {
    rollup.callsWithTokens += 1;
    rollup.reasoningTokens += call.reasoningTokens;
    rollup.tokenHistogram[tokenBucket(call.reasoningTokens)]! += 1;
  }
  rollup.reasoningCost += call.reasoningCost ?? 0;
  if (isHidden(call.thinkingState)) rollup.hiddenCost += call.reasoningCost ?? 0;
}
