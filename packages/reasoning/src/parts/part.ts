import type { Media } from '../media/media.ts';

/**
 * One model output (one choice of one response) as an ordered list. Every reader produces it, attribution consumes it.
 * Order is the position in the provider's output, never the order of arrival.
 */
export type Part = ReasoningPart | RedactedPart | HiddenPart | TextPart | ToolCallPart | ToolResultPart | OtherPart;

/**
 * Data that only the provider it came from can use. It is sent back there unchanged and nowhere else (providers.md
 * §2.4, §4, §5.1, §8). It reveals the thinking, so it is withheld wherever the thinking is.
 */
export interface Seal {
  /** Opaque proof of origin: a signature. */
  signature?: string;
  /**
   * The thinking itself in a form that only the provider can read: `encrypted_content`, `redacted_thinking.data`,
   * `reasoning_opaque`.
   */
  data?: string;
  /**
   * The provider's id of the item or block (`rs_…`, `fc_…`, `msg_…`); not the id of a call. Consecutive parts with the
   * same id are blocks of one item; what belongs to the whole item (`data`, `extra`) is on the first.
   */
  itemId?: string;
  /**
   * Fields of the block that must be sent back unchanged and have no place above (`format` and `index` of OpenRouter,
   * `phase` of OpenAI).
   */
  extra?: Record<string, unknown>;
}

/** Visible thinking. Equal `key` = the same block; its pieces join with ''. */
export interface ReasoningPart extends Seal {
  kind: 'reasoning';
  key: string;
  text: string;
  format: ReasoningFormat;
  /** The wire field it came in (`reasoning_content`, `thinking`, `summary`, …): it is sent back in the same one. */
  field: string;
  /** The body ended before the thought did: an unclosed tag, an abort. */
  incomplete?: boolean;
  /**
   * Name of the agent inside a multi-agent response; agents interleave and never share thoughts. Absent for the usual
   * single agent.
   */
  agent?: string;
}

/** Thinking took place and its text was withheld for safety; attribution shows `[redacted thinking]`. */
export interface RedactedPart extends Seal {
  kind: 'redacted';
  key: string;
  format: ReasoningFormat;
  field: string;
  agent?: string;
}

/** Thinking took place; only a signature, an encrypted blob or an empty summary came. No text and no placeholder. */
export interface HiddenPart extends Seal {
  kind: 'hidden';
  key: string;
  /**
   * True when the provider sent the thinking itself in encrypted form; false when it sent only a signature or nothing.
   */
  encrypted: boolean;
  /** The sealed form of thinking that is readable in another part: kept for replay, ignored by attribution. */
  beside?: boolean;
  format: ReasoningFormat;
  field: string;
  agent?: string;
}

/** Text that the model wrote. */
export interface TextPart extends Seal {
  kind: 'text';
  key: string;
  text: string;
  /** The text is a refusal of the provider. */
  refusal?: boolean;
  agent?: string;
}

/** A tool call that the model requested, or that its provider executed. */
export interface ToolCallPart extends Seal {
  kind: 'tool_call';
  id: string;
  /** The provider gave no id; this one was generated. */
  idGenerated?: boolean;
  name: string;
  /** The tool's namespace, where the provider groups tools; the name alone is what the caller defined. */
  namespace?: string;
  /** Parsed JSON; a string where it does not parse or is free text by design. */
  arguments: unknown;
  /** The provider's own type of the item: `function_call`, `tool_use`, `server_tool_use`, `web_search_call`, … */
  itemType: string;
  type: ToolType;
  /** Id of the call that issued this one (programmatic tool calling), or of the approval request that led to it. */
  parentId?: string;
  /** The arguments were cut off by a token limit, an abort or an error. */
  incomplete?: boolean;
  agent?: string;
}

/** The result of a tool: in a request, or in the answer when the provider executed it. */
export interface ToolResultPart {
  kind: 'tool_result';
  /** Empty where the provider gives no id and no earlier call can be meant. */
  callId: string;
  /** The tool's name, where the provider gives it beside the result (Gemini). */
  name?: string;
  /** As the provider sent it; undefined when it is not in the body. */
  result?: unknown;
  /** As the wire reports it; absent where it has no flag for failed tools. */
  isError?: boolean;
  /** Gemini signs the results of its own tools and accepts them only with that signature; as in `Seal`. */
  signature?: string;
}

/** A block of media, or of an unknown kind: kept and displayed, never lost. */
export interface OtherPart {
  kind: 'other';
  providerType: string;
  /** The length of audio. */
  durationMs?: number;
  /** Absent where the block is not known to hold an image, audio, a video or a file. */
  media?: Media;
}

/** Who runs the tool: the caller's code, the provider, or an MCP server. */
export type ToolType = 'function' | 'server' | 'mcp';

/** How the thinking came. `parsed`: in a separate field; `summary`: the provider's summary of it. */
export type ReasoningFormat = 'parsed' | 'summary' | 'think_tags' | 'anthropic' | 'details' | 'manual';
