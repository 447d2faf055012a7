import { describe, expect, it } from 'vitest';
import { inclusionOf, ruleGroups, type Conversation } from '../conversation/conversation-words.ts';
import { missingWords } from './missing-words.ts';
import { contextSentence, shareWords } from './context/context-words.ts';
import { earlyWords, skewWords } from '../time/clock-skew.ts';
import type { SpanRow } from '../../../lib/skeleton/skeleton.ts';
import type { Call } from '../../../lib/steps/joined-call.ts';
import type { ModelContext } from './context/use-model-context.ts';

const seen = (fields: Partial<ModelContext>) =>
  ({
    messageCount: 14,
    newCount: 3,
    inputTokens: 31_200,
    totalCharacters: 1000,
    before: 'x',
    continues: false,
    ...fields,
  }) as ModelContext;

describe('what was in context, in words', () => {
  it('says how much there was, and what was new', () => {
    expect(contextSentence(seen({}), 'step 6')).toBe(
      'The model had 14 messages in context, 31,200 tokens in all. 3 of them are new since step 6.',
    );
    expect(contextSentence(seen({ before: null, inputTokens: null }), undefined)).toBe(
      'The model had 14 messages in context. It is the first model call.',
    );
    expect(contextSentence(seen({ continues: true }), 'step 6')).toMatch(
      /the provider keeps the earlier messages, which are not in this request/,
    );
  });

  it('gives shares as estimates, and none of nothing', () => {
    expect(shareWords(500, seen({}))).toBe('≈ 15.6k tok, 50 %');
    expect(shareWords(1, seen({ inputTokens: null }))).toBe('<1 %');
    expect(shareWords(0, seen({ totalCharacters: 0 }))).toBe('');
  });

  it('says what is missing with its figures', () => {
    const cut = { spanId: 'x', what: 'cut', attribute: 'a.b', kept: 48_000, of: 212_000, unit: 'bytes' } as const;
    expect(missingWords(cut, 'Step 3')).toBe('Step 3: a.b was cut at capture: 48 kB of 212 kB kept.');
    const unknown = { spanId: 'x', what: 'cut', attribute: 'a.b' } as const;
    expect(missingWords(unknown, 'Step 3')).toBe('Step 3: a.b was cut at capture.');
    const dropped = { spanId: 'x', what: 'dropped', attribute: 'attributes', of: 3 } as const;
    expect(missingWords(dropped, 'Step 3')).toBe(
      'Step 3: 3 attributes over a limit of its sender or of ingest were left out.',
    );
  });
});

describe('the rules of a conversation, in words', () => {
  it('group what is required, optional and not allowed, with every reason once', () => {
    const note = (rule: string, what: string) => ({ rule, what, section: '§4', count: 2, says: rule });
    const notes = [note('seal.own-only', 'a'), note('thinking.required', 'b'), note('seal.own-only', 'c')];
    const groups = ruleGroups(notes as unknown as Conversation['notes']);
    expect(
      groups.map(({ group, rules }) => [group, rules.flatMap(({ reasons }) => reasons.map(({ what }) => what))]),
    ).toEqual([
      ['Required', ['b']],
      ['Not allowed', ['a', 'c']],
    ]);
    expect(inclusionOf('thinking.required')).toBe('required');
    expect(inclusionOf('seal.other-model')).toBe('not allowed');
  });
});

it('a clock difference is shown with its size, and only when there is one', () => {
  const call = (asked: number, ran: number) =>
    ({ request: { start: asked }, execution: { start: ran } }) as unknown as Call;
  expect(skewWords(call(3000, 900))).toBe('clock differs by 2.1 s');
  expect(skewWords(call(900, 3000))).toBe('');
  expect(skewWords({ request: null, execution: null } as Call)).toBe('');
  const at = (start: number) => ({ start }) as SpanRow;
  expect(earlyWords(at(900), at(3000))).toBe('clock differs by 2.1 s');
  expect(earlyWords(at(3000), at(900))).toBe('');
  expect([earlyWords(at(0), undefined), earlyWords(at(0), null), earlyWords(null, at(9))]).toEqual(['', '', '']);
});
