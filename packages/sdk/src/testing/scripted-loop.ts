/**
 * An agent loop in the wire formats, one step at a time, so that a test can interleave many: it sends a request, gets
 * its scripted answer, runs its tools, and sends the next request with the history. All its texts and results contain
 * the loop's name, so that a span shows its loop.
 */
import { observeFetch, type ObserveOptions } from '../observe/observe.ts';

export interface ScriptedCall {
  name: string;
  arguments: object;
}

export interface LoopScript {
  /** Unique to the loop. */
  name: string;
  question: string;
  /** The calls of each turn; a last turn without calls is added. */
  turns: readonly (readonly ScriptedCall[])[];
  wire: keyof typeof WIRES;
  /** `counted`: from 0 in every response. Formats without ids ignore it. */
  ids: 'unique' | 'counted';
  /** Results are sent in the opposite order. */
  reversed?: boolean;
  /** The history has only a summary and the last turn. */
  forgetful?: boolean;
  options?: ObserveOptions;
}

interface Call extends ScriptedCall {
  id: string;
}

interface Turn {
  said: string;
  calls: Call[];
  results: string[];
}

interface Wire {
  path: string;
  request(question: string, turns: readonly Turn[], reversed: boolean): object;
  response(turn: Turn): object;
}

export class ScriptedLoop {
  readonly #script: LoopScript;
  readonly #fetch: typeof fetch;
  readonly #turns: Turn[] = [];
  #answer: Promise<Response> | undefined;

  constructor(script: LoopScript) {
    this.#script = script;
    this.#fetch = observeFetch(async () => Response.json(WIRES[script.wire].response(this.#next())), script.options);
  }

  /** Sending the request and reading the answer are two steps: steps of other loops may come in between. */
  get stepsLeft(): number {
    return 2 * (this.#script.turns.length + 1 - this.#turns.length) + (this.#answer ? 1 : 0);
  }

  async step(): Promise<void> {
    if (this.#answer) {
      const answer = this.#answer;
      this.#answer = undefined;
      await (await answer).text();
      return;
    }
    const { wire, question, reversed = false, forgetful = false } = this.#script;
    const { path, request } = WIRES[wire];
    const turns = forgetful ? this.#turns.slice(-1) : this.#turns;
    const asked = forgetful && this.#turns.length > 0 ? `Summary of ${this.#turns.length} turns` : question;
    const body = JSON.stringify(request(asked, turns, reversed));
    this.#answer = this.#fetch(`http://model.test${path}`, { method: 'POST', body });
    await this.#answer;
  }

  #next(): Turn {
    const { name, turns, ids } = this.#script;
    const number = this.#turns.length;
    const said = `${name}/${number}`;
    const calls = (turns[number] ?? []).map((call, index) => ({
      ...call,
      id: ids === 'counted' ? `call_${index}` : `call_${name}Turn${number}Call${index}x`,
    }));
    const turn = { said, calls, results: calls.map((_, index) => `${said}/${index}`) };
    this.#turns.push(turn);
    return turn;
  }
}

function ordered<T>(items: readonly T[], reversed: boolean): readonly T[] {
  return reversed ? items.toReversed() : items;
}

const chatCalls = (calls: readonly Call[]) =>
  calls.map(({ id, name, arguments: args }) => ({
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(args) },
  }));

const CHAT: Wire = {
  path: '/v1/chat/completions',
  request: (question, turns, reversed) => ({
    model: 'test-model',
    messages: [
      { role: 'user', content: question },
      ...turns.flatMap(({ said, calls, results }) => [
        { role: 'assistant', content: said, tool_calls: chatCalls(calls) },
        ...ordered(
          calls.map(({ id }, index) => ({ role: 'tool', tool_call_id: id, content: results[index] })),
          reversed,
        ),
      ]),
    ],
  }),
  response: ({ said, calls }) => ({
    object: 'chat.completion',
    model: 'test-model',
    choices: [
      {
        index: 0,
        finish_reason: 'stop',
        message: { role: 'assistant', content: said, ...(calls.length > 0 && { tool_calls: chatCalls(calls) }) },
      },
    ],
  }),
};

