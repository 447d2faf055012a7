/** What replay takes and gives, and what a target's wire format must be able to write. One file a target implements `TargetFormat`. */
import type { ApiName } from '../model-response.ts';
import type { Part, ToolCallPart } from '../part.ts';
import type { JsonRecord } from '../readers/json.ts';
import type { RuleName } from './rules.ts';

/** Who answered: signatures and encrypted thinking go back to it and to nobody else. */
export interface Origin {
  api: ApiName;
  /** The host, in our words or those of `gen_ai.provider.name` (`deepseek`, `openrouter`, `gcp.gemini`, …). Without it the model's name decides. */
  provider?: string;
  model?: string;
}

/** One turn of the assistant. Without an origin it counts as another provider's: nothing sealed leaves. */
export interface AssistantTurn {
  parts: readonly Part[];
  origin?: Origin;
}

export interface ReplayTarget extends Origin {
  /**
   * true: all thinking that the target takes, also of others; false: only what the target refuses to go without; undefined: what is the target's
   * own goes back, nothing of others does.
   */
  includeReasoning?: boolean;
}

/** One thing that replay did, and the rule behind it. */
export interface ReplayNote {
  rule: RuleName;
  /** Of docs/providers.md. */
  section: string;
  /** For people: what was done, or left out, and why. */
  what: string;
  /** How many parts it happened to. */
  count: number;
}

/** A turn of the assistant as a request to the target carries it. */
export interface Replay {
  /** What goes into the request's `messages`, `input` (Responses, Interactions) or `contents` (Gemini). Empty when nothing of the turn may go. */
  messages: JsonRecord[];
  notes: ReplayNote[];
  /** The calls' ids as the target gets them, by the ids of the parts: results must name the same. */
  callIds: ReadonlyMap<string, string>;
}

/** How badly a target needs its own thinking back. `with_calls`: in every turn that calls tools; `in_loop`: only until a person speaks again. */
export type Need = 'always' | 'with_calls' | 'in_loop' | 'may' | 'never';

/** What becomes of thinking on its way to a target. */
export interface ThinkingPolicy {
  own: Need;
  /** Readable thinking of other providers. */
  foreign: 'may' | 'never';
  /** Thinking without a signature or encrypted form is refused. */
  sealedOnly?: boolean;
  /** Section of docs/providers.md. */
  section: string;
  /** The rule in words, for the notes. */
  says: string;
}

export type Note = (rule: RuleName, section: string, what: string) => void;

/** What the writer of a turn knows beside its parts, from which everything the target must not see has been taken already. */
export interface TurnContext {
  target: ReplayTarget;
  /** The parts came from this target: their seals are still on them. */
  own: boolean;
  /** The id that the target gets for a call. */
  idOf(call: ToolCallPart): string;
  note: Note;
}

/** The result of one call, with the call it answers. */
export interface AnsweredCall {
  call: ToolCallPart;
  /** As in the assistant's turn. */
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

/** Everything of a request that stands around the messages. */
export interface RequestFrame {
  target: ReplayTarget;
  system: readonly string[];
  messages: readonly JsonRecord[];
  tools: readonly ToolDefinition[];
  /** Definitions that only this target knows (its own tools), as they were sent. */
  ownTools: readonly JsonRecord[];
}

/** What one wire format must be able to write: one file a format exports one of these, formats.ts lists them. */
export interface TargetFormat {
  api: ApiName;
  thinking(target: ReplayTarget): ThinkingPolicy;
  /** Ids of calls that this format takes. Those that do not match are replaced. */
  callId(target: ReplayTarget): RegExp;
  /** Calls that the provider ran itself can stand in the history. */
  serverCalls: boolean;
  assistant(parts: readonly Part[], context: TurnContext): JsonRecord[];
  user(texts: readonly string[]): JsonRecord;
  results(answered: readonly AnsweredCall[], note: Note): JsonRecord[];
  /** The list of a message that holds its blocks, in formats where the roles must alternate: neighbours of one role become one message. */
  alternates?: 'content' | 'parts';
  /** What has to stand between two messages that this format does not take one behind the other. */
  between?(before: JsonRecord, after: JsonRecord): JsonRecord | undefined;
  /** Calls in the history are refused without a definition of their tool. */
  wantsTools?: boolean;
  /** A function of the caller's, as this format defines it. Without it every definition is written anew. */
  isTool?(definition: JsonRecord): boolean;
  request(frame: RequestFrame): JsonRecord;
}
