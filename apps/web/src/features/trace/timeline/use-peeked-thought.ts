'use client';
// The thoughts of the row that is expanded in place.
import type { Step } from '../../../lib/steps/step-tree.ts';
import type { TraceAddress } from '../navigation/trace-address.ts';
import { useCallText, useCallTexts } from '../text/use-call-text.ts';
import { PEEK_LINES } from './layout.ts';

/** The widest screens fit fewer characters into a line. */
const MAX_CHARACTERS_OF_LINE = 250;

/** As far as twelve lines can show them; each thought begins a new line. */
export function usePeekedThought(address: TraceAddress, step: Step | undefined): string | undefined {
  const key = step?.thought.key ?? undefined;
  const { data: first } = useCallText(address, key ? { key, field: 'thought' } : undefined);
  const others = first ? blocksBehind(first) : [];
  const rest = useCallTexts(
    address,
    others.map((block) => ({ key: key ?? '', field: 'thought', block })),
  );
  if (!first) return undefined;
  return [first, ...rest.map(({ data }) => data)].flatMap((one) => one?.text ?? []).join('\n');
}

/** Block indices. Each block takes at least one line, so none fits below a long first one. */
export function blocksBehind({ text, blocks }: { text: string; blocks: number }): number[] {
  if (text.length >= PEEK_LINES * MAX_CHARACTERS_OF_LINE) return [];
  return Array.from({ length: Math.max(0, Math.min(blocks, PEEK_LINES) - 1) }, (_, index) => index + 1);
}
