// Everything the web process reads from its environment, checked once. Nothing else in apps/web reads process.env.
import { METRICS_TOKEN } from '@subtext/metrics';
import { MAIL_VARIABLES, mailServer, problemOfMail, type MailServer } from '@subtext/outbound';
import * as z from 'zod';
import { readTrustedProxies, type TrustedProxies } from './gate/index.ts';
import { missingOidcVariables, OIDC_VARIABLES, oidcSettings, type OidcSettings } from './sign-in/oidc/settings.ts';

const Env = z
  .object({
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
    /** Where people open the UI. Cookies and sign-in links are made for this origin. */
    SUBTEXT_WEB_URL: z.url({ protocol: /^https?$/ }).default('http://localhost:3000'),
    /** Signs session cookies. The launcher creates one per installation. */
    SUBTEXT_AUTH_SECRET: z.string().min(32),
    /** Base URL of ingest as users reach it: only shown, never called. */
    SUBTEXT_INGEST_URL: z.url({ protocol: /^https?$/ }).default('http://127.0.0.1:4318'),
    /** What `npm install` takes to get the SDK: its folder in the checkout that runs this. Only shown. */
    SUBTEXT_SDK_SOURCE: z.string().min(1).default('/path/to/subtext/packages/sdk'),
    /** The e-mail address that sign-in links are for. */
    SUBTEXT_OWNER_EMAIL: z.email().default('owner@subtext.localhost'),
    /** Requests of a key to the read API per minute and process; 0 = unlimited. */
    SUBTEXT_READS_PER_MINUTE: z.coerce.number().int().min(0).default(120),
    /** The token that a reader of `/metrics` has to send. */
    SUBTEXT_METRICS_TOKEN: METRICS_TOKEN,
    /** As of ingest: only whether it is set matters here. */
    SUBTEXT_EXPORT_DIRECTORY: z.string().optional(),
    ...OIDC_VARIABLES,
    ...MAIL_VARIABLES,
    /** Users open nothing before they have set up a second factor. */
    SUBTEXT_SECOND_FACTOR_REQUIRED: z.enum(['true', 'false'], 'Write true or false').default('false'),
    /** Reverse proxies whose X-Forwarded-For is trusted: addresses and CIDR ranges, separated by commas. */
    SUBTEXT_TRUSTED_PROXIES: z
      .string()
      .default('')
      .transform((text, context) => {
        try {
          return readTrustedProxies(text);
        } catch (error) {
          context.addIssue((error as Error).message);
          return z.NEVER;
        }
      }),
  })
  .superRefine((data, context) => {
    const problem = problemOfMail(data);
    if (problem) context.addIssue(problem);
  })
  .superRefine((data, context) => {
    for (const name of missingOidcVariables(data))
      context.addIssue({ code: 'custom', path: [name], message: 'is not set, but other SUBTEXT_OIDC_ variables are' });
  });

export interface WebEnv {
  databaseUrl: string;
  webUrl: string;
  authSecret: string;
  ingestUrl: string;
  sdkSource: string;
  ownerEmail: string;
  readsPerMinute: number;
  trustedProxies: TrustedProxies;
  /** undefined = no mail is sent; links are copied instead. */
  mail: MailServer | undefined;
  /** undefined = no identity provider. */
  oidc: OidcSettings | undefined;
  isSecondFactorRequired: boolean;
  /** Exports may be written to a directory of the server. */
  hasExportDirectory: boolean;
  /** undefined = only programs on this machine may read `/metrics`. */
  metricsToken: string | undefined;
}

/** Docker Compose passes a variable that is not set as an empty one. */
const withoutEmpty = (source: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));

const withoutSlash = (url: string) => url.replace(/\/+$/, '');

/** @throws Error that names each variable that is missing or wrong. */
export function readEnv(source: Record<string, string | undefined> = process.env): WebEnv {
  const { data, error } = Env.safeParse(withoutEmpty(source));
  if (error) {
    const problems = error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`The web app cannot start, its environment is incomplete or wrong. ${problems.join('; ')}`);
  }
  return {
    databaseUrl: data.DATABASE_URL,
    webUrl: withoutSlash(data.SUBTEXT_WEB_URL),
    authSecret: data.SUBTEXT_AUTH_SECRET,
    ingestUrl: withoutSlash(data.SUBTEXT_INGEST_URL),
    sdkSource: data.SUBTEXT_SDK_SOURCE,
    ownerEmail: data.SUBTEXT_OWNER_EMAIL,
    readsPerMinute: data.SUBTEXT_READS_PER_MINUTE,
    metricsToken: data.SUBTEXT_METRICS_TOKEN,
    trustedProxies: data.SUBTEXT_TRUSTED_PROXIES,
    oidc: oidcSettings(data),
    mail: mailServer(data),
    hasExportDirectory: data.SUBTEXT_EXPORT_DIRECTORY !== undefined,
    isSecondFactorRequired: data.SUBTEXT_SECOND_FACTOR_REQUIRED === 'true',
  };
}

/** Origins a browser may use for this installation: localhost and 127.0.0.1 are equivalent. */
export function trustedOrigins(webUrl: string): string[] {
  const { protocol, hostname, port } = new URL(webUrl);
  const hosts = hostname === 'localhost' || hostname === '127.0.0.1' ? ['localhost', '127.0.0.1'] : [hostname];
  return hosts.map((host) => `${protocol}//${host}${port && `:${port}`}`);
}
