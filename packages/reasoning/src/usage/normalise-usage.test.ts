import { describe, expect, it } from 'vitest';
import {
  usageOfAnthropic,
  usageOfChat,
  usageOfGemini,
  usageOfInteractions,
  usageOfResponses,
} from './normalise-usage.ts';

const silent = { zeroIsUnknown: false };
/** Prompt, completion, total, reasoning; what is undefined is not said. */
const chat = (...[prompt, completion, total, reasoning]: (number | undefined)[]) => ({
  prompt_tokens: prompt,
  completion_tokens: completion,
  ...(total !== undefined && { total_tokens: total }),
  ...(reasoning !== undefined && { completion_tokens_details: { reasoning_tokens: reasoning } }),
});

describe('tokens of a chat completion', () => {
  it('include the thinking where the total says so', () =>
    expect(usageOfChat(chat(10, 50, 60, 30), silent)).toEqual({
      input: 10,
      output: 50,
      reasoning: 30,
      reasoningSource: 'reported',
    }));
  it('get the thinking added where the total says it is beside the output (xAI: 291 + 26 + 196 = 513)', () =>
    expect(usageOfChat(chat(291, 26, 513, 196), silent)).toMatchObject({
      output: 222,
      reasoning: 196,
      reasoningSource: 'reported',
    }));
  it('get the thinking from the difference where only the total holds it (Gemini: 53, 15, 133)', () =>
    expect(usageOfChat(chat(53, 15, 133), silent)).toMatchObject({
      output: 80,
      reasoning: 65,
      reasoningSource: 'derived',
    }));
  it('get sound added to what was read where only the total holds it (Voxtral: 11 + 375 + 15 = 401)', () => {
    const prompt_tokens_details = { audio_tokens: 375, cached_tokens: 9 };
    expect(usageOfChat({ ...chat(11, 15, 401), prompt_tokens_details }, silent)).toEqual({
      input: 386,
      cacheRead: 9,
      output: 15,
    });
    expect(usageOfChat({ ...chat(386, 15, 401), prompt_tokens_details }, silent)).toMatchObject({ input: 386 });
  });
  it('add more thinking than output, unless a total shows otherwise', () =>
    expect(usageOfChat(chat(10, 5, undefined, 9), silent)).toMatchObject({ output: 14, reasoning: 9 }));
  it('clamp thinking that exceeds the output it is part of', () =>
    expect(usageOfChat(chat(3670, 514, 4184, 553), silent)).toMatchObject({ output: 514, reasoning: 514 }));
  it('keep a reported 0, unless thinking came that cannot have been free', () => {
    expect(usageOfChat(chat(10, 5, 15, 0), silent)).toMatchObject({ reasoning: 0, reasoningSource: 'reported' });
    expect(usageOfChat(chat(10, 5, 15, 0), { zeroIsUnknown: true })).toEqual({ input: 10, output: 5 });
  });
  it('may be at the top level (SGLang, Perplexity)', () =>
    expect(usageOfChat({ ...chat(9, 20, 36), reasoning_tokens: 7 }, silent)).toMatchObject({
      output: 27,
      reasoning: 7,
    }));
  it.each([
    [{ prompt_tokens_details: { cached_tokens: 4 } }, 4],
    [{ prompt_cache_hit_tokens: 5, prompt_cache_miss_tokens: 5 }, 5],
    [{ cached_tokens: 6 }, 6],
    [{ prompt_tokens_details: { cached_tokens: 99 } }, 10],
  ])('%j are cached tokens, never more than the input', (more, cacheRead) =>
    expect(usageOfChat({ ...chat(10, 5), ...more }, silent)).toMatchObject({ input: 10, cacheRead }),
  );
});

describe('tokens of an Anthropic message', () => {
  it('count the cache into the input', () => {
    const raw = {
      input_tokens: 13,
      cache_read_input_tokens: 2441,
      cache_creation_input_tokens: 247,
      output_tokens: 161,
      output_tokens_details: { thinking_tokens: 62 },
    };
    expect(usageOfAnthropic(raw, silent)).toEqual({
      input: 2701,
      cacheRead: 2441,
      cacheWrite: 247,
      output: 161,
      reasoning: 62,
      reasoningSource: 'reported',
    });
  });
  it('leave out what older models do not say', () =>
    expect(usageOfAnthropic({ input_tokens: 3, output_tokens: 4, output_tokens_details: null }, silent)).toEqual({
      input: 3,
      output: 4,
    }));
});

describe('tokens of a Responses body', () => {
  it('are inclusive already', () => {
    const raw = {
      input_tokens: 60,
      input_tokens_details: { cached_tokens: 8, cache_write_tokens: 2 },
      output_tokens: 219,
      output_tokens_details: { reasoning_tokens: 192 },
      total_tokens: 279,
    };
    expect(usageOfResponses(raw, silent)).toEqual({
      input: 60,
      cacheRead: 8,
      cacheWrite: 2,
      output: 219,
      reasoning: 192,
      reasoningSource: 'reported',
    });
  });
});

