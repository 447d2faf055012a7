import { describe, expect, it } from 'vitest';
import { settingToSeeMore } from './think-settings.ts';

describe('the setting that would show more', () => {
  it('is named for thinking that came encrypted or was not said', () => {
    expect(settingToSeeMore([{ provider: 'openai', state: 'encrypted' }])?.code).toContain('summary');
    expect(settingToSeeMore([{ provider: 'anthropic', state: 'withheld' }])?.code).toContain('summarized');
    expect(settingToSeeMore([{ provider: 'openai', state: null }])?.provider).toBe('OpenAI Responses');
  });

  it('is found for the one poor answer among good ones', () => {
    const thinking = [
      { provider: 'deepseek', state: 'readable' },
      { provider: 'openai', state: 'withheld' },
    ] as const;
    expect(settingToSeeMore(thinking)?.provider).toBe('OpenAI Responses');
  });

  it('is not invented for readable thinking, nor for an unknown provider', () => {
    expect(settingToSeeMore([{ provider: 'deepseek', state: 'readable' }])).toBeUndefined();
    expect(settingToSeeMore([{ provider: 'openai', state: 'summary' }])).toBeUndefined();
    expect(settingToSeeMore([{ provider: 'acme', state: 'unreported' }])).toBeUndefined();
    expect(settingToSeeMore([{ provider: null, state: 'unreported' }])).toBeUndefined();
    expect(settingToSeeMore([])).toBeUndefined();
  });
});
