/** Options from the environment. A mistake in them never exposes content. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { registerOptions } from './register-options.ts';

const capture = (source: string) => registerOptions({ SUBTEXT_CAPTURE: source })?.capture;
const NOTHING = { reasoning: 'none', text: 'none', arguments: 'none', results: 'none' };

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => undefined));
afterEach(() => void vi.restoreAllMocks());

describe('SUBTEXT_CAPTURE', () => {
  it('may be left out, or empty', () => {
    expect(registerOptions({})).toEqual({});
    expect(capture(' , ')).toBeUndefined();
  });

  it('is one level for all, a level for each kind, or both; the later one wins', () => {
    expect(capture('none')).toEqual(NOTHING);
    expect(capture('reasoning=none, results = length')).toEqual({ reasoning: 'none', results: 'length' });
    expect(capture('none,text=full')).toEqual({ ...NOTHING, text: 'full' });
  });

  it.each([
    'nothing',
    'reasoning',
    'reasoning=',
    'thoughts=none',
    '__proto__=full',
    'text=full,reasoning=FULL',
    'a=b=c',
  ])('withholds everything at "%s"', (source) => expect(capture(source)).toEqual(NOTHING));
});

describe('OTEL_SDK_DISABLED', () => {
  it('turns it off when it is "true", in upper or lower case', () => {
    expect(registerOptions({ OTEL_SDK_DISABLED: 'TRUE' })).toBeNull();
    expect(registerOptions({ OTEL_SDK_DISABLED: 'false' })).toEqual({});
  });
});
