import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FAMILIES } from './families.ts';
import { reasoningRequest } from './index.ts';
import { isBody } from './common/settings.ts';
import { REASONING_EFFORTS, type ReasoningTarget, type ReasoningWish } from './common/target.ts';

const MODELS = [
  ...['gpt-6.1-sol', 'gpt-5', 'gpt-oss-120b', 'claude-opus-4-8', 'claude-sonnet-4-5', 'anthropic.claude-fable-5-2'],
  ...['gemini-2.5-flash', 'gemini-4-argon', 'deepseek-v4-pro', 'qwen3:8b', 'grok-4.3', 'grok-4.20-reasoning'],
  ...['kimi-k2.6', 'kimi-k3', 'glm-4.7', 'glm-5.3', 'magistral-small-2506', 'nova-2-lite', 'unheard-of'],
];
const targets: fc.Arbitrary<ReasoningTarget> = fc.record({
  provider: fc.constantFrom(...FAMILIES.flatMap(({ names }) => names)),
  api: fc.constantFrom(...FAMILIES.map(({ api }) => api)),
  model: fc.constantFrom(...MODELS),
  form: fc.constantFrom('client', 'wire'),
});
const wishes: fc.Arbitrary<ReasoningWish> = fc.record(
  {
    effort: fc.constantFrom(...REASONING_EFFORTS),
    budgetTokens: fc.constantFrom(-1, 0, 1024, 5000),
    summary: fc.constantFrom('auto', 'detailed'),
    stateless: fc.boolean(),
    interleaved: fc.boolean(),
  },
  { requiredKeys: [] },
);

/** Values of the kinds that stand in requests, and of kinds that do not, at the places the rules look at. */
const value = fc.constantFrom<unknown>(
  null,
  true,
  false,
  0,
  1,
  5000,
  'none',
  'low',
  'enabled',
  'disabled',
  'auto',
  [],
  ['x'],
  {},
);
const inner = fc.dictionary(
  fc.constantFrom(
    'type',
    'effort',
    'summary',
    'budget_tokens',
    'display',
    'exclude',
    'thinkingConfig',
    'enable_thinking',
    'mine',
    '__proto__',
  ),
  value,
);
const requests = fc.dictionary(
  fc.constantFrom(
    ...['reasoning', 'reasoning_effort', 'thinking', 'output_config', 'config', 'generationConfig', 'think', 'include'],
    ...['chat_template_kwargs', 'additionalModelRequestFields', 'extra_body', 'messages', 'tools', 'stop', '__proto__'],
    ...[
      'tool_choice',
      'toolConfig',
      'inferenceConfig',
      'temperature',
      'max_tokens',
      'reasoning_format',
      'store',
      'stream',
    ],
  ),
  fc.oneof(value, inner, fc.array(inner, { maxLength: 2 })),
);

/** Every value of `own` that says something stands in `whole`; of lists, every item. */
function holds(whole: unknown, own: unknown): boolean {
  if (own == null) return true;
  if (Array.isArray(own)) return Array.isArray(whole) && own.every((item, index) => holds(whole[index], item));
  if (!isBody(own)) return whole === own;
  return (
    isBody(whole) &&
    Object.keys(own).every((key) => holds(Object.getOwnPropertyDescriptor(whole, key)?.value, own[key]))
  );
}

const RUNS = 3_000;

describe('the settings of the caller', () => {
  test('are all there after spreading, or the conflict is reported', () => {
    fc.assert(
      fc.property(targets, wishes, requests, (target, wish, request) => {
        const result = reasoningRequest(target, wish, request);
        if (result.ok) expect(holds({ ...request, ...result.parameters }, request)).toBe(true);
        else expect(result.errors.length).toBeGreaterThan(0);
      }),
      { numRuns: RUNS },
    );
  });

  test('are not touched by asking twice', () => {
    fc.assert(
      fc.property(targets, wishes, requests, (target, wish, request) => {
        const once = reasoningRequest(target, wish, request);
        if (!once.ok) return;
        const whole = { ...request, ...once.parameters };
        expect(reasoningRequest(target, wish, whole)).toMatchObject({ ok: true });
        const again = reasoningRequest(target, wish, whole);
        expect(again.ok && { ...whole, ...again.parameters }).toStrictEqual(whole);
      }),
      { numRuns: RUNS },
    );
  });

  test('stay as they are: the request itself is not changed', () => {
    const request = Object.freeze({ reasoning: Object.freeze({ effort: 'low', mode: 'pro' }), input: 'Why?' });
    const result = reasoningRequest({ provider: 'openai', model: 'gpt-5.6' }, {}, request);
    expect(result).toMatchObject({ parameters: { reasoning: { effort: 'low', mode: 'pro', summary: 'auto' } } });
    expect(request.reasoning).toStrictEqual({ effort: 'low', mode: 'pro' });
  });

  test('of the wrong kind are reported with their path', () => {
    const result = reasoningRequest({ provider: 'openai', model: 'gpt-5.6' }, {}, { reasoning: 'high' });
    expect(result).toMatchObject({ errors: [{ code: 'SETTING_CONFLICT', where: 'reasoning' }] });
  });

  test('may be endless or huge: the error names them shortly', () => {
    const endless: Record<string, unknown> = { summary: {} };
    endless['summary'] = endless;
    const huge = { summary: 'x'.repeat(100_000) };
    for (const reasoning of [endless, huge]) {
      const result = reasoningRequest({ provider: 'openai', model: 'gpt-5.6' }, {}, { reasoning });
      expect(JSON.stringify(result).length).toBeLessThan(1_000);
    }
  });

  test('that conflict are reported all at once', () => {
    const request = { temperature: 0, tool_choice: { type: 'any' }, messages: [{ role: 'assistant', content: 'So' }] };
    const result = reasoningRequest({ provider: 'anthropic', model: 'claude-opus-5-5' }, {}, request);
    expect(result.ok ? [] : result.errors.map(({ code }) => code)).toStrictEqual([
      'SAMPLING_REFUSED',
      'FORCED_TOOL_REFUSED',
      'PREFILL_REFUSED',
    ]);
  });
});

