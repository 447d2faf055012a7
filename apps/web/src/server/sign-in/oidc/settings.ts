// The identity provider of the operator, as the environment describes it (SUBTEXT_OIDC_…).
import * as z from 'zod';
import { ROLES, type Role } from '../../../lib/account/roles.ts';

export interface GroupRole {
  group: string;
  /** The slug of a project. */
  project: string;
  role: Role;
}

export interface OidcSettings {
  discoveryUrl: string;
  clientId: string;
  clientSecret: string;
  scopes: string[];
  /** On the button. */
  name: string;
  groupsClaim: string;
  groupRoles: GroupRole[];
  /** In lower case; empty = all. */
  domains: string[];
  /** The only way in, besides the link that the operator prints. */
  isOnly: boolean;
}

const LOOPBACK = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?\//;

/** A secret is sent there, so only over TLS. */
const DISCOVERY_URL = z
  .url()
  .refine(
    (url) => url.startsWith('https://') || LOOPBACK.test(url),
    'Write it as https://id.example.com/.well-known/openid-configuration',
  );

const list = (text: string, separator: RegExp) => text.split(separator).flatMap((entry) => entry.trim() || []);

const ROLE = z.enum(ROLES);
const ENTRY = /^(.+)=([a-z0-9-]+):(\w+)$/;

/** `admins=default:owner; engineers=shop:member` */
const GROUP_ROLES = z
  .string()
  .default('')
  .transform((text, context) =>
    list(text, /;/).flatMap((entry): GroupRole[] => {
      const [, group, project, given] = ENTRY.exec(entry) ?? [];
      const role = ROLE.safeParse(given);
      if (group && project && role.success) return [{ group: group.trim(), project, role: role.data }];
      context.addIssue(`“${entry}” is no entry. Write it as group=project:role, with one of ${ROLES.join(', ')}`);
      return [];
    }),
  );

/** Each is optional here; `oidcSettings` says which of them belong together. */
export const OIDC_VARIABLES = {
  SUBTEXT_OIDC_DISCOVERY_URL: DISCOVERY_URL.optional(),
  SUBTEXT_OIDC_CLIENT_ID: z.string().optional(),
  SUBTEXT_OIDC_CLIENT_SECRET: z.string().optional(),
  SUBTEXT_OIDC_SCOPES: z.string().default('openid email profile'),
  SUBTEXT_OIDC_NAME: z.string().max(60).default('single sign-on'),
  SUBTEXT_OIDC_GROUPS_CLAIM: z.string().default('groups'),
  SUBTEXT_OIDC_GROUP_ROLES: GROUP_ROLES,
  SUBTEXT_OIDC_DOMAINS: z.string().default(''),
  SUBTEXT_OIDC_ONLY: z.enum(['true', 'false'], 'Write true or false').default('false'),
} as const;

type OidcVariables = z.infer<z.ZodObject<typeof OIDC_VARIABLES>>;

const REQUIRED = ['SUBTEXT_OIDC_DISCOVERY_URL', 'SUBTEXT_OIDC_CLIENT_ID', 'SUBTEXT_OIDC_CLIENT_SECRET'] as const;

/** The variables that are missing, when some of those that belong together are set. */
export function missingOidcVariables(data: OidcVariables): string[] {
  const missing = REQUIRED.filter((name) => data[name] === undefined);
  const isUsed = missing.length < REQUIRED.length || data.SUBTEXT_OIDC_ONLY === 'true';
  return isUsed ? missing : [];
}

/** undefined = no provider. */
export function oidcSettings(data: OidcVariables): OidcSettings | undefined {
  const { SUBTEXT_OIDC_DISCOVERY_URL, SUBTEXT_OIDC_CLIENT_ID, SUBTEXT_OIDC_CLIENT_SECRET } = data;
  if (!SUBTEXT_OIDC_DISCOVERY_URL || !SUBTEXT_OIDC_CLIENT_ID || !SUBTEXT_OIDC_CLIENT_SECRET) return undefined;
  return {
    discoveryUrl: SUBTEXT_OIDC_DISCOVERY_URL,
    clientId: SUBTEXT_OIDC_CLIENT_ID,
    clientSecret: SUBTEXT_OIDC_CLIENT_SECRET,
    scopes: list(data.SUBTEXT_OIDC_SCOPES, /[\s,]+/),
    name: data.SUBTEXT_OIDC_NAME,
    groupsClaim: data.SUBTEXT_OIDC_GROUPS_CLAIM,
    groupRoles: data.SUBTEXT_OIDC_GROUP_ROLES,
    domains: list(data.SUBTEXT_OIDC_DOMAINS.toLowerCase(), /[\s,]+/),
    isOnly: data.SUBTEXT_OIDC_ONLY === 'true',
  };
}
