import { describe, expect, it } from 'vitest';
import { sessionOf, sessionPath } from './pages.ts';

describe('the path of a session', () => {
  it.each([
    's_81f',
    '.',
    '..',
    '~',
    '~..',
    '../../costs',
    'a/b?c#d',
    '100 %',
    '%2E%2E',
    '注文',
    '\u202Eevil',
    '__proto__',
  ])('leads back to %j, and to no other page', (session) => {
    const url = new URL(sessionPath('shop', session), 'http://localhost');
    const parts = url.pathname.split('/');
    expect(parts.slice(0, 4)).toEqual(['', 'p', 'shop', 'sessions']);
    expect(parts).toHaveLength(5);
    expect([url.search, url.hash]).toEqual(['', '']);
    expect(sessionOf(parts[4]!)).toBe(session);
  });

  it('is none where it cannot be read', () => {
    expect(sessionOf('%E0%A4%A')).toBeUndefined();
    expect(sessionOf('~')).toBeUndefined();
  });
});