/** Every provider and API with every model: most are strange pairs, and none may lose a wish. */
const EVERYWHERE = FAMILIES.flatMap(({ names, api }) => {
  const [provider = ''] = names;
  return MODELS.map((model): ReasoningTarget => ({ provider, api, model }));
});
const acceptedEverywhere = (wish: ReasoningWish) =>
  EVERYWHERE.flatMap((target) => {
    const result = reasoningRequest(target, wish);
    return result.ok ? [{ target, ...result, sent: JSON.stringify(result.parameters).toLowerCase() }] : [];
  });

describe('what is wished', () => {
  test.each(REASONING_EFFORTS.filter((effort) => effort !== 'none'))('as effort %s is sent or refused', (effort) => {
    const lost = acceptedEverywhere({ effort }).filter(({ sent }) => !sent.includes(`"${effort}"`));
    expect(lost.map(({ target }) => target)).toStrictEqual([]);
  });

  test('as a budget is sent or refused', () => {
    const accepted = acceptedEverywhere({ budgetTokens: 4321 });
    expect(accepted.length).toBeGreaterThan(0);
    expect(accepted.filter(({ sent }) => !sent.includes(':4321'))).toStrictEqual([]);
  });

  test.each([[{ effort: 'none' }], [{ budgetTokens: 0 }]] as const)(
    'as %o switches thinking off, or is refused',
    (wish) => {
      const accepted = acceptedEverywhere(wish);
      expect(accepted.length).toBeGreaterThan(0);
      expect(
        accepted.filter(({ sent, text }) => text !== 'none' || !/"none"|"disabled"|:false|:0/.test(sent)),
      ).toStrictEqual([]);
    },
  );

  test('never passes unheard: a wish that changes nothing here is refused', () => {
    const wish = { interleaved: true, betweenTools: true, stateless: true };
    const result = reasoningRequest({ provider: 'groq', model: 'qwen/qwen3.8-27b' }, wish);
    expect(result.ok ? [] : result.errors.map(({ where }) => where)).toStrictEqual([
      'wish.stateless',
      'wish.interleaved',
      'wish.betweenTools',
    ]);
  });

  test.each([
    [{ effort: 'ultra' }],
    [{ effort: 'none', budgetTokens: 5000 }],
    [{ budgetTokens: NaN }],
    [{ budgetTokens: 1.5 }],
  ])('is refused when it is implausible: %o', (wish) => {
    const accepts = (provider: string) => reasoningRequest({ provider, model: 'a/b' }, wish as ReasoningWish).ok;
    expect([accepts('openrouter'), accepts('openai')]).toEqual([false, false]);
  });

  test('takes a header where thinking between tool calls is a beta, and the budget may then exceed max_tokens', () => {
    const target = { provider: 'anthropic', model: 'claude-opus-4-1' };
    const result = reasoningRequest(target, { budgetTokens: 9000, interleaved: true }, { max_tokens: 4000 });
    expect(result).toMatchObject({ ok: true, headers: { 'anthropic-beta': 'interleaved-thinking-2025-05-14' } });
    const adaptive = reasoningRequest({ provider: 'anthropic', model: 'claude-opus-5' }, { interleaved: true });
    expect(adaptive).not.toHaveProperty('headers');
  });
});

describe('an unknown model', () => {
  test.each([
    ['azure', 'our-deployment', { reasoning: { summary: 'auto' } }],
    ['anthropic', 'claude-opus-9', { thinking: { type: 'adaptive', display: 'summarized' } }],
    ['google', 'gemini-flash-latest', { config: { thinkingConfig: { includeThoughts: true } } }],
  ])('of %s gets the rules of the newest generation, with a note', (provider, model, parameters) => {
    const result = reasoningRequest({ provider, model }, {});
    expect(result).toMatchObject({ ok: true, parameters });
    expect(result.ok && result.notes.join(' ')).toContain(`${model} is not known here`);
  });

  test('of an unknown provider is an error that lists the known ones', () => {
    const result = reasoningRequest({ provider: '__proto__', model: 'x' });
    expect(result).toMatchObject({ ok: false, errors: [{ fix: expect.stringContaining('openai, azure, anthropic') }] });
  });
});
