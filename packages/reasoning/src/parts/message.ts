/**
 * One message of a conversation, as requests carry it and as `gen_ai.input.messages` and `gen_ai.output.messages` hold
 * it.
 */
import type { Part } from './part.ts';

/** A message of a request or of an answer, from any provider. */
export interface Message {
  /** As the sender wrote it: `user`, `assistant`, `tool`, `system`, `developer`, … */
  role: string;
  name?: string;
  parts: Part[];
  finishReason?: string;
}
