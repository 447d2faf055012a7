/**
 * Creates the spans of one run of an agent: its own, and those of its answers and calls. Last stage of the flow here.
 */
import { SpanKind, type Attributes, type Span, type SpanContext } from '@opentelemetry/api';
import {
  attribute,
  encodeUsage,
  GEN_AI,
  GENERAL,
  isAnsweredByCaller,
  readRequest,
  statusOfResult,
  SUBTEXT,
  type AttributedCall,
  type ModelResponse,
  type ToolResult,
  type Usage,
} from '@subtext/reasoning';
import { redactContext } from '../emit/spans/context-attributes.ts';
import { emitGeneration, emitPaidBeside } from '../emit/spans/generation-span.ts';
import { defined, failed, spanNameFor } from '../emit/spans/span-parts.ts';
import { emitToolCall } from '../emit/spans/tool-span.ts';
import { truncateAttributes } from '../emit/spans/truncate.ts';
import { contextUnder } from '../emit/spans/whole-span.ts';
import { currentTracer, recordNow } from '../emit/tracing.ts';
import { mergeContext } from '../exchange/context.ts';
import { activeSpan, createExchange, type Exchange, type Settings } from '../exchange/exchange.ts';
import type { Generation } from '../exchange/generation.ts';
import { hrTime } from '../platform/clock.ts';
import { FIELDS, redactAttributes, redactError, redactErrorType, redactorFor } from '../privacy/content.ts';
import type { ResultEvent } from './agent-events.ts';
import type { AgentRunOptions } from './agent-run.ts';
import type { AgentThread, Answer } from './agent-thread.ts';
import type { RunEnd } from './query-recording.ts';
import { addedUsage } from './run-usage.ts';

/** A call whose span is not created yet. */
interface WaitingCall {
  call: AttributedCall;
  thread: AgentThread;
  parentSpan: SpanContext;
  settings: Settings;
  requestedAt: number;
}

interface SeenResult {
  result: ToolResult;
  at: number;
}

export class RunSpans {
  session: string | undefined;
  readonly #options: AgentRunOptions;
  #root: Span | undefined;
  #agent: string | undefined;
  #model: string | undefined;
  #details: Record<string, string> = {};
  #failure: ResultEvent['error'];
  #usage: Usage | undefined;
  #costUsd: number | undefined;
  #lastAt: number;
  readonly #waiting = new Set<WaitingCall>();
  /** By the id of the call. */
  readonly #results = new Map<string, SeenResult>();
  readonly #callSpans = new Map<string, SpanContext>();

  constructor(options: AgentRunOptions) {
    this.#options = options;
    this.#lastAt = options.startedAt;
  }

