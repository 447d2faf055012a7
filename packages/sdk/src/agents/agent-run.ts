/**
 * One query of Claude's Agent SDK: finds the answers, calls and sub-agents in its messages, and creates their spans.
 * The spans of a turn are created at its end, when the program reports the tokens. Loaded with the first query.
 */
import type { Context } from '@opentelemetry/api';
import { record, usageOfAnthropic, type Usage } from '@subtext/reasoning';
import type { Settings } from '../exchange/exchange.ts';
import { filled, type AgentEvent, type ResultEvent, type UserEvent } from './agent-events.ts';
import { AgentThread, type Answer } from './agent-thread.ts';
import type { InputEvent, RecordedEvent, RunEnd } from './query-recording.ts';
import { RunSpans } from './run-spans.ts';
import { addedUsage, costOfModel, hasTokens, remainder, sharedUsage, usageOfModel } from './run-usage.ts';

export interface AgentRunOptions {
  /** What the application passed to `query()`. */
  parameters: unknown;
  settings: Settings;
  /** The caller's context: its active span is the parent. */
  context: Context;
  startedAt: number;
}

/** Answers that wait for the end of their turn. More are recorded without their output. */
const MAX_WAITING = 500;

const MAIN = '';

export class AgentRun {
  readonly #threads = new Map<string, AgentThread>();
  readonly #main: AgentThread;
  readonly #spans: RunSpans;
  /** The sub-agents that the application has defined. */
  readonly #definitions: Record<string, unknown>;
  /** Messages of the user that the program has taken, and no turn so far. */
  readonly #inputs: InputEvent[] = [];
  #isTurnOpen = false;
  /** Reported tokens of models by name, for answers that have no figures so far. */
  readonly #unshared = new Map<string, Usage>();
  #reportedTotals: Record<string, unknown> = {};
  readonly #isResumed: boolean;
  #hasResult = false;

  constructor(options: AgentRunOptions) {
    const { prompt, options: given } = record(options.parameters);
    const settings = record(given);
    this.#isResumed = settings.resume !== undefined || settings.continue === true;
    this.#definitions = record(settings.agents);
    this.#main = this.#threadOf(MAIN, options.startedAt);
    this.#main.system = systemOf(settings.systemPrompt);
    this.#main.agent = filled(settings.agent);
    if (typeof prompt === 'string')
      this.#inputs.push({ kind: 'input', content: [{ type: 'text', text: prompt }], at: options.startedAt });
    this.#spans = new RunSpans(options);
  }

  take(event: RecordedEvent): void {
    if (event.kind === 'input') this.#inputs.push(event);
    else if (event.kind === 'end') this.#end(event);
    else this.#read(event);
  }

