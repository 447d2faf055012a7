/**
 * Every kind of knowing and not knowing what a thought was and cost (docs/attribution.md), a row a kind: from a hand-written fixture, and from
 * a recording where the recordings are there.
 */
import { describe, expect, it } from 'vitest';
import { attribute } from './attribution.ts';
import type { AttributedCall } from './call.ts';
import { THINKING_STATES } from './state.ts';
import { attributed, FIXTURES, readTurn, RECORDINGS } from './testing/fixtures.ts';
import { REASONING_TOKEN_SOURCES } from './usage.ts';

interface Kind {
  kind: string;
  /** `id`, `#`, the turn, `/`, the call. */
  seen: string[];
  state: AttributedCall['state'];
  /** undefined = unknown. */
  tokens?: number | 'some';
  source?: AttributedCall['reasoningTokensSource'];
  text: boolean;
}

const KINDS: Kind[] = [
  {
    kind: 'readable, and reported: the response had one thought',
    seen: ['copilot-chat-stream-opaque#0/0', 'deepseek-chat-preamble-three-turns#0/0'],
    state: 'readable',
    tokens: 'some',
    source: 'reported',
    text: true,
  },
  {
    kind: 'readable, and apportioned: the response had several',
    seen: ['anthropic-stream-interleaved#0/0', 'anthropic-stream-interleaved#0/1'],
    state: 'readable',
    tokens: 'some',
    source: 'apportioned',
    text: true,
  },
  {
    kind: 'readable, and nobody counted it',
    seen: ['mistral-reasoning-with-calls#0/0', 'ollama-thinking-with-calls#1/0', 'ollama-tool-call#0/0'],
    state: 'readable',
    text: true,
  },
  {
    kind: 'readable, and a constant 0 was sent beside it',
    seen: ['sglang-zero-is-unknown#0/0', 'litellm-thinking-blocks#0/0'],
    state: 'readable',
    text: true,
  },
  {
    kind: 'a summary, and reported: of what was billed, which is longer',
    seen: ['openai-resp-stream-refusal#0/0', 'openai-resp-stream-summary-weather-gpt5#0/0'],
    state: 'summary',
    tokens: 'some',
    source: 'reported',
    text: true,
  },
  {
    kind: 'a summary, and derived: only the total holds the thinking',
    seen: ['google-compat-stream-signature#0/0'],
    state: 'summary',
    tokens: 65,
    source: 'derived',
    text: true,
  },
  {
    kind: 'a summary that nobody counted',
    seen: ['ollama-responses-zero-is-unknown#0/0', 'anthropic-stream-thinking-weather#0/0'],
    state: 'summary',
    text: true,
  },
  {
    kind: 'redacted, and not counted',
    seen: ['anthropic-stream-redacted-before-call#0/0', 'bedrock-converse-reasoning-with-calls#0/1'],
    state: 'redacted',
    text: true,
  },
  {
    kind: 'encrypted: sent, and only the provider can read it',
    seen: ['openrouter-stream-details-encrypted-only#0/0', 'copilot-resp-encrypted-tool#0/0'],
    state: 'encrypted',
    tokens: 'some',
    source: 'reported',
    text: false,
  },
  {
    kind: 'withheld: a signature, or nothing but the bill',
    seen: [
      'anthropic-stream-omitted#0/0',
      'google-lone-signature#0/0',
      'openai-chat-stream-refusal-withheld#0/0',
      'azure-chat-tool-o4mini#0/0',
    ],
    state: 'withheld',
    tokens: 'some',
    source: 'reported',
    text: false,
  },
  {
    kind: 'withheld, derived',
    seen: ['google-openai-compat-no-call-id#0/0'],
    state: 'withheld',
    tokens: 62,
    source: 'derived',
    text: false,
  },
  {
    kind: 'shared: paid at its owner',
    seen: ['anthropic-stream-interleaved#0/2', 'openrouter-kimi-parallel#0/1'],
    state: 'shared',
    text: false,
  },
  {
    kind: 'none: 0 was reported',
    seen: ['anthropic-refusal#0/0', 'openai-chat-two-choices-refusal#0/0', 'deepseek-resp-tool#1/0'],
    state: 'none',
    text: false,
  },
  {
    kind: 'unreported: nothing was said',
    seen: ['anthropic-refusal#1/0', 'mistral-parallel-tools#0/0'],
    state: 'unreported',
    text: false,
  },
  {
    kind: 'of several choices, whose tokens they are',
    seen: ['vllm-two-choices#0/1', 'vllm-two-choices#1/1'],
    state: 'readable',
    text: true,
  },
];

const ALL = [...FIXTURES, ...RECORDINGS];
const rows = KINDS.flatMap(({ seen, ...kind }) =>
  seen.flatMap((place) => {
    const [, id, turn, call] = /^(.+)#(\d+)\/(\d+)$/.exec(place) ?? [];
    const fixture = ALL.find((candidate) => candidate.id === id);
    return fixture ? [{ ...kind, place, fixture, turn: Number(turn), call: Number(call) }] : [];
  }),
);

describe.each(rows)('$kind ($place)', ({ fixture, turn, call, state, tokens, source, text }) => {
  const model = readTurn(fixture, turn);
  const told = attributed(model).calls[call]!;

  it('is told as such', () => {
    expect(told.state).toBe(state);
    expect(told.reasoning.length > 0).toBe(text);
    expect(told.reasoningTokensSource).toBe(source);
    if (tokens === 'some') expect(told.reasoningTokens).toBeGreaterThan(0);
    else expect(told.reasoningTokens).toBe(tokens);
  });

  it('is estimated only from verbatim text that nobody counted', () => {
    const parts = model!.choices[Math.min(call, model!.choices.length - 1)]!.parts;
    const { usage } = model!;
    const known = usage && model!.choices.length === 1 ? { usage } : {};
    const counted = attribute(parts, { ...known, countTokens: (said) => said.split(' ').length });
    const estimates = counted.calls.filter((other) => other.reasoningTokensSource === 'estimated');
    const verbatim = parts.every((part) => part.kind !== 'redacted' && (part.kind !== 'hidden' || part.beside));
    expect(estimates.length > 0).toBe(state === 'readable' && source === undefined && verbatim);
    for (const { reasoningTokens = 0 } of estimates) expect(reasoningTokens).toBeGreaterThan(0);
  });
});

it('every kind has a row of our own', () => {
  const own = KINDS.filter(({ seen }) => seen.some((place) => FIXTURES.some(({ id }) => place.startsWith(`${id}#`))));
  expect(new Set(own.map(({ state }) => state))).toEqual(new Set(THINKING_STATES));
  const sources = own.flatMap(({ source }) => source ?? []);
  // The last one is made, not read: attribution.test.ts.
  expect([...new Set(sources), 'estimated'].sort()).toEqual([...REASONING_TOKEN_SOURCES].sort());
});
