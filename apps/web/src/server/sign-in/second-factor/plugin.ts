// The auth library's plugin for second factors. By itself it asks for one after a password only.
import { twoFactor } from 'better-auth/plugins/two-factor';

/**
 * Begins the token of a link that was printed on the server. Only a hash of a token is stored, so the recipient of
 * another link cannot turn its token into one of these.
 */
export const PRINTED_TOKEN = 'printed-';

interface Opening {
  path?: string | undefined;
  query?: { token?: unknown } | undefined;
}

/**
 * True when the endpoint opens a session only after the second factor, for a user who has one. A printed link does not
 * ask, because the operator who prints one has the server, and because it is the way back in for a user who has lost
 * the factor.
 */
export function awaitsSecondFactor({ path, query }: Opening): boolean {
  if (path === '/magic-link/verify') return !String(query?.token).startsWith(PRINTED_TOKEN);
  return path === '/sign-in/email' || path === '/callback/:id';
}

/** `user`: as the auth library returns it. Its types leave out the fields of plugins. */
export const hasSecondFactor = (user: object): boolean => 'twoFactorEnabled' in user && user.twoFactorEnabled === true;

export function secondFactor() {
  // Users who sign in by links have no password.
  const plugin = twoFactor({ issuer: 'Subtext', allowPasswordless: true });
  const after = plugin.hooks.after.map((hook) => ({ ...hook, matcher: awaitsSecondFactor }));
  return { ...plugin, hooks: { after } };
}
