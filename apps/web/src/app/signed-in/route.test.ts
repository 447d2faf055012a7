import { NextRequest } from 'next/server';
import { expect, it } from 'vitest';
import { RETURN_COOKIE } from '../../lib/address/return-path.ts';
import { GET } from './route.ts';

function signedIn(wanted?: string): Headers {
  const headers = { cookie: wanted === undefined ? '' : `${RETURN_COOKIE}=${encodeURIComponent(wanted)}` };
  return GET(new NextRequest('http://localhost:3000/signed-in', { headers })).headers;
}

it('leads to the first project, by a path alone', () => {
  expect(signedIn().get('location')).toBe('/');
  expect(signedIn('//attacker.example/p/shop/traces').get('location')).toBe('/');
});

it('leads to the page that was asked for, once', () => {
  const headers = signedIn('/p/shop/costs?by=tool');
  expect(headers.get('location')).toBe('/p/shop/costs?by=tool');
  expect(headers.get('set-cookie')).toMatch(/^subtext_return=; Path=\/; Max-Age=0;/);
});
