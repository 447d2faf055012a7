/** Properties of arbitrary parts and every target; docs/replay.md lists every rule. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conversation, type ApiName, type Part } from '../../index.ts';
import { arbitraryParts } from '../../testing/arbitraries.ts';
import { TARGET_FORMATS } from './formats/index.ts';
import type { TracedGeneration } from './history.ts';
import { replay } from './index.ts';
import { sealsFor } from './common/provider.ts';
import { RULES } from './common/rules.ts';
import type { Origin, ReplayTarget } from './common/types.ts';

const APIS = Object.keys(TARGET_FORMATS) as ApiName[];
const PROVIDERS = [
  'openai',
  'deepseek',
  'kimi',
  'minimax',
  'openrouter',
  'litellm',
  'google',
  'cerebras',
  'anthropic',
  'bedrock',
];
const arbitraryOrigin: fc.Arbitrary<Origin> = fc
  .record({
    api: fc.constantFrom(...APIS),
    provider: fc.option(fc.constantFrom(...PROVIDERS), { nil: undefined }),
    model: fc.option(fc.constantFrom('claude-opus-5-5', 'us.anthropic.claude-3', 'gpt-5', 'gemini-3', 'glm-5', 'x'), {
      nil: undefined,
    }),
  })
  .map(({ api, provider, model }) => ({ api, ...(provider && { provider }), ...(model && { model }) }));
const arbitraryTarget = fc
  .tuple(arbitraryOrigin, fc.option(fc.boolean(), { nil: undefined }))
  .map(([origin, include]): ReplayTarget => ({
    ...origin,
    ...(include !== undefined && { includeReasoning: include }),
  }));

/** Every part with seals that no other text contains. */
function marked(parts: readonly Part[]): Part[] {
  return parts.map((part, index): Part => {
    if (part.kind === 'other') return part;
    const seal = `§seal§${index}`;
    if (part.kind === 'tool_result') return { ...part, signature: seal };
    return { ...part, signature: seal, data: seal, itemId: seal, extra: { type: seal, data: seal, field: seal } };
  });
}

describe('arbitrary parts', () => {
  it('nothing throws, and all of it can be sent', () => {
    fc.assert(
      fc.property(arbitraryParts, arbitraryOrigin, arbitraryTarget, (parts, origin, target) => {
        const { messages, notes } = replay({ parts, origin }, target);
        expect(JSON.parse(JSON.stringify(messages))).toBeInstanceOf(Array);
        for (const note of notes) expect(note.section).toMatch(/^§\d/);
      }),
      { numRuns: 500 },
    );
  });

  it('no seal reaches another provider', () => {
    fc.assert(
      fc.property(arbitraryParts, arbitraryOrigin, arbitraryTarget, (parts, origin, target) => {
        fc.pre(!sealsFor(origin, target));
        expect(JSON.stringify(replay({ parts: marked(parts), origin }, target).messages)).not.toContain('§seal§');
        expect(JSON.stringify(replay(marked(parts), target).messages)).not.toContain('§seal§');
      }),
      { numRuns: 500 },
    );
  });

  it('a chat message has one content, and a block format one message', () => {
    fc.assert(
      fc.property(arbitraryParts, arbitraryOrigin, arbitraryTarget, (parts, origin, target) => {
        fc.pre(!['openai.responses', 'gemini.interactions', 'mistral.conversations'].includes(target.api));
        const { messages } = replay({ parts, origin }, target);
        expect(messages.length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 300 },
    );
  });

  it('texts keep their order', () => {
    fc.assert(
      fc.property(arbitraryParts, arbitraryOrigin, arbitraryTarget, (parts, origin, target) => {
        // What Gemini says of a refusal are words about its answer, not of it.
        const refused = parts.some((part) => part.kind === 'text' && part.refusal);
        fc.pre(!(refused && target.api === 'gemini.generateContent'));
        const said = parts.map((part, index) => (part.kind === 'text' ? { ...part, text: `«${index}»` } : part));
        const written = JSON.stringify(replay({ parts: said, origin }, target).messages);
        const found = [...written.matchAll(/«(\d+)»/g)].map((match) => Number(match[1]));
        const textIndexes = said.flatMap((part, index) => (part.kind === 'text' ? [index] : []));
        // OpenAI keeps refusals in a field of their own.
        expect(refused ? [...found].sort((left, right) => left - right) : found).toEqual(textIndexes);
      }),
      { numRuns: 500 },
    );
  });

  it('every call of the caller that was whole is there, each with an id of its own', () => {
    fc.assert(
      fc.property(arbitraryParts, arbitraryOrigin, arbitraryTarget, (parts, origin, target) => {
        fc.pre(target.api === 'openai.chat');
        const whole = parts.filter((part) => part.kind === 'tool_call' && part.type === 'function' && !part.incomplete);
        const [message] = replay({ parts, origin }, target).messages;
        const calls = (message?.tool_calls ?? []) as { id: string }[];
        expect(calls.length).toBe(whole.length);
        if (!sealsFor(origin, target)) expect(new Set(calls.map(({ id }) => id)).size).toBe(calls.length);
      }),
      { numRuns: 300 },
    );
  });
});

const arbitraryGeneration: fc.Arbitrary<TracedGeneration> = fc.record(
  {
    origin: arbitraryOrigin,
    system: fc.array(fc.string(), { maxLength: 2 }),
    messages: fc.array(
      fc.record({ role: fc.constantFrom('user', 'assistant', 'tool', 'system', 'other'), parts: arbitraryParts }),
      { maxLength: 4 },
    ),
    output: arbitraryParts,
    toolDefinitions: fc.array(fc.jsonValue(), { maxLength: 3 }),
    toolResults: fc.array(fc.record({ callId: fc.string(), result: fc.jsonValue(), isError: fc.boolean() }), {
      maxLength: 2,
    }),
    responseId: fc.constantFrom('r1', 'r2'),
    previousResponseId: fc.constantFrom('r1', 'r2'),
  },
  { requiredKeys: ['origin', 'messages', 'output'] },
);

describe('arbitrary traces', () => {
  it('nothing throws, every call has its result behind it, and nothing sealed reaches another provider', () => {
    fc.assert(
      fc.property(
        fc.array(arbitraryGeneration, { maxLength: 4 }),
        arbitraryOrigin,
        fc.boolean(),
        (trace, target, all) => {
          const sealed = trace.map((one) => ({
            ...one,
            output: marked(one.output),
            messages: one.messages.map((message) => ({ ...message, parts: marked(message.parts) })),
          }));
          const { body } = conversation(sealed, { target, includeReasoning: all });
          const sent = JSON.stringify(body);
          if (!trace.some(({ origin }) => sealsFor(origin, target))) expect(sent).not.toContain('§seal§');
          if (target.api !== 'openai.chat') return;
          const messages = body.messages as { role: string; tool_calls?: { id: string }[]; tool_call_id?: string }[];
          messages.forEach(({ tool_calls: calls = [] }, index) => {
            const answers = messages.slice(index + 1, index + 1 + calls.length).map((message) => message.tool_call_id);
            // Behind the last turn they may still be missing.
            if (index < messages.findLastIndex(({ role }) => role === 'assistant')) {
              expect(answers).toEqual(calls.map(({ id }) => id));
            }
          });
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('docs/replay.md', () => {
  const docs = readFileSync(join(import.meta.dirname, '../../../../../docs/replay.md'), 'utf8');

  it.each(Object.entries(RULES))('explains the rule %s', (name, rule) => {
    expect(docs).toContain(`| \`${name}\` `);
    expect(docs.replace(/\s+/g, ' ')).toContain(rule);
  });
});
