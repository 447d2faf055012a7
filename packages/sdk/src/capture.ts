/**
 * What may leave this process, in the words of the options; gate.ts holds it. A value whose mask throws, or returns something else than a
 * string, stays here, and the span names what is missing.
 */

/** `length` sends `[N characters]` in place of the content. */
export type CaptureLevel = 'full' | 'length' | 'none';

export interface CapturePolicy {
  /** Thoughts of the model. */
  reasoning?: CaptureLevel;
  /** What people and the model said, instructions, tool definitions. */
  text?: CaptureLevel;
  /** Arguments of tool calls. */
  arguments?: CaptureLevel;
  /** Results of tools. */
  results?: CaptureLevel;
}

/**
 * Runs on everything that leaves. `where` says what it is: `reasoning`, `preamble`, `text`, `arguments`, `result`, `system`,
 * `tool_definitions`, `error`, `session`, `user`, `tag`, `metadata.<key>`. Arguments and results come as JSON text.
 */
export type Mask = (value: string, where: string) => string;
