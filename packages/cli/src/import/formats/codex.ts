/**
 * Transcripts of Codex: `~/.codex/sessions/<year>/<month>/<day>/rollout-<time>-<id>.jsonl`. Each line has `timestamp`,
 * `type` and `payload`. The facts are from recorded files and readers of them:
 *
 * - [1] github.com/jnarowski/agentcmd, .agent/research/codex/format-comparison.md: lines of Codex 0.46
 * - [2] github.com/ryoppippi/ccusage, rust/crates/ccusage/src/adapter/codex/README.md and parser.rs: directories, token
 *   counts, what sub-agents repeat
 * - [3] fixtures/recorded-codex: a session of Codex 0.171 as its program wrote it, without instructions and repeated events
 */
import {
  filled,
  list,
  readRequest,
  readResponse,
  record,
  type JsonRecord,
  type ModelRequest,
} from '@subtext/reasoning';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { Conversation } from '../conversation.ts';
import type { ImportContext, TranscriptFormat, TranscriptReader } from '../format.ts';
import type { TranscriptLine } from '../lines.ts';

const AGENT = 'Codex';

export const CODEX: TranscriptFormat = {
  service: 'codex',
  // [2]
  directory: () => join(process.env.CODEX_HOME ?? join(homedir(), '.codex'), 'sessions'),
  isTranscript: (path) => /^rollout-.*\.jsonl$/.test(basename(path)),
  order: (paths) => [...paths],
  open: (context) => new RolloutFile(context),
};

/** The items of a response, which no line holds together: they end where something else begins. */
interface OpenAnswer {
  /** Number of its first line. */
  line: number;
  items: JsonRecord[];
  usage: JsonRecord | undefined;
  at: number;
  /** Results that were written before the token count of the response. */
  results: { item: JsonRecord; at: number }[];
}

/** Texts that Codex puts before the prompt [1]. */
const OF_PROGRAM = /^\s*(?:<[a-z_]+>|# AGENTS\.md instructions)/;

class RolloutFile implements TranscriptReader {
  readonly #context: ImportContext;
  #conversation: Conversation | undefined;
  #session = '';
  #model: string | undefined;
  #effort: string | undefined;
  #answer: OpenAnswer | undefined;
  #totalTokens: unknown;
  /** The second in which a fork or a sub-agent repeats the conversation that it continues [2]. */
  #repeatedIn: string | undefined;

  constructor(context: ImportContext) {
    this.#context = context;
  }

  read({ number, record: line }: TranscriptLine): void {
    const { type, timestamp } = line;
    const payload = record(line.payload);
    const at = typeof timestamp === 'string' ? Date.parse(timestamp) : NaN;
    if (Number.isNaN(at)) return;
    if (type === 'session_meta') this.#begin(payload, String(timestamp));
    if (this.#repeatedIn !== undefined && String(timestamp).startsWith(this.#repeatedIn)) return;
    if (type === 'turn_context') {
      this.#model = filled(payload.model) ?? this.#model;
      this.#effort = filled(payload.effort) ?? this.#effort;
    }
    if (type === 'response_item') this.#item(payload, number, at);
    if (type === 'event_msg' && payload.type === 'token_count') this.#count(record(payload.info));
  }

  end(): void {
    // Without its token count a response may be incomplete.
    if (this.#context.isFinal || this.#answer?.usage) this.#close();
  }

  #begin(meta: JsonRecord, timestamp: string): void {
    if (this.#conversation) return;
    this.#session = filled(meta.id) ?? '';
    const repeats = meta.forked_from_id !== undefined || record(meta.source).subagent !== undefined;
    if (repeats) this.#repeatedIn = timestamp.slice(0, 'yyyy-mm-ddThh:mm:ss'.length);
    const { branch } = record(meta.git);
    const metadata = { directory: filled(meta.cwd), branch: filled(branch), version: filled(meta.cli_version) };
    const facts = { session: this.#session, agent: AGENT, provider: 'openai', metadata };
    this.#conversation = new Conversation(facts, this.#context.add);
  }

  #item(item: JsonRecord, line: number, at: number): void {
    const isOutput = typeof item.type === 'string' && item.type.endsWith('_output');
    if (isOutput && this.#answer) return void this.#answer.results.push({ item, at });
    if (isOutput || (item.type === 'message' && item.role !== 'assistant')) return this.#input(item, at);
    if (this.#answer && this.#answer.results.length > 0) this.#close();
    this.#answer ??= { line, items: [], usage: undefined, at, results: [] };
    this.#answer.items.push(item);
    this.#answer.at = at;
  }

  #input(item: JsonRecord, at: number): void {
    this.#close();
    const isPrompt = item.type === 'message' && item.role === 'user' && !OF_PROGRAM.test(textIn(item));
    const { messages = [], toolResults = [] } = readItems([item]) ?? {};
    this.#conversation?.input({ messages, results: toolResults, at, startsTurn: isPrompt });
  }

  /** Written after each response, and again when only the limits of the account have changed [2]. */
  #count({ total_token_usage: total, last_token_usage: last }: JsonRecord): void {
    const tokens = record(total).total_tokens;
    if (!this.#answer || tokens === this.#totalTokens) return;
    this.#totalTokens = tokens;
    this.#answer.usage = record(last);
  }

  #close(): void {
    const answer = this.#answer;
    this.#answer = undefined;
    if (!answer) return;
    const key = `${this.#session} ${answer.line}`;
    const output = answer.items;
    const body = { object: 'response', status: 'completed', model: this.#model, output, usage: usageIn(answer.usage) };
    const response = readResponse({ body: JSON.stringify(body), keepsWritten: false });
    if (response) this.#conversation?.answer({ key, response, effort: this.#effort, endedAt: answer.at });
    for (const { item, at } of answer.results) this.#input(item, at);
  }
}

const textIn = ({ content }: JsonRecord): string =>
  list(content)
    .map((part) => filled(record(part).text) ?? '')
    .join('');

const readItems = (input: readonly JsonRecord[]): ModelRequest | null =>
  readRequest({ model: '', input }, '/v1/responses');

/** The names of the provider. Cached tokens are in the input, and reasoning is in the output [2]. */
function usageIn(usage: JsonRecord | undefined): object | undefined {
  if (!usage) return undefined;
  return {
    input_tokens: usage.input_tokens,
    input_tokens_details: { cached_tokens: usage.cached_input_tokens },
    output_tokens: usage.output_tokens,
    output_tokens_details: { reasoning_tokens: usage.reasoning_output_tokens },
    total_tokens: usage.total_tokens,
  };
}
