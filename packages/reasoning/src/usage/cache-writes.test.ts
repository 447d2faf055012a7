/** 5-minute and 1-hour cache writes in the body of each provider that distinguishes them. */
import { describe, expect, it } from 'vitest';
import { readResponse } from '../readers/index.ts';
import { countedHour } from './usage.ts';

const usageIn = (body: object) => readResponse({ body: JSON.stringify(body) })?.usage;

const messageOf = (usage: object) => ({ type: 'message', content: [], stop_reason: 'end_turn', usage });
const FIGURES = { input_tokens: 2, cache_read_input_tokens: 14_265, output_tokens: 91 };
const APART = { ephemeral_5m_input_tokens: 408, ephemeral_1h_input_tokens: 10_000 };

describe('what is written to stay for an hour is a part of all that is written', () => {
  it('of Anthropic', () => {
    const usage = { ...FIGURES, cache_creation_input_tokens: 10_408 };
    const means = { input: 24_675, cacheRead: 14_265, cacheWrite: 10_408, output: 91 };
    expect(usageIn(messageOf({ ...usage, cache_creation: APART }))).toEqual({ ...means, cacheWriteHour: 10_000 });
    // Older models, and hosts that speak the format.
    expect(usageIn(messageOf({ ...usage, cache_creation: null }))).toEqual(means);
    expect(usageIn(messageOf(usage))).toEqual(means);
    expect(usageIn(messageOf({ ...FIGURES, cache_creation: APART }))).toEqual({ ...means, cacheWriteHour: 10_000 });
  });

  it('of a stream whose end reports the input again', () => {
    const events = [
      {
        type: 'message_start',
        message: { usage: { ...FIGURES, cache_creation_input_tokens: 10_408, cache_creation: APART } },
      },
      { type: 'message_delta', usage: { input_tokens: 500, cache_creation_input_tokens: 300, output_tokens: 7 } },
      { type: 'message_stop' },
    ];
    const body = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
    const means = { input: 15_065, cacheRead: 14_265, cacheWrite: 300, cacheWriteHour: 300, output: 7 };
    expect(readResponse({ body })?.usage).toEqual(means);
  });

  it('of Bedrock Converse, where each lifetime is an entry of a list', () => {
    const usage = {
      inputTokens: 30,
      outputTokens: 80,
      cacheReadInputTokens: 6,
      cacheWriteInputTokens: 40,
      cacheDetails: [
        { ttl: '1h', inputTokens: 30 },
        { ttl: '5m', inputTokens: 10 },
      ],
    };
    const output = { message: { role: 'assistant', content: [{ text: 'x' }] } };
    const means = { input: 76, cacheRead: 6, cacheWrite: 40, output: 80 };
    const body = { output, stopReason: 'end_turn', usage };
    expect(usageIn(body)).toEqual({ ...means, cacheWriteHour: 30 });
    expect(usageIn({ ...body, usage: { ...usage, cacheDetails: [] } })).toEqual(means);
  });

  it('of Chat Completions as LiteLLM writes them', () => {
    const choices = [{ index: 0, message: { content: 'x' }, finish_reason: 'stop' }];
    const details = { cached_tokens: 80, cache_creation_tokens: 30 };
    const apart = { ephemeral_5m_input_tokens: 10, ephemeral_1h_input_tokens: 20 };
    const usageOf = (more: object) =>
      usageIn({
        choices,
        usage: { prompt_tokens: 250, completion_tokens: 50, prompt_tokens_details: { ...details, ...more } },
      });
    const means = { input: 250, cacheRead: 80, cacheWrite: 30, output: 50 };
    expect(usageOf({ cache_creation_token_details: apart })).toEqual({ ...means, cacheWriteHour: 20 });
    expect(usageOf({})).toEqual(means);
  });
});

it('more than was written was not written for an hour, and of unknown writes nothing is known', () => {
  expect(countedHour({ cacheWrite: 10, cacheWriteHour: 11 })).toBe(10);
  expect(countedHour({ cacheWriteHour: 11 })).toBeUndefined();
  expect(countedHour({ cacheWrite: 10 })).toBeUndefined();
});