  start(agent: string | undefined): void {
    if (this.#root) return;
    this.#agent = agent;
    const { context, startedAt } = this.#options;
    const { name, attributes } = this.#described({});
    const options = { kind: SpanKind.INTERNAL, startTime: hrTime(startedAt), attributes };
    this.#root = currentTracer()?.startSpan(name, options, contextUnder(activeSpan(this.#options), context));
  }

  describe(details: Record<string, string>, model: string | undefined): void {
    Object.assign(this.#details, details);
    this.#model ??= model;
  }

  /** A turn has ended. */
  ended({ error, details, at }: ResultEvent): void {
    this.#failure = error;
    this.#lastAt = at;
    Object.assign(this.#details, details);
  }

  /** Adds what the program reports of a model to the figures of the run. */
  count({ usage, cost }: { usage: Usage; cost: number }): void {
    this.#usage = addedUsage(this.#usage, usage);
    this.#costUsd = (this.#costUsd ?? 0) + cost;
  }

  /** The result of a call, as the program sends it to the model. */
  answered(block: Record<string, unknown>, at: number): void {
    const body = { model: '', max_tokens: 1, messages: [{ role: 'user', content: [block] }] };
    for (const result of readRequest(body, '/v1/messages')?.toolResults ?? [])
      this.#results.set(result.callId, { result, at });
  }

  hasParentOf({ callId }: AgentThread): boolean {
    return callId === '' || this.#callSpans.has(callId);
  }

  recordAnswer(thread: AgentThread, answer: Answer): void {
    const root = this.#root?.spanContext();
    if (!root) return;
    const parent = this.#callSpans.get(thread.callId) ?? root;
    const generation = this.#generation(thread, answer);
    const span = emitGeneration(recordNow, generation, parent);
    this.#lastAt = Math.max(this.#lastAt, answer.endedAt);
    const { settings } = generation.exchange;
    for (const call of generation.attributed[0]?.calls ?? []) {
      if (call.type === 'answer') continue;
      const requestedAt = answer.callTimes.get(call.id) ?? answer.endedAt;
      const waiting: WaitingCall = { call, thread, parentSpan: parent, settings, requestedAt };
      if (call.result === undefined && isAnsweredByCaller(call)) this.#waiting.add(waiting);
      else {
        const within = { ...waiting, parentSpan: span, requestedAt: answer.startedAt };
        emitToolCall(recordNow, within, {
          endedAt: answer.endedAt,
          result: call.result,
          status: call.status ?? 'unknown',
        });
      }
    }
    this.recordAnsweredCalls(false);
  }

  /** `isEnd`: no further results will come. */
  recordAnsweredCalls(isEnd: boolean): void {
    for (const waiting of this.#waiting) {
      const { call, requestedAt } = waiting;
      const seen = this.#results.get(call.id);
      if (!seen && !isEnd) continue;
      this.#waiting.delete(waiting);
      this.#results.delete(call.id);
      const outcome = seen
        ? { endedAt: seen.at, result: seen.result.result, status: statusOfResult(seen.result) }
        : { endedAt: requestedAt, status: 'no_result' as const };
      this.#callSpans.set(call.id, emitToolCall(recordNow, waiting, outcome));
    }
  }

  /** Model calls of which the program reports only the sums. */
  recordUnseen(model: string, usage: Usage): void {
    const root = this.#root?.spanContext();
    if (!root) return;
    const settings = this.#settingsOf(undefined);
    const exchange = exchangeOf(settings, this.#options, { startedAt: this.#options.startedAt, endedAt: this.#lastAt });
    const paidBeside = [{ type: 'unseen', model, usage }];
    const response: ModelResponse = { api: 'anthropic.messages', choices: [], incomplete: false, paidBeside };
    emitPaidBeside(recordNow, { exchange, request: null, response, attributed: [], streamed: false }, root);
  }

  end({ how, error, at }: RunEnd): void {
    const { name, attributes, status } = this.#described(
      this.#endAttributes(how),
      this.#failure ?? errorOf(how, error),
    );
    const root = this.#root;
    if (!root) return;
    root.updateName(name).setAttributes(attributes);
    if (status) root.setStatus(status);
    root.end(hrTime(Math.max(at, this.#lastAt)));
  }

  #generation(thread: AgentThread, answer: Answer): Generation {
    const { countTokens } = this.#options.settings;
    const settings = this.#settingsOf(thread);
    const { request, response: read, usage, failure, isAborted } = answer;
    const response = read && { ...read, ...(usage && { usage }) };
    const { lastReasoningCallId, carry } = thread.carried;
    const options = {
      lastReasoningCallId: request.endsWithHumanMessage ? null : lastReasoningCallId,
      ...(carry && !request.endsWithHumanMessage && { carried: carry }),
      ...(usage && { usage }),
      ...(response?.continues && { continues: response.continues }),
      ...(countTokens && { countTokens }),
    };
    const attributed = response ? [attribute(response.choices[0]?.parts ?? [], options)] : [];
    thread.carried = attributed[0] ?? thread.carried;
    return {
      exchange: exchangeOf(settings, this.#options, answer),
      request: answer.hidesThoughts ? withHiddenOutput(request) : request,
      response,
      attributed,
      streamed: false,
      ...(failure && { failure }),
      ...(isAborted && { incompleteReason: 'abort' as const }),
    };
  }

  #settingsOf(thread: AgentThread | undefined): Settings {
    const { settings } = this.#options;
    const own = { ...(this.session !== undefined && { session: this.session }) };
    const run = mergeContext(own, settings.run);
    const isSubAgent = thread !== undefined && thread.callId !== '';
    const agent = isSubAgent ? thread.agent : (run.agent ?? this.#agent);
    return { ...settings, run: { ...run, ...(agent !== undefined && { agent }) } };
  }

  #endAttributes(how: RunEnd['how']): Attributes {
    const usage = { ...this.#usage, ...(this.#costUsd !== undefined && { providerCostUsd: this.#costUsd }) };
    const isCut = how !== 'complete' && how !== 'error';
    return { ...encodeUsage(usage), ...(isCut && { [SUBTEXT.incomplete]: true, [SUBTEXT.incompleteReason]: how }) };
  }

  /** Name and attributes of the run's own span. */
  #described(more: Attributes, failure?: ResultEvent['error']) {
    const settings = this.#settingsOf(undefined);
    const redactor = redactorFor(settings);
    const { agent } = settings.run;
    const agentName = agent === undefined ? undefined : redactor.text(agent, FIELDS.agentName);
    const model = this.#model === undefined ? undefined : redactor.text(this.#model, FIELDS.model);
    const run = mergeContext({ metadata: this.#details }, settings.run);
    const attributes = {
      ...defined({
        [GEN_AI.operationName]: 'invoke_agent',
        [GEN_AI.providerName]: 'anthropic',
        [GEN_AI.requestModel]: model,
        [GENERAL.errorType]: failure && redactErrorType(redactor, failure.type),
      }),
      ...redactContext(run, redactor),
      ...more,
    };
    return {
      name: spanNameFor('invoke_agent', agentName),
      attributes: truncateAttributes(redactAttributes(redactor, attributes)),
      status:
        failure &&
        failed(redactError(redactor, failure.message ?? failure.type) ?? redactErrorType(redactor, failure.type)),
    };
  }
}

/** The answer is there only in part. */
function withHiddenOutput(request: Answer['request']): Answer['request'] {
  return { ...request, unreported: [...(request.unreported ?? []), GEN_AI.outputMessages] };
}

function errorOf(how: RunEnd['how'], error: unknown): ResultEvent['error'] {
  if (how !== 'error') return undefined;
  return error instanceof Error ? { type: error.name, message: error.message } : { type: 'error', message: undefined };
}

type Times = Pick<Exchange, 'startedAt'> & { endedAt: number };

/** The program's own request, of which only the times are known. */
function exchangeOf(settings: Settings, { context }: AgentRunOptions, { startedAt, endedAt }: Times): Exchange {
  const sent = { method: 'POST', url: '', requestBody: undefined };
  const exchange = createExchange(sent, settings, { startedAt, context, run: undefined });
  return Object.assign(exchange, { endedAt, outcome: 'complete' as const });
}
