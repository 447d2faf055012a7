// Where spans are sent, and with which key.
import { Failure } from '../failure.ts';
import { siteUrl } from './connection.ts';

export interface Receiver {
  /** Without a slash at its end. */
  url: string;
  key: string;
}

/** `to`: the address that the user named. */
export function findReceiver(to: string | undefined): Receiver {
  const { SUBTEXT_INGEST_URL, SUBTEXT_API_KEY } = process.env;
  if (!SUBTEXT_API_KEY) throw new Failure('Set SUBTEXT_API_KEY to a key with the scope "ingest" (Settings, API keys).');
  return { url: siteUrl(to ?? SUBTEXT_INGEST_URL ?? 'http://127.0.0.1:4318'), key: SUBTEXT_API_KEY };
}
