/**
 * The conversation of one agent of a run: the main one, or a sub-agent. Joins the messages of the program to answers of
 * the model, each with the history that it answered.
 */
import {
  GEN_AI,
  readRequest,
  readResponse,
  record,
  usageOfAnthropic,
  type AttributedResponse,
  type Message,
  type ModelRequest,
  type ModelResponse,
  type Usage,
} from '@subtext/reasoning';
import { filled, type AgentReport, type AnswerEndEvent, type AnswerEvent } from './agent-events.ts';
import type { MeasuredAnswer } from './run-usage.ts';

const PATH = '/v1/messages';

/** The program writes the instructions and tool schemas itself, and adds reminders of its own to the messages. */
const UNREPORTED = [GEN_AI.systemInstructions, GEN_AI.toolDefinitions, GEN_AI.inputMessages] as const;

/** One answer of the model. */
export interface Answer extends MeasuredAnswer {
  id: string | undefined;
  model: string | undefined;
  request: ModelRequest;
  response: ModelResponse | null;
  blocks: unknown[];
  stopReason: string | undefined;
  /** Unix milliseconds. */
  startedAt: number;
  endedAt: number;
  /** When each call arrived: the program runs it at once. */
  callTimes: Map<string, number>;
  failure: { type: string; message: string } | undefined;
  isAborted: boolean;
}

export class AgentThread {
  /** The call that started the sub-agent; '' for the main agent. */
  readonly callId: string;
  agent: string | undefined;
  /** What the application adds to the program's own instructions. */
  system: string[] = [];
  tools: string[] = [];
  /** The answers that have no span yet. */
  readonly answers: Answer[] = [];
  /** What the last answer passes on to the next one (attribution). */
  carried: Pick<AttributedResponse, 'lastReasoningCallId' | 'carry'> = { lastReasoningCallId: null };
  /** When the last message to the model was complete. */
  lastAt: number;
  #history: Message[] = [];
  /** Content of the user's message that the next answer follows. */
  #next: unknown[] = [];
  #current: Answer | undefined;

  constructor(callId: string, startedAt: number) {
    this.callId = callId;
    this.lastAt = startedAt;
  }

  get isEmpty(): boolean {
    return this.#history.length === 0 && this.#next.length === 0;
  }

  get last(): Answer | undefined {
    return this.#current;
  }

  /** Text, or results of tools. */
  told(content: readonly unknown[], at: number): void {
    this.#next.push(...content);
    this.lastAt = at;
  }

  /** The history was replaced by a summary. */
  forget(): void {
    this.#close();
    this.#history = [];
  }

  answer(event: AnswerEvent): void {
    const isSame = this.#current?.id !== undefined && this.#current.id === event.id;
    const answer = isSame && this.#current ? this.#current : this.#begin(event);
    answer.blocks.push(...event.content);
    answer.endedAt = Math.max(event.at, answer.startedAt);
    answer.isAborted ||= event.isAborted;
    answer.stopReason ??= event.stopReason;
    for (const block of event.content) {
      const id = filled(record(block).id);
      if (id !== undefined) answer.callTimes.set(id, answer.endedAt);
    }
    if (event.error !== undefined) answer.failure = { type: event.error, message: textOf(event.content) };
  }

  answerEnded({ id, usage, stopReason, at }: AnswerEndEvent): void {
    const answer = this.#current;
    if (!answer || (id !== undefined && id !== answer.id)) return;
    answer.usage = { ...answer.usage, ...usageOfAnthropic(usage, { zeroIsUnknown: false }) };
    answer.stopReason ??= stopReason;
    answer.endedAt = Math.max(at, answer.startedAt);
  }

  /**
   * The sub-agent has ended. The program reports the usage of its last answer, and that answer itself where it does not
   * send the sub-agent's texts.
   */
  reported({ text, usage: raw, model }: AgentReport, at: number): void {
    const usage = usageOfAnthropic(raw, { zeroIsUnknown: false });
    const last = this.#current;
    if (last && usage?.input !== undefined && usage.input === last.usage?.input && !last.usage.output) {
      last.usage = usage;
    } else if (!last || textOf(last.blocks) === '') {
      for (const answer of this.answers) answer.hidesThoughts = true;
      const unsent: AnswerEvent = {
        ...UNSENT,
        at,
        thread: this.callId,
        model,
        content: [{ type: 'text', text }],
        usage: raw,
      };
      this.answer(unsent);
      Object.assign(this.#current ?? {}, { usage, hidesThoughts: true });
    }
  }

  /** What the answer says, once all its messages have come. */
  read(answer: Answer): ModelResponse | null {
    if (answer.failure) return null;
    const { id, model, blocks: content, stopReason } = answer;
    const body = { type: 'message', role: 'assistant', id, model, content, stop_reason: stopReason };
    answer.response = readResponse({ body: JSON.stringify(body), keepsWritten: false });
    answer.parts = answer.response?.choices[0]?.parts ?? [];
    return answer.response;
  }

  #begin({ id, model, usage, at }: AnswerEvent): Answer {
    this.#close();
    const endsWithHumanMessage = this.#next.some((block) => record(block).type !== 'tool_result');
    this.#remember('user', this.#next.splice(0), model);
    const request: ModelRequest = {
      api: 'anthropic.messages',
      stream: true,
      system: this.system,
      messages: [...this.#history],
      toolDefinitions: this.tools.map((name) => ({ name })),
      historyCallIds: [],
      toolResults: [],
      endsWithHumanMessage,
      unreported: UNREPORTED,
      ...(model !== undefined && { model }),
    };
    this.#current = {
      ...{ id, model, request, response: null, parts: [], blocks: [], usage: startUsage(usage), hidesThoughts: false },
      ...{ stopReason: undefined, failure: undefined, isAborted: false, callTimes: new Map<string, number>() },
      ...{ startedAt: Math.min(this.lastAt, at), endedAt: at },
    };
    this.answers.push(this.#current);
    return this.#current;
  }

  #close(): void {
    if (!this.#current) return;
    if (!this.#current.failure) this.#remember('assistant', this.#current.blocks, this.#current.model);
    this.#current = undefined;
  }

  #remember(role: 'user' | 'assistant', content: unknown[], model: string | undefined): void {
    if (content.length === 0) return;
    const read = readRequest({ model: model ?? '', max_tokens: 1, messages: [{ role, content }] }, PATH);
    this.#history.push(...(read?.messages ?? []));
  }
}

const UNSENT = {
  kind: 'answer' as const,
  ...{ id: undefined, stopReason: undefined, error: undefined, isAborted: false },
  ...{ agent: undefined, sessionId: undefined },
};

/** At its start an answer reports its input; its output is that of this moment. */
function startUsage(raw: Record<string, unknown>): Usage | undefined {
  const started = { ...raw, output_tokens: undefined, output_tokens_details: undefined };
  return usageOfAnthropic(started, { zeroIsUnknown: false });
}

function textOf(blocks: readonly unknown[]): string {
  return blocks.flatMap((block) => filled(record(block).text) ?? []).join('\n');
}