  #read(event: AgentEvent): void {
    if (event.sessionId !== undefined) this.#spans.session ??= event.sessionId;
    this.#spans.start(this.#main.agent);
    switch (event.kind) {
      case 'init':
        this.#main.tools = event.tools;
        this.#main.lastAt = event.at;
        return this.#spans.describe(event.details, event.model);
      case 'task':
        return this.#startTask(event);
      case 'user':
        return this.#readUser(event);
      case 'answer':
        if (event.thread === MAIN) this.#openTurn(event.at);
        else this.#name(this.#threadOf(event.thread, event.at), event.agent);
        this.#threadOf(event.thread, event.at).answer(event);
        return this.#limit();
      case 'answer_end':
        return this.#threads.get(event.thread)?.answerEnded(event);
      case 'compacted':
        return this.#main.forget();
      case 'result':
        return this.#endTurn(event);
    }
  }

  #startTask({ callId, agent, prompt, at }: AgentEvent & { kind: 'task' }): void {
    const thread = this.#threadOf(callId, at);
    this.#name(thread, agent);
    if (thread.isEmpty && prompt !== undefined) thread.told([{ type: 'text', text: prompt }], at);
  }

  #readUser({ thread: id, content, agent, report, at }: UserEvent): void {
    const thread = this.#threadOf(id, at);
    this.#name(thread, agent);
    const results = content.map(record).filter(({ type }) => type === 'tool_result');
    for (const { tool_use_id: callId } of results) {
      if (typeof callId === 'string' && report) this.#threads.get(callId)?.reported(report, at);
    }
    for (const result of results) this.#spans.answered(result, at);
    // The task has reported the prompt of a sub-agent before its first message does.
    const isPrompt = results.length === 0 && id !== MAIN && !thread.isEmpty && !thread.last;
    if (!isPrompt) thread.told(content, at);
  }

  /** The first answer of a turn follows what the user wrote. Without the ids of messages, one message is a turn. */
  #openTurn(at: number): void {
    if (this.#isTurnOpen) return;
    this.#isTurnOpen = true;
    const input = this.#inputs.shift();
    if (input) this.#main.told(input.content, Math.max(input.at, Math.min(this.#main.lastAt, at)));
  }

  #endTurn(event: ResultEvent): void {
    this.#isTurnOpen = false;
    this.#spans.ended(event);
    const last = this.#main.answers.at(-1);
    if (last) last.stopReason ??= event.stopReason;
    this.#readAnswers();
    this.#share(event);
    this.#record(false);
  }

  /** The main agent's figures are of this turn; those of the models contain the sub-agents. */
  #share(event: ResultEvent): void {
    const main = [...this.#main.answers];
    const reported = event.usage && usageOfAnthropic(event.usage, { zeroIsUnknown: false });
    const shared = reported && sharedUsage(main, reported);
    shared?.forEach((usage, index) => Object.assign(main[index] ?? {}, { usage }));
    for (const [name, total] of this.#newTotals(event)) {
      this.#spans.count(total);
      this.#unshared.set(name, addedUsage(this.#unshared.get(name), total.usage));
    }
    const isMainShared = main.every(({ usage, failure }) => failure !== undefined || usage?.output !== undefined);
    for (const [name, total] of this.#unshared) this.#shareModel(name, total, isMainShared ? main : undefined);
  }

  /** `main`: undefined when its figures are not known, so that those of its sub-agents are not, either. */
  #shareModel(name: string, total: Usage, main: readonly Answer[] | undefined): void {
    const isOf = ({ model }: Answer) => model === name;
    const rest =
      main &&
      remainder(
        total,
        main.filter(isOf).flatMap(({ usage }) => usage ?? []),
      );
    if (!rest) return;
    const below = [...this.#threads.values()].filter((thread) => thread !== this.#main);
    const answers = below.flatMap((thread) => thread.answers).filter(isOf);
    const shared = answers.length > 0 ? sharedUsage(answers, rest) : undefined;
    shared?.forEach((usage, index) => Object.assign(answers[index] ?? {}, { usage }));
    if (answers.length > 0 && !shared) {
      this.#unshared.set(name, rest);
      return;
    }
    this.#unshared.delete(name);
    // Calls of which the program sends no message: summaries, titles, checks of permissions.
    if (answers.length === 0 && hasTokens(rest)) this.#spans.recordUnseen(name, rest);
  }

  /** Tokens and cost of each model since the last result. */
  #newTotals({ modelUsage, newModelUsage }: ResultEvent): [string, { usage: Usage; cost: number }][] {
    const before = this.#reportedTotals;
    this.#reportedTotals = modelUsage;
    const isFirst = !this.#hasResult;
    this.#hasResult = true;
    if (newModelUsage) return Object.entries(newModelUsage).map(([name, value]) => [modelName(name), figuresOf(value)]);
    // The totals of a resumed session contain its earlier queries.
    if (isFirst && this.#isResumed) return [];
    return Object.entries(modelUsage).flatMap(([name, value]): [string, { usage: Usage; cost: number }][] => {
      const usage = remainder(usageOfModel(value), name in before ? [usageOfModel(before[name])] : []);
      const cost = costOfModel(value) - costOfModel(before[name]);
      return usage ? [[modelName(name), { usage, cost }]] : [];
    });
  }

  /** `isEnd`: also calls without a result, and answers whose output is not known. */
  #record(isEnd: boolean): void {
    this.#recordThread(this.#main);
    this.#spans.recordAnsweredCalls(isEnd);
    for (const thread of this.#threads.values()) {
      const isKnown = thread.answers.every(({ usage }) => usage?.output !== undefined);
      if (thread !== this.#main && (isEnd || isKnown)) this.#recordThread(thread);
    }
    this.#spans.recordAnsweredCalls(isEnd);
  }

  #recordThread(thread: AgentThread, upTo = thread.answers.length): void {
    if (!this.#spans.hasParentOf(thread)) return;
    for (const answer of thread.answers.splice(0, upTo)) this.#spans.recordAnswer(thread, answer);
  }

  /** The last answer of an agent may still continue. */
  #limit(): void {
    let waiting = 0;
    for (const { answers } of this.#threads.values()) waiting += answers.length;
    if (waiting <= MAX_WAITING) return;
    this.#readAnswers();
    for (const thread of this.#threads.values()) this.#recordThread(thread, thread.answers.length - 1);
  }

  #readAnswers(): void {
    for (const thread of this.#threads.values()) for (const answer of thread.answers) thread.read(answer);
  }

  #end(end: RunEnd): void {
    if (end.how === 'error') this.#spans.start(this.#main.agent);
    this.#readAnswers();
    this.#record(true);
    this.#spans.end(end);
  }

  #name(thread: AgentThread, agent: string | undefined): void {
    if (agent === undefined || thread.agent !== undefined) return;
    thread.agent = agent;
    thread.system = systemOf(record(this.#definitions[agent]).prompt);
  }

  #threadOf(callId: string, at: number): AgentThread {
    const existing = this.#threads.get(callId);
    if (existing) return existing;
    const thread = new AgentThread(callId, at);
    this.#threads.set(callId, thread);
    return thread;
  }
}

function figuresOf(value: unknown): { usage: Usage; cost: number } {
  return { usage: usageOfModel(value), cost: costOfModel(value) };
}

/** `claude-sonnet-4-6[1m]`: with the size of its context window. */
function modelName(name: string): string {
  return name.replace(/\[.*\]$/, '');
}

/** What the application adds to the program's own instructions. */
function systemOf(systemPrompt: unknown): string[] {
  const text = typeof systemPrompt === 'string' ? systemPrompt : record(systemPrompt).append;
  return typeof text === 'string' && text !== '' ? [text] : [];
}
