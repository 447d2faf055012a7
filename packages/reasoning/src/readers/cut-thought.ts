/**
 * Marks the thought that was in progress when an answer broke off. Used by the readers of all formats (providers.md
 * §15.4).
 */
import type { Part } from '../parts/part.ts';

export interface Ending {
  /** The body broke off: a thought that was closed before is complete. */
  broken: boolean;
  /** The provider ended the answer at a limit, and closed what was open. */
  limit: boolean;
}

/** Marks the last part when it is an unfinished thought. Its sealed form beside it is not a part of its own. */
export function withCutThought(parts: Part[], { broken, limit }: Ending): Part[] {
  if (!broken && !limit) return parts;
  const at = parts.findLastIndex((part) => part.kind !== 'hidden' || part.beside !== true);
  const last = parts[at];
  if (last?.kind !== 'reasoning' || (!limit && isOver(last))) return parts;
  return parts.with(at, { ...last, incomplete: true });
}

/** A signature, a closing tag and Mistral's own flag close a thought. */
function isOver({ signature, extra }: Part & { kind: 'reasoning' }): boolean {
  return signature !== undefined || extra?.closed === true || (extra?.close !== undefined && extra.close !== '');
}
