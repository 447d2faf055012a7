/** A real OpenID Connect provider on loopback, which signs in whom the test names without asking. Journeys use it, too. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

export interface Identity {
  email?: string;
  email_verified?: boolean | string;
  name?: string;
  groups?: string[];
}

export interface IdentityProvider {
  discoveryUrl: string;
  /** By subject. */
  identities: Map<string, Identity>;
  /** Whom it signs in from now on: the subject. */
  signInAs(subject: string): void;
  /** Follows the redirects of the provider as the browser of the user; resolves to the address that they end at. */
  authorize(url: string, subject: string): Promise<string>;
  close(): Promise<void>;
}

export const CLIENT = { client_id: 'subtext', client_secret: 'a secret of the client' } as const;

export async function openIdentityProvider(redirectUri: string): Promise<IdentityProvider> {
  const identities = new Map<string, Identity>();
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = makeProvider(issuer, { redirectUri, identities });
  let subject = '';
  const answer = provider.callback();
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void answer(request, response);
    void provider.interactionFinished(request, response, { login: { accountId: subject } });
  });
  return {
    discoveryUrl: `${issuer}/.well-known/openid-configuration`,
    identities,
    signInAs: (as) => void (subject = as),
    authorize(url, as) {
      subject = as;
      return followRedirects(url, issuer);
    },
    close: () => closed(server),
  };
}

interface ProviderOptions {
  redirectUri: string;
  identities: ReadonlyMap<string, Identity>;
}

const makeProvider = (issuer: string, { redirectUri, identities }: ProviderOptions): Provider =>
  new Provider(issuer, {
    clients: [{ ...CLIENT, redirect_uris: [redirectUri] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    pkce: { required: () => true },
    cookies: { keys: ['only for tests'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, ...(identities.get(accountId) as Record<string, never>) }),
    }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({ clientId: oidc.client!.clientId, accountId: oidc.session!.accountId! });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });

async function followRedirects(start: string, issuer: string): Promise<string> {
  const cookies = new Map<string, string>();
  let url = start;
  while (url.startsWith(issuer)) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [name, value] = set.split(';', 1)[0]!.split(/=(.*)/s) as [string, string];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (!location) throw new Error(`The provider answered ${response.status}: ${await response.text()}`);
    url = new URL(location, url).href;
  }
  return url;
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => void server.close(() => resolve()));
}
