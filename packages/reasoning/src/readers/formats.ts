/** Every wire format there is a reader for. Order matters for requests only: those known by a mark of their own before those that look alike. */
import { ANTHROPIC_MESSAGES } from './anthropic.ts';
import { OPENAI_CHAT } from './openai-chat.ts';
import { OPENAI_RESPONSES } from './openai-responses.ts';
import type { WireFormat } from './wire-format.ts';

export const WIRE_FORMATS: readonly WireFormat[] = [OPENAI_RESPONSES, ANTHROPIC_MESSAGES, OPENAI_CHAT];

/** True for the path of a URL that asks a model for an output. */
export function isModelPath(path: string): boolean {
  return WIRE_FORMATS.some((format) => format.path.test(path));
}
