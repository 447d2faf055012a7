/**
 * Input and output of replay, and the interface of a target's wire format. Each target's file implements
 * `TargetFormat`.
 */
import type { ApiName } from '../../../parts/model-response.ts';
import type { Part, ToolCallPart } from '../../../parts/part.ts';
import type { JsonRecord } from '../../../json/json.ts';
import type { RuleName } from './rules.ts';

/** The provider that answered: signatures and encrypted thinking are sent back to it only. */
export interface Origin {
  api: ApiName;
  /**
   * The host, as our short name or as `gen_ai.provider.name` (`deepseek`, `openrouter`, `gcp.gemini`, …). Without it
   * the model's name decides.
   */
  provider?: string;
  model?: string;
}

/** One assistant turn. Without an origin it counts as another provider's: nothing sealed is sent. */
export interface AssistantTurn {
  parts: readonly Part[];
  origin?: Origin;
}

export interface ReplayTarget extends Origin {
  /**
   * true: all thinking that the target accepts, also of other providers; false: only what the target requires;
   * undefined: the target's own thinking is sent back, other providers' thinking is not.
   */
  includeReasoning?: boolean;
}

/** One change that replay made, and the rule behind it. */
export interface ReplayNote {
  rule: RuleName;
  /** Section of docs/providers.md. */
  section: string;
  /** What was changed or left out, and why, for people. */
  what: string;
  /** Number of parts affected. */
  count: number;
}

/** An assistant turn as a request to the target carries it. */
export interface Replay {
  /**
   * The entries for the request's `messages`, `input` (Responses, Interactions) or `contents` (Gemini). Empty when no
   * part may be sent.
   */
  messages: JsonRecord[];
  notes: ReplayNote[];
  /** The call ids that the target gets, by the ids of the parts: results must use the same. */
  callIds: ReadonlyMap<string, string>;
}

/**
 * When a target requires its own thinking back. `with_calls`: in every turn that calls tools; `in_loop`: only until the
 * user speaks again.
 */
export type Need = 'always' | 'with_calls' | 'in_loop' | 'may' | 'never';

/** How a target handles thinking. */
export interface ThinkingPolicy {
  own: Need;
  /** Readable thinking of other providers. */
  foreign: 'may' | 'never';
  /** Thinking without a signature or encrypted form is refused. */
  sealedOnly?: boolean;
  /** Section of docs/providers.md. */
  section: string;
  /** The rule as a sentence, for the notes. */
  ruleText: string;
}

export type Note = (rule: RuleName, section: string, what: string) => void;

/** The context of the turn's writer. Everything the target must not see has already been removed from the parts. */
export interface TurnContext {
  target: ReplayTarget;
  /** The parts came from this target: their seals are still on them. */
  own: boolean;
  /** The id that the target gets for a call. */
  idOf(call: ToolCallPart): string;
  note: Note;
  /** An answer of the provider is written, which may end with a thought; the history of a request may not. */
  isAnswer?: boolean;
}

/** The result of one call, with the call it answers. */
export interface AnsweredCall {
  call: ToolCallPart;
  /** The id used in the assistant's turn. */
  id: string;
  /** The call came from this target. */
  own: boolean;
  result: unknown;
  isError: boolean;
}

export interface ToolDefinition {
  name: string;
  description?: string;
  /** JSON schema of the arguments. */
  parameters?: JsonRecord;
}

/** Everything in a request around the messages. */
export interface RequestFrame {
  target: ReplayTarget;
  system: readonly string[];
  messages: readonly JsonRecord[];
  tools: readonly ToolDefinition[];
  /** Definitions that only this target has (its own tools), as they were sent. */
  ownTools: readonly JsonRecord[];
}

/** The interface for writing one wire format. Each format's file exports one, formats/index.ts lists them. */
export interface TargetFormat {
  api: ApiName;
  thinking(target: ReplayTarget): ThinkingPolicy;
  /** Call ids that this format accepts. Ids that do not match are replaced. */
  callId(target: ReplayTarget): RegExp;
  /** The history can hold calls that the provider executed itself. */
  serverCalls: boolean;
  assistant(parts: readonly Part[], context: TurnContext): JsonRecord[];
  user(texts: readonly string[]): JsonRecord;
  results(answered: readonly AnsweredCall[], note: Note): JsonRecord[];
  /**
   * The field that holds a message's blocks, in formats where roles must alternate: neighbors of one role become one
   * message.
   */
  alternates?: 'content' | 'parts';
  /** The message required between two messages that this format does not accept consecutively. */
  between?(before: JsonRecord, after: JsonRecord): JsonRecord | undefined;
  /** Calls in the history are refused without a definition of their tool. */
  wantsTools?: boolean;
  /** Recognizes a caller's function in this format's own definition. Without it every definition is rewritten. */
  isTool?(definition: JsonRecord): boolean;
  request(frame: RequestFrame): JsonRecord;
}
