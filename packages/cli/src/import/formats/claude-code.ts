/**
 * Transcripts of Claude Code: `~/.claude/projects/<directory>/<session>.jsonl`, and one file for each sub-agent in
 * `<session>/subagents/agent-<id>.jsonl`, or beside the session's in older versions. Nobody documents the format; the
 * facts are from descriptions of recorded files:
 *
 * - [1] github.com/jeremedia/claude-code-log-format, CLAUDE_CODE_LOG_FORMAT.md: fields, blocks, `message.id`, results
 * - [2] github.com/sonnes/chitragupt, docs/specs/004-subagents.md: files of sub-agents, `agentId`
 * - [3] github.com/ryoppippi/ccusage, rust/crates/ccusage/src/adapter/claude/README.md: directories, copies of answers
 * - [4] fixtures/recorded-claude: messages of a session of version 2.1.332 with two sub-agents at once, as its program wrote them
 */
import {
  filled,
  isRecord,
  list,
  readRequest,
  readResponse,
  record,
  type JsonRecord,
  type ModelRequest,
  type ModelResponse,
} from '@subtext/reasoning';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { Conversation, type AgentStart } from '../conversation.ts';
import type { ImportContext, TranscriptFormat, TranscriptReader } from '../format.ts';
import type { TranscriptLine } from '../lines.ts';

const AGENT = 'Claude Code';

const isOfAgent = (path: string): boolean => basename(path).startsWith('agent-');

export const CLAUDE_CODE: TranscriptFormat = {
  service: 'claude-code',
  // [3]
  directory: () => join(process.env.CLAUDE_CONFIG_DIR ?? join(homedir(), '.claude'), 'projects'),
  isTranscript: (path) => path.endsWith('.jsonl'),
  order: (paths) => [...paths.filter((path) => !isOfAgent(path)), ...paths.filter(isOfAgent)],
  open: (context) => new TranscriptFile(context),
};

/** One response. Each of its blocks is a line of its own, with the same `message.id` [1]. */
interface OpenAnswer {
  id: string;
  model: string | undefined;
  effort: string | undefined;
  content: unknown[];
  stopReason: unknown;
  usage: unknown;
  at: number;
  /** When each call was complete, in Unix milliseconds: it runs from then on, also a sub-agent. */
  calledAt: Map<string, number>;
  /** Results that came before its last block, because calls run while the answer still streams [1]. */
  results: ReceivedResults[];
}

interface ReceivedResults {
  line: JsonRecord;
  blocks: readonly unknown[];
  at: number;
}

/** A conversation of the file: the main one, or that of a sub-agent. */
interface Thread {
  conversation: Conversation;
  answer: OpenAnswer | undefined;
  /** It is imported when the call that started it is known, so that its trace stays the same. */
  isHeld: boolean;
}

class TranscriptFile implements TranscriptReader {
  readonly #context: ImportContext;
  readonly #threads = new Map<string, Thread>();
  /** The thread of each message of a sub-agent that has no `agentId`, as older versions wrote them. */
  readonly #threadNames = new Map<string, string>();
  /** The types of the sub-agents that calls start. */
  readonly #types = new Map<string, string>();

  constructor(context: ImportContext) {
    this.#context = context;
  }

  read({ record: line }: TranscriptLine): void {
    const { type, timestamp } = line;
    const at = typeof timestamp === 'string' ? Date.parse(timestamp) : NaN;
    const message = record(line.message);
    if (Number.isNaN(at)) return;
    // Messages that Claude Code writes itself, such as errors of the API, name no model.
    if (type === 'assistant' && message.model !== '<synthetic>') this.#answer(line, message, at);
    if (type === 'user') this.#input(line, message, at);
  }

  end(): void {
    // The last answer of a growing file may have more blocks.
    if (this.#context.isFinal) for (const thread of this.#threads.values()) this.#close(thread);
  }

  #answer(line: JsonRecord, message: JsonRecord, at: number): void {
    const id = filled(message.id);
    if (id === undefined) return;
    const thread = this.#threadOf(line, message);
    if (thread.answer?.id !== id) this.#close(thread);
    const unknown = { content: [], stopReason: undefined, usage: undefined, results: [], calledAt: new Map() };
    thread.answer ??= { id, model: filled(message.model), effort: filled(line.effort), at, ...unknown };
    const { answer } = thread;
    answer.content.push(...list(message.content));
    answer.stopReason = message.stop_reason ?? answer.stopReason;
    // Each line has the usage of the response so far [1]: the last one has all of it.
    answer.usage = message.usage ?? answer.usage;
    answer.at = at;
    for (const block of list(message.content).filter(isRecord)) {
      const agent = filled(record(block.input).subagent_type);
      const call = filled(block.id);
      if (call === undefined) continue;
      answer.calledAt.set(call, at);
      if (agent !== undefined) this.#types.set(call, agent);
    }
  }

