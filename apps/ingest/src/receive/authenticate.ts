/** Finds the project of a request by its API key, in any of the headers that exporters can send. */
import { findApiKey, markApiKeysUsed, type ApiKey, type Sql } from '@subtext/db';
import { databaseAway, IngestError } from '../errors.ts';

/** Headers of HTTP, or metadata of gRPC. */
export interface Credentials {
  authorization?: string | undefined;
  'x-api-key'?: string | string[] | undefined;
}

export interface Authenticator {
  /** Rejects with an IngestError: 401, 403, or 503 when the database is unavailable. */
  authenticate(headers: Credentials): Promise<ApiKey>;
  /** Writes when keys were last used; called at intervals and at shutdown. */
  flushUses(): Promise<void>;
}

/** A revoked key works no longer than this; a new one works at once, because only found keys are cached. */
const REMEMBERED_MS = 3_000;
const MAX_CACHED = 10_000;

interface Remembered {
  key: Promise<ApiKey | undefined>;
  until: number;
}

export function authenticator(sql: Sql): Authenticator {
  // A monotonic clock: the wall clock, set back, would keep revoked keys alive.
  const now = () => performance.now();
  const remembered = new Map<string, Remembered>();
  const uses = new Map<string, Date>();

  function find(secret: string): Promise<ApiKey | undefined> {
    const cached = remembered.get(secret);
    if (cached && cached.until > now()) return cached.key;
    if (remembered.size >= MAX_CACHED) remembered.clear();
    const key = findApiKey(sql, secret);
    remembered.set(secret, { key, until: now() + REMEMBERED_MS });
    const forget = () => remembered.delete(secret);
    key.then((found) => found ?? forget(), forget);
    return key;
  }

  return {
    async authenticate(headers) {
      const secret = secretOf(headers);
      if (secret === undefined) throw new IngestError('NO_API_KEY', HOW_TO);
      const key = await find(secret).catch((error: unknown) => {
        throw databaseAway(error);
      });
      if (!key) throw new IngestError('UNKNOWN_API_KEY', 'This API key is unknown, revoked or expired.');
      if (!key.scopes.includes('ingest'))
        throw new IngestError('KEY_WITHOUT_SCOPE', 'This API key may not send: it lacks the scope "ingest".');
      if (key.projectState !== 'active') throw new IngestError('PROJECT_CLOSED', CLOSED[key.projectState]);
      uses.set(key.id, new Date());
      return key;
    },
    async flushUses() {
      const since = [...uses].map(([id, at]) => ({ id, at }));
      uses.clear();
      await markApiKeysUsed(sql, since);
    },
  };
}

const CLOSED = {
  archived:
    'The project of this API key is archived and takes no telemetry. Restore it under Settings, General, or send with a key of another project.',
  deleted: 'The project of this API key was deleted. Send with a key of another project.',
} as const satisfies Record<Exclude<ApiKey['projectState'], 'active'>, string>;

const HOW_TO =
  'An API key is missing. Send "Authorization: Bearer sbtx_live_…", Basic with the key as password, or "x-api-key".';

/** Some exporters pass OTEL_EXPORTER_OTLP_HEADERS on without decoding it: `Basic%20…`. */
function secretOf(headers: Credentials): string | undefined {
  const apiKey = headers['x-api-key'];
  if (typeof apiKey === 'string' && apiKey !== '') return apiKey.trim();
  const match = /^(bearer|basic)(?: |%20)+(\S+)\s*$/i.exec(headers.authorization ?? '');
  if (!match) return undefined;
  const [, scheme, credentials] = match;
  return scheme!.toLowerCase() === 'bearer' ? credentials : secretOfBasic(credentials!);
}

/** Basic credentials from tools with a public and a secret key; our key may be in either place. */
function secretOfBasic(credentials: string): string | undefined {
  const text = Buffer.from(percentDecoded(credentials), 'base64').toString('utf8');
  const parts = text.split(':');
  return parts.find((part) => part.startsWith('sbtx_')) ?? parts.at(-1);
}

const percentDecoded = (text: string): string =>
  text.replace(/%([0-9a-f]{2})/gi, (_all, byte: string) => String.fromCharCode(Number.parseInt(byte, 16)));