const ANTHROPIC: Wire = {
  path: '/v1/messages',
  request: (question, turns, reversed) => ({
    model: 'claude-test',
    max_tokens: 100,
    messages: [
      { role: 'user', content: question },
      ...turns.flatMap((turn) => [
        { role: 'assistant', content: anthropicBlocks(turn) },
        {
          role: 'user',
          content: ordered(
            turn.calls.map(({ id }, index) => ({ type: 'tool_result', tool_use_id: id, content: turn.results[index] })),
            reversed,
          ),
        },
      ]),
    ],
  }),
  response: (turn) => ({
    type: 'message',
    role: 'assistant',
    model: 'claude-test',
    content: anthropicBlocks(turn),
    stop_reason: 'end_turn',
  }),
};

function anthropicBlocks({ said, calls }: Turn): object[] {
  const uses = calls.map(({ id, name, arguments: input }) => ({ type: 'tool_use', id, name, input }));
  return [{ type: 'text', text: said }, ...uses];
}

const RESPONSES: Wire = {
  path: '/v1/responses',
  request: (question, turns, reversed) => ({
    model: 'test-model',
    input: [
      { role: 'user', content: question },
      ...turns.flatMap((turn) => [
        ...responsesItems(turn),
        ...ordered(
          turn.calls.map(({ id }, index) => ({
            type: 'function_call_output',
            call_id: id,
            output: turn.results[index],
          })),
          reversed,
        ),
      ]),
    ],
  }),
  response: (turn) => ({ object: 'response', status: 'completed', model: 'test-model', output: responsesItems(turn) }),
};

function responsesItems({ said, calls }: Turn): object[] {
  const message = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: said }] };
  const items = calls.map(({ id, name, arguments: args }) => ({
    type: 'function_call',
    call_id: id,
    name,
    arguments: JSON.stringify(args),
  }));
  return [message, ...items];
}

/** No ids at all: results are in the order of their calls. */
const GEMINI: Wire = {
  path: '/v1beta/models/gemini-test:generateContent',
  request: (question, turns) => ({
    contents: [
      { role: 'user', parts: [{ text: question }] },
      ...turns.flatMap((turn) => [
        { role: 'model', parts: geminiParts(turn) },
        {
          role: 'user',
          parts: turn.calls.map(({ name }, index) => ({
            functionResponse: { name, response: { result: turn.results[index] } },
          })),
        },
      ]),
    ],
  }),
  response: (turn) => ({
    candidates: [{ index: 0, finishReason: 'STOP', content: { role: 'model', parts: geminiParts(turn) } }],
    modelVersion: 'gemini-test',
  }),
};

function geminiParts({ said, calls }: Turn): object[] {
  return [{ text: said }, ...calls.map(({ name, arguments: args }) => ({ functionCall: { name, args } }))];
}

const OLLAMA: Wire = {
  path: '/api/chat',
  request: (question, turns) => ({
    model: 'test-model',
    stream: false,
    messages: [
      { role: 'user', content: question },
      ...turns.flatMap((turn) => [
        ollamaMessage(turn),
        ...turn.calls.map(({ name }, index) => ({ role: 'tool', tool_name: name, content: turn.results[index] })),
      ]),
    ],
  }),
  response: (turn) => ({
    model: 'test-model',
    created_at: '2026-11-20T00:00:00Z',
    message: ollamaMessage(turn),
    done: true,
    done_reason: 'stop',
  }),
};

function ollamaMessage({ said, calls }: Turn): object {
  const toolCalls = calls.map(({ name, arguments: args }) => ({ function: { name, arguments: args } }));
  return { role: 'assistant', content: said, ...(calls.length > 0 && { tool_calls: toolCalls }) };
}

export const WIRES = {
  chat: CHAT,
  anthropic: ANTHROPIC,
  responses: RESPONSES,
  gemini: GEMINI,
  ollama: OLLAMA,
} as const;
