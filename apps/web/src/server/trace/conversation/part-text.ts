/** The content of a message part as text; JSON if it is not text. */
import type { Part } from '@subtext/reasoning';

export function partText(part: Part): string {
  switch (part.kind) {
    case 'text':
    case 'reasoning':
      return part.text;
    case 'tool_call':
      return asText(part.arguments);
    case 'tool_result':
      return asText(part.result);
    default:
      return '';
  }
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : jsonOf(value));

export function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return '[nested too deeply]';
  }
}
