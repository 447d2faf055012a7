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

  it('says in a sentence what is wrong with the trusted proxies', () => {
    expect(() => readEnv({ ...complete, SUBTEXT_TRUSTED_PROXIES: '10.0.0.1,nginx' })).toThrow(
      'SUBTEXT_TRUSTED_PROXIES: “nginx” is neither an address nor a range of addresses.',
    );
    const { trustedProxies } = readEnv({ ...complete, SUBTEXT_TRUSTED_PROXIES: '10.0.0.0/8' });
    expect([trustedProxies('10.1.1.1'), trustedProxies('11.1.1.1')]).toEqual([true, false]);
  });

  it('requires a second factor only when the variable says so', () => {
    const required = (SUBTEXT_SECOND_FACTOR_REQUIRED: string) => ({ ...complete, SUBTEXT_SECOND_FACTOR_REQUIRED });
    expect(['', 'false', 'true'].map((value) => readEnv(required(value)).isSecondFactorRequired)).toEqual([
      false,
      false,
      true,
    ]);
    expect(() => readEnv(required('yes'))).toThrow('SUBTEXT_SECOND_FACTOR_REQUIRED: Write true or false');
  });

  it('sends mail only with a server and a sender, and says what is wrong with them', () => {
    const mail = { SMTP_URL: 'smtps://u:p@mail.example.com:465', MAIL_FROM: 'Subtext <subtext@example.com>' };
    expect(readEnv({ ...complete, ...mail }).mail).toEqual({ url: mail.SMTP_URL, from: mail.MAIL_FROM });
    expect(readEnv({ ...complete, SMTP_URL: '', MAIL_FROM: '' }).mail).toBeUndefined();
    expect(() => readEnv({ ...complete, SMTP_URL: mail.SMTP_URL })).toThrow('MAIL_FROM: is not set, but SMTP_URL is.');
    expect(() => readEnv({ ...complete, MAIL_FROM: mail.MAIL_FROM })).toThrow('SMTP_URL: is not set, but MAIL_FROM');
    for (const SMTP_URL of ['mail.example.com', 'http://mail.example.com'])
      expect(() => readEnv({ ...complete, ...mail, SMTP_URL })).toThrow('SMTP_URL: Write it as smtps://');
    for (const MAIL_FROM of ['Subtext', 'Subtext <>', 'a@example.com\r\nBcc: b@example.com'])
      expect(() => readEnv({ ...complete, ...mail, MAIL_FROM })).toThrow('MAIL_FROM: Write it as subtext@example.com');
  });

  it('has an identity provider only with all that it needs, and says what is wrong with it', () => {
    const oidc = {
      SUBTEXT_OIDC_DISCOVERY_URL: 'https://id.example.com/.well-known/openid-configuration',
      SUBTEXT_OIDC_CLIENT_ID: 'subtext',
      SUBTEXT_OIDC_CLIENT_SECRET: 'secret',
    };
    const roles = 'cn=admins,dc=example=default:owner; /agents=shop:member';
    const domains = 'Example.com, example.org';
    const more = { SUBTEXT_OIDC_GROUP_ROLES: roles, SUBTEXT_OIDC_DOMAINS: domains, SUBTEXT_OIDC_ONLY: 'true' };
    expect(readEnv({ ...complete, ...oidc, ...more }).oidc).toMatchObject({
      domains: ['example.com', 'example.org'],
      groupRoles: [
        { group: 'cn=admins,dc=example', project: 'default', role: 'owner' },
        { group: '/agents', project: 'shop', role: 'member' },
      ],
      ...{ isOnly: true, scopes: ['openid', 'email', 'profile'], groupsClaim: 'groups', name: 'single sign-on' },
    });
    expect(readEnv(complete).oidc).toBeUndefined();
    for (const name of Object.keys(oidc))
      expect(() => readEnv({ ...complete, ...oidc, [name]: '' })).toThrow(`${name}: is not set, but other`);
    expect(() => readEnv({ ...complete, SUBTEXT_OIDC_ONLY: 'true' })).toThrow('SUBTEXT_OIDC_CLIENT_ID: is not set');
    for (const [name, value, problem] of [
      ['SUBTEXT_OIDC_DISCOVERY_URL', 'http://id.example.com/x', 'Write it as https://'],
      ['SUBTEXT_OIDC_GROUP_ROLES', 'admins=default:god', '“admins=default:god” is no entry.'],
      ['SUBTEXT_OIDC_ONLY', 'yes', 'Write true or false'],
    ] as const)
      expect(() => readEnv({ ...complete, ...oidc, [name]: value })).toThrow(`${name}: ${problem}`);
  });

  it('takes localhost and 127.0.0.1 for the same door, and nothing else for it', () => {
    expect(trustedOrigins('http://localhost:3000')).toEqual(['http://localhost:3000', 'http://127.0.0.1:3000']);
    expect(trustedOrigins('https://subtext.example.com')).toEqual(['https://subtext.example.com']);
  });
});