describe('the price a response names itself', () => {
  it.each([
    [{ cost: 0.0004 }, 0.0004],
    [{ cost: { total_cost: 0.002 } }, 0.002],
    [{ cost_in_usd_ticks: 4_389_400 }, 0.00043894],
    [{ cost: 0 }, 0],
  ])('%j', (more, dollars) =>
    expect(usageOfChat({ ...chat(1, 1), ...more }, silent)?.providerCostUsd).toBeCloseTo(dollars, 12),
  );
});

describe('figures that are none', () => {
  it.each([null, undefined, 'many', [], { prompt_tokens: -1 }, { prompt_tokens: 'x' }, { prompt_tokens: Infinity }])(
    '%j say nothing',
    (raw) => {
      for (const read of [usageOfChat, usageOfResponses, usageOfAnthropic]) expect(read(raw, silent)).toBeUndefined();
    },
  );
});

describe('an input of 0, which no answer has', () => {
  it('is of a host that counts nothing, whose other zeros say nothing either', () => {
    expect(usageOfChat(chat(0, 0, 0, 0), silent)).toBeUndefined();
    expect(usageOfResponses({ input_tokens: 0, output_tokens: 0 }, silent)).toBeUndefined();
    const zeros = { input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 0 };
    expect(usageOfAnthropic(zeros, silent)).toBeUndefined();
  });
  it('is unknown, and the output counted beside it is not', () => {
    expect(usageOfAnthropic({ input_tokens: 0, output_tokens: 5 }, silent)).toEqual({ output: 5 });
    expect(usageOfChat({ ...chat(0, 5), cost: 0.1 }, silent)).toEqual({ output: 5, providerCostUsd: 0.1 });
  });
  it('is none where all of it was read from the cache, and an output of 0 can be', () => {
    expect(usageOfAnthropic({ input_tokens: 0, cache_read_input_tokens: 9, output_tokens: 0 }, silent)).toEqual({
      input: 9,
      cacheRead: 9,
      output: 0,
    });
  });
});

describe('tokens of Gemini', () => {
  /** Prompt, candidates, thoughts, total; what is undefined is not said. */
  const gemini = (...[prompt, candidates, thoughts, total]: (number | undefined)[]) => ({
    promptTokenCount: prompt,
    candidatesTokenCount: candidates,
    thoughtsTokenCount: thoughts,
    totalTokenCount: total,
  });

  it('get the thinking added to the output it is beside (53 + 15 + 65 = 133)', () =>
    expect(usageOfGemini(gemini(53, 15, 65, 133), silent)).toEqual({
      input: 53,
      output: 80,
      reasoning: 65,
      reasoningSource: 'reported',
    }));
  it('get the thinking from the difference where only the total holds it, with any tool input', () => {
    const derived = { output: 80, reasoning: 65, reasoningSource: 'derived' };
    expect(usageOfGemini(gemini(53, 15, undefined, 133), silent)).toEqual({ input: 53, ...derived });
    const tools = { ...gemini(53, 15, undefined, 143), toolUsePromptTokenCount: 10 };
    expect(usageOfGemini(tools, silent)).toEqual({ input: 63, ...derived });
    const interactions = { total_input_tokens: 53, total_output_tokens: 15, total_tokens: 133 };
    expect(usageOfInteractions(interactions, silent)).toEqual({ input: 53, ...derived });
    expect(usageOfGemini(gemini(53, undefined, undefined, 133), silent)).toEqual({ input: 53 });
  });
  it('are not added twice where a host counts the thinking into its candidates', () =>
    expect(usageOfGemini(gemini(53, 80, 65, 133), silent)).toMatchObject({ output: 80, reasoning: 65 }));
  it('count what tools of the provider gave to read as input, and what was cached as part of it', () =>
    expect(
      usageOfGemini(
        { ...gemini(23, 278, 315, 1236), toolUsePromptTokenCount: 620, cachedContentTokenCount: 20 },
        silent,
      ),
    ).toMatchObject({ input: 643, cacheRead: 20, output: 593, reasoning: 315 }));
  it('are all thinking without any output, and unknown when not reported', () => {
    expect(usageOfGemini(gemini(10, undefined, 90, 100), silent)).toMatchObject({ output: 90, reasoning: 90 });
    expect(usageOfGemini(gemini(14, undefined, undefined, 14), silent)).toEqual({ input: 14 });
    expect(usageOfGemini(gemini(10, 5, undefined, 15), silent)).toEqual({ input: 10, output: 5 });
    expect(usageOfGemini({ trafficType: 'ON_DEMAND' }, silent)).toBeUndefined();
    expect(usageOfGemini(null, silent)).toBeUndefined();
  });
  it('have the same sums in Interactions, where 0 beside a thought that came is unknown', () => {
    const raw = { total_tokens: 320, total_input_tokens: 12, total_output_tokens: 200, total_tool_use_tokens: 50 };
    expect(usageOfInteractions({ ...raw, total_thought_tokens: 58, total_cached_tokens: 0 }, silent)).toEqual({
      input: 62,
      cacheRead: 0,
      output: 258,
      reasoning: 58,
      reasoningSource: 'reported',
    });
    const free = { ...raw, total_thought_tokens: 0 };
    expect(usageOfInteractions(free, silent)).toMatchObject({ output: 200, reasoning: 0 });
    expect(usageOfInteractions(free, { zeroIsUnknown: true })).not.toHaveProperty('reasoning');
    expect(usageOfInteractions([], silent)).toBeUndefined();
  });
});
