import { describe, expect, it } from 'vitest';
import { readEnv, trustedOrigins } from './env.ts';

const complete = { DATABASE_URL: 'postgres://localhost/x', SUBTEXT_AUTH_SECRET: 'x'.repeat(32) };

describe('the environment', () => {
  it('has defaults for one machine', () => {
    expect(readEnv(complete)).toMatchObject({ webUrl: 'http://localhost:3000', ingestUrl: 'http://127.0.0.1:4318' });
  });

  it('names every variable that is missing or weak', () => {
    expect(() => readEnv({ SUBTEXT_AUTH_SECRET: 'short' })).toThrow(/DATABASE_URL.*SUBTEXT_AUTH_SECRET/);
  });

  it('takes localhost and 127.0.0.1 for the same door, and nothing else for it', () => {
    expect(trustedOrigins('http://localhost:3000')).toEqual(['http://localhost:3000', 'http://127.0.0.1:3000']);
    expect(trustedOrigins('https://subtext.example.com')).toEqual(['https://subtext.example.com']);
  });
});
