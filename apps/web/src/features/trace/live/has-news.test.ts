import { describe, expect, it } from 'vitest';
import { hasNews } from './has-news.ts';

describe('hasNews', () => {
  const whole = { spans: 10, open: 2, stored: 10, capped: false };
  const cut = { spans: 100, open: 2, stored: 150, capped: true };

  it('is so as soon as a trace has more spans than are here', () => {
    expect(hasNews(whole, { stored: 10, open: 2, young: true })).toBe(false);
    expect(hasNews(whole, { stored: 11, open: 3, young: true })).toBe(true);
    expect(hasNews(whole, { stored: 11, open: 3, young: false })).toBe(true);
  });

  it('is so when a span has an end that is shown without one', () => {
    expect(hasNews(whole, { stored: 10, open: 1, young: true })).toBe(true);
    expect(hasNews(whole, { stored: 10, open: 3, young: true })).toBe(false);
  });

  it('waits until a trace that is longer than a page loads has come to rest', () => {
    expect(hasNews(cut, { stored: 151, open: 1, young: true })).toBe(false);
    expect(hasNews(cut, { stored: 151, open: 1, young: false })).toBe(true);
  });

  it('is not so again for what such a trace had when it was read', () => {
    expect(hasNews(cut, { stored: 150, open: 1, young: false })).toBe(false);
  });
});
