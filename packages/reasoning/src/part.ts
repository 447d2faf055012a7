/**
 * One model output (one choice of one response) as an ordered list. Every reader produces it, attribution consumes it.
 * Order is the position in the provider's output, never the order of arrival.
 */
export type Part = ReasoningPart | RedactedPart | HiddenPart | TextPart | ToolCallPart | ToolResultPart | OtherPart;

/**
 * What only the provider it came from can use: goes back there unchanged, to nobody else (providers.md §2.4, §4, §5.1, §8). It tells of the
 * thinking, so it is held back wherever the thinking is.
 */
export interface Seal {
  /** Opaque proof of origin: a signature. */
  signature?: string;
  /** The thinking itself in a form only the provider can read: `encrypted_content`, `redacted_thinking.data`, `reasoning_opaque`. */
  data?: string;
  /**
   * The provider's id of the item or block (`rs_…`, `fc_…`, `msg_…`); not the id of a call. Parts in a row with the same one are blocks of one
   * item; what belongs to the item as a whole (`data`, `extra`) then stands on the first.
   */
  itemId?: string;
  /** Fields of the block that must go back as they came and have no place above (`format` and `index` of OpenRouter, `phase` of OpenAI). */
  extra?: Record<string, unknown>;
}

/** Visible thinking. Equal `key` = the same block; its pieces join with ''. */
export interface ReasoningPart extends Seal {
  kind: 'reasoning';
  key: string;
  text: string;
  format: ReasoningFormat;
  /** The wire field it came in (`reasoning_content`, `thinking`, `summary`, …): it goes back in the same one. */
  field: string;
  /** The thought was still going on when the body ended: an unclosed tag, an abort. */
  incomplete?: boolean;
  /** Name of the agent inside a multi-agent response; agents interleave and never share thoughts. Absent for the usual single one. */
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
  /** True when the provider sent the thinking itself in encrypted form; false when it only left a signature or nothing. */
  encrypted: boolean;
  /** The sealed form of thinking that can be read in another part: kept for replay, passed over by attribution. */
  beside?: boolean;
  format: ReasoningFormat;
  field: string;
  agent?: string;
}

/** What the model said. */
export interface TextPart extends Seal {
  kind: 'text';
  key: string;
  text: string;
  /** The text is a refusal of the provider. */
  refusal?: boolean;
  agent?: string;
}

/** A tool that the model asked for, or that its provider ran. */
export interface ToolCallPart extends Seal {
  kind: 'tool_call';
  id: string;
  /** The provider gave no id; this one was generated. */
  idGenerated?: boolean;
  name: string;
  /** Of the tool, where the provider groups tools; the name alone is what the caller defined. */
  namespace?: string;
  /** Parsed JSON; a string where it does not parse or is free text by design. */
  arguments: unknown;
  /** The provider's own type of the item: `function_call`, `tool_use`, `server_tool_use`, `web_search_call`, … */
  itemType: string;
  type: ToolType;
  /** Id of the call that issued this one (programmatic tool calling), or of the request for approval that it came of. */
  parentId?: string;
  /** The arguments were cut off by a token limit, an abort or an error. */
  incomplete?: boolean;
  agent?: string;
}

/** What a tool gave: in a request, or in the answer where the provider ran it. */
export interface ToolResultPart {
  kind: 'tool_result';
  /** Empty where the provider gives none and no call before it can be meant. */
  callId: string;
  /** Of the tool, where the provider names it beside the result (Gemini). */
  name?: string;
  /** As the provider sent it; undefined when it is not in the body. */
  result?: unknown;
  isError?: boolean;
  /** Gemini signs what its own tools found, and takes it back with that signature only; as in `Seal`. */
  signature?: string;
}

/** A block nobody knew when this was written: kept and shown, never lost. */
export interface OtherPart {
  kind: 'other';
  providerType: string;
}

/** Who runs the tool: the caller's code, the provider, or an MCP server. */
export type ToolType = 'function' | 'server' | 'mcp';

/** How the thinking came. `parsed`: a field of its own; `summary`: the provider's summary of it. */
export type ReasoningFormat = 'parsed' | 'summary' | 'think_tags' | 'anthropic' | 'details' | 'manual';
