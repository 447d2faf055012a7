/**
 * What arrived of one choice of a chat completion, before it is split into parts. Used by chat-choice.ts and
 * chat-mirror.ts.
 */
import type { ReasoningPiece, SilentPiece } from './chat-reasoning-fields.ts';
import type { CallInProgress, ExecutedTool } from './chat-tool-calls.ts';

/**
 * What arrived, in order; one entry per run. Thinking from all mirrored sources is kept until the end decides which to
 * use.
 */
export type Entry = ReasoningPiece | SilentPiece | TextEntry | { kind: 'call'; call: CallInProgress } | ExecutedEntry;

export interface ExecutedEntry {
  kind: 'executed';
  tool: ExecutedTool;
}

export interface TextEntry {
  kind: 'text';
  text: string;
  refusal: boolean;
  /** How many characters, from the beginning, were flagged as thinking. */
  flagged: number;
}
