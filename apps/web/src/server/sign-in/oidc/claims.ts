// The claims of the provider about a user, and the check whether this user may sign in.
import { AsyncLocalStorage } from 'node:async_hooks';
import * as z from 'zod';
import { EMAIL } from '../email-address.ts';
import type { OidcSettings } from './settings.ts';

export interface Claims {
  /** With `issuer` the identity of the user, which never changes. */
  subject: string;
  issuer: string;
  /** In lower case. */
  email: string;
  groups: string[];
}

const Profile = z.object({
  sub: z.string().min(1),
  iss: z.string().min(1),
  email: EMAIL,
  // Not "true": a provider that does not say it in this form does not vouch for the address.
  email_verified: z.literal(true),
});

const Groups = z.union([z.array(z.string()), z.string().transform((group) => [group])]).catch([]);

/** undefined when the provider does not vouch for the address, so that nobody signs in as its owner. */
export function claimsOf(profile: Readonly<Record<string, unknown>>, { groupsClaim }: OidcSettings) {
  const { data } = Profile.safeParse(profile);
  if (!data) return undefined;
  return {
    subject: data.sub,
    issuer: data.iss,
    email: data.email,
    groups: Groups.parse(profile[groupsClaim]),
  } satisfies Claims;
}

export const isAllowedDomain = ({ email }: Claims, { domains }: OidcSettings): boolean =>
  domains.length === 0 || domains.includes(email.slice(email.lastIndexOf('@') + 1));

export interface OidcRequest {
  /** The provider named this user, also when they may not sign in. In lower case. */
  email?: string;
  /** The claims of a user who may sign in. */
  claims?: Claims;
}

/** The auth library calls back with the claims; what handles the request reads them afterwards. */
export const claimsOfRequest = new AsyncLocalStorage<OidcRequest>();
