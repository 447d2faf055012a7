/** One message of a conversation, as requests carry it and as `gen_ai.input.messages` and `gen_ai.output.messages` hold it. */
import type { Part } from './part.ts';

export interface Message {
  /** As the sender wrote it: `user`, `assistant`, `tool`, `system`, `developer`, … */
  role: string;
  name?: string;
  parts: Part[];
  finishReason?: string;
}
