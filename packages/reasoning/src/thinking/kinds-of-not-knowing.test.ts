/**
 * Every kind of knowing and not knowing what a thought was and cost (docs/attribution.md), a row a kind: from a
 * hand-written fixture, and from a recording where the recordings are there.
 */
import { describe, expect, it } from 'vitest';
import { attribute } from '../attribution/attribution.ts';
import type { AttributedCall } from '../parts/call.ts';
import { THINKING_STATES } from '../parts/state.ts';
import { attributed, FIXTURES, readTurn, RECORDINGS } from '../testing/fixtures.ts';
import { REASONING_TOKEN_SOURCES } from '../usage/usage.ts';

interface Kind {
  kind: string;
  /** `id`, `#`, the turn, `/`, the call. */
  seenIn: string[];
  state: AttributedCall['state'];
  /** undefined = unknown. */
  tokens?: number | 'some';
  source?: AttributedCall['reasoningTokensSource'];
  text: boolean;
}

const KINDS: Kind[] = [
  {
    kind: 'readable, and reported: the response had one thought',
    seenIn: ['copilot-chat-stream-opaque#0/0', 'deepseek-chat-preamble-three-turns#0/0'],
    state: 'readable',
    tokens: 'some',
    source: 'reported',
    text: true,
  },
  {
    kind: 'readable, and apportioned: the response had several',
    seenIn: ['anthropic-stream-interleaved#0/0', 'anthropic-stream-interleaved#0/1'],
    state: 'readable',
    tokens: 'some',
    source: 'apportioned',
    text: true,
  },
  {
    kind: 'readable, not counted',
    seenIn: ['mistral-reasoning-with-calls#0/0', 'ollama-thinking-with-calls#1/0', 'ollama-tool-call#0/0'],
    state: 'readable',
    text: true,
  },
  {
    kind: 'readable, and a constant 0 was sent beside it',
    seenIn: ['sglang-zero-is-unknown#0/0', 'litellm-thinking-blocks#0/0'],
    state: 'readable',
    text: true,
  },
  {
    kind: 'a summary, and reported: of what was billed, which is longer',
    seenIn: ['openai-resp-stream-refusal#0/0', 'openai-resp-stream-summary-weather-gpt5#0/0'],
    state: 'summary',
    tokens: 'some',
    source: 'reported',
    text: true,
  },
  {
    kind: 'a summary, and derived: only the total holds the thinking',
    seenIn: ['google-compat-stream-signature#0/0'],
    state: 'summary',
    tokens: 65,
    source: 'derived',
    text: true,
  },
  {
    kind: 'a summary, not counted',
    seenIn: ['ollama-responses-zero-is-unknown#0/0', 'anthropic-stream-thinking-weather#0/0'],
    state: 'summary',
    text: true,
  },
  {
    kind: 'redacted, and not counted',
    seenIn: ['anthropic-stream-redacted-before-call#0/0', 'bedrock-converse-reasoning-with-calls#0/1'],
    state: 'redacted',
    text: true,
  },
  {
    kind: 'encrypted: sent, and only the provider can read it',
    seenIn: ['openrouter-stream-details-encrypted-only#0/0', 'copilot-resp-encrypted-tool#0/0'],
    state: 'encrypted',
    tokens: 'some',
    source: 'reported',
    text: false,
  },
  {
    kind: 'withheld: a signature, or nothing but the bill',
    seenIn: [
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
    seenIn: ['google-openai-compat-no-call-id#0/0'],
    state: 'withheld',
    tokens: 62,
    source: 'derived',
    text: false,
  },
  {
    kind: 'shared: paid at its owner',
    seenIn: ['anthropic-stream-interleaved#0/2', 'openrouter-kimi-parallel#0/1'],
    state: 'shared',
    text: false,
  },
  {
    kind: 'none: 0 was reported',
    seenIn: ['anthropic-refusal#0/0', 'openai-chat-two-choices-refusal#0/0', 'deepseek-resp-tool#1/0'],
    state: 'none',
    text: false,
  },
  {
    kind: 'unreported: nothing was said',
    seenIn: ['anthropic-refusal#1/0', 'mistral-parallel-tools#0/0'],
    state: 'unreported',
    text: false,
  },
  {
    kind: 'of several choices, whose tokens they are',
    seenIn: ['vllm-two-choices#0/1', 'vllm-two-choices#1/1'],
    state: 'readable',
    text: true,
  },
];

const ALL = [...FIXTURES, ...RECORDINGS];
const rows = KINDS.flatMap(({ seenIn: seen, ...kind }) =>
  seen.flatMap((location) => {
    const [, id, turn, call] = /^(.+)#(\d+)\/(\d+)$/.exec(location) ?? [];
    const fixture = ALL.find((candidate) => candidate.id === id);
    return fixture ? [{ ...kind, place: location, fixture, turn: Number(turn), call: Number(call) }] : [];
  }),
);

describe.each(rows)('$kind ($place)', ({ fixture, turn, call, state, tokens, source, text }) => {
  const model = readTurn(fixture, turn);
  const actual = attributed(model).calls[call]!;

  it('is reported as such', () => {
    expect(actual.state).toBe(state);
    expect(actual.reasoning.length > 0).toBe(text);
    expect(actual.reasoningTokensSource).toBe(source);
    if (tokens === 'some') expect(actual.reasoningTokens).toBeGreaterThan(0);
    else expect(actual.reasoningTokens).toBe(tokens);
  });

  it('is estimated only from verbatim text without reported tokens', () => {
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
  const own = KINDS.filter(({ seenIn: seen }) =>
    seen.some((location) => FIXTURES.some(({ id }) => location.startsWith(`${id}#`))),
  );
  expect(new Set(own.map(({ state }) => state))).toEqual(new Set(THINKING_STATES));
  const sources = own.flatMap(({ source }) => source ?? []);
  // The last one is made, not read: attribution.test.ts.
  expect([...new Set(sources), 'estimated'].sort()).toEqual([...REASONING_TOKEN_SOURCES].sort());
});
