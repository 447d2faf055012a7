import { describe, expect, it } from 'vitest';
import { returnPath, signInPath } from './return-path.ts';

describe('the page to go back to', () => {
  it('is a page of a project, with its search', () => {
    expect(returnPath('/p/shop/traces/1f?step=8&q=%22a%20b%22')).toBe('/p/shop/traces/1f?step=8&q=%22a%20b%22');
    expect(signInPath('/p/shop/costs?by=tool')).toBe('/sign-in?from=%2Fp%2Fshop%2Fcosts%3Fby%3Dtool');
  });

  it.each([
    'https://attacker.example/p/shop/traces',
    '//attacker.example/p/shop/traces',
    '/\\attacker.example/p/a/',
    '/p/shop/../../sign-in',
    '/p/shop/%2e%2e/%2e%2e/welcome',
    '/p/..//attacker.example/',
    '/sign-in',
    '/p/shop/traces\nset-cookie: a=b',
    `/p/shop/${'x'.repeat(3_000)}`,
    '',
    null,
  ])('is nothing else: %j', (wanted) => {
    expect(returnPath(wanted)).toBeUndefined();
    expect(signInPath(wanted)).toBe('/sign-in');
  });
});