  #input(line: JsonRecord, message: JsonRecord, at: number): void {
    const thread = this.#threadOf(line, message);
    const { content } = message;
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : list(content);
    if (blocks.some(isResult)) {
      if (thread.answer) thread.answer.results.push({ line, blocks, at });
      else this.#results(thread, { line, blocks, at });
      return;
    }
    this.#close(thread);
    // `isMeta`: a text of the program; a summary replaces the conversation so far, and belongs to the same turn.
    const startsTurn = line.isMeta !== true && line.isCompactSummary !== true;
    const { messages = [] } = readMessages('user', blocks) ?? {};
    thread.conversation.input({ messages, results: [], at, startsTurn });
  }

  #results(thread: Thread, { line, blocks, at }: ReceivedResults): void {
    this.#rememberAgents(line, thread, blocks.filter(isResult));
    const { messages = [], toolResults = [] } = readMessages('user', blocks) ?? {};
    thread.conversation.input({ messages, results: toolResults, at, startsTurn: false });
  }

  /** The result of a call that started a sub-agent names it [2]. */
  #rememberAgents(line: JsonRecord, { conversation }: Thread, results: readonly unknown[]): void {
    const agent = filled(record(line.toolUseResult).agentId);
    const call = filled(record(results[0]).tool_use_id);
    const start = call === undefined ? undefined : conversation.startOf(call);
    if (agent === undefined || call === undefined || !start) return;
    this.#context.agents.set(agentKey(line, agent), { ...start, agent: this.#types.get(call) });
  }

  #threadOf(line: JsonRecord, message: JsonRecord): Thread {
    const name = line.isSidechain === true ? this.#sidechainName(line) : '';
    const known = this.#threads.get(name);
    if (known) return known;
    const start = name === '' ? undefined : this.#startOfAgent(line, message);
    const facts = {
      session: filled(line.sessionId) ?? '',
      agent: start?.agent ?? AGENT,
      provider: 'anthropic',
      metadata: { directory: filled(line.cwd), branch: filled(line.gitBranch), version: filled(line.version) },
    };
    const { add, growing, isFinal } = this.#context;
    if (name === '' && !isFinal) growing.add(facts.session);
    const isHeld = name !== '' && !start && growing.has(facts.session);
    const thread = { conversation: new Conversation(facts, add, start), answer: undefined, isHeld };
    this.#threads.set(name, thread);
    return thread;
  }

  #sidechainName(line: JsonRecord): string {
    const agent = filled(line.agentId);
    if (agent !== undefined) return agent;
    const [uuid, parent] = [filled(line.uuid) ?? '', filled(line.parentUuid) ?? ''];
    const name = this.#threadNames.get(parent) ?? uuid;
    this.#threadNames.set(uuid, name);
    return name;
  }

  #startOfAgent(line: JsonRecord, message: JsonRecord): AgentStart | undefined {
    const agent = filled(line.agentId);
    const named = agent === undefined ? undefined : this.#context.agents.get(agentKey(line, agent));
    return named ?? this.#startByPrompt(message);
  }

  /** Older versions do not name the call: the prompt of the sub-agent is an argument of it. */
  #startByPrompt({ content }: JsonRecord): AgentStart | undefined {
    const thread = this.#threads.get('');
    if (!thread || typeof content !== 'string') return undefined;
    // The call runs, so its answer is complete.
    this.#close(thread);
    const main = thread.conversation;
    const call = main.waitingCalls().find((waiting) => record(waiting.arguments).prompt === content);
    const start = call && main.startOf(call.id);
    return start && { ...start, agent: filled(record(call.arguments).subagent_type) };
  }

  #close(thread: Thread): void {
    const { answer } = thread;
    thread.answer = undefined;
    // Side questions and resumed sessions repeat answers of other files, with the same id [3].
    if (!answer || thread.isHeld) return;
    const { id: key, at: endedAt, effort, calledAt } = answer;
    const response = this.#context.seen.has(key) ? null : readAnswer(answer);
    this.#context.seen.add(key);
    if (response) thread.conversation.answer({ key, response, effort, endedAt, calledAt });
    else thread.conversation.repeated({ key, endedAt });
    for (const results of answer.results) this.#results(thread, results);
  }
}

const isResult = (block: unknown): boolean => record(block).type === 'tool_result';

const agentKey = ({ sessionId }: JsonRecord, agent: string): string => `${filled(sessionId) ?? ''} ${agent}`;

function readAnswer({ id, model, content, stopReason, usage }: OpenAnswer): ModelResponse | null {
  const body = { type: 'message', role: 'assistant', id, model, content, stop_reason: stopReason ?? null, usage };
  return readResponse({ body: JSON.stringify(body), keepsWritten: false });
}

const readMessages = (role: string, content: readonly unknown[]): ModelRequest | null =>
  readRequest({ model: '', max_tokens: 1, messages: [{ role, content }] }, '/v1/messages');
