import { describe, expect, it } from 'vitest';
import { inputIn, looksCut } from './TraceInput.tsx';
import type { ContextMessage } from '../panel/context/use-model-context.ts';

const text = (preview: string, characters = 900) =>
  ({
    kind: 'text',
    name: null,
    characters,
    preview,
    failed: false,
    media: [] as ContextMessage['parts'][number]['media'],
  }) as const;
const message = (index: number, role: string, ...parts: ReturnType<typeof text>[]): ContextMessage => ({
  ...{ index, role, parts, isNew: true, characters: 900, more: 0 },
});
const ASKED = `Refund order 8812, and then ${'tell me why '.repeat(20)}`;

describe('the question in the first request', () => {
  it('is found by its beginning, however its lines were broken, in the words of the user', () => {
    const messages = [
      message(0, 'system', text(ASKED)),
      message(1, 'user', text('Here is a file'), text(ASKED.replace(', and', ',\n  and'), 1234)),
      message(2, 'assistant', text(ASKED)),
    ];
    expect(inputIn(messages, ASKED.slice(0, 160))).toEqual({
      place: { section: 'message', index: 1, part: 1 },
      characters: 1234,
    });
  });

  it('is the latest one where it was asked before, and none where it was not', () => {
    const again = [message(0, 'user', text(ASKED)), message(3, 'user', text(ASKED))];
    expect(inputIn(again, ASKED)?.place.index).toBe(3);
    expect(inputIn([message(0, 'user', text('Hello'))], ASKED)).toBeUndefined();
  });

  it('is looked for only where its beginning may not be all of it', () => {
    expect(['Refund order 8812', '😀'.repeat(60), 'x'.repeat(160)].map(looksCut)).toEqual([false, false, true]);
  });
});
