/** An HTTP request to a provider: where it goes, and the headers with its key. Used by whatever asks a step again. */
import type { ApiName } from '../parts/model-response.ts';
import type { JsonRecord } from '../json/json.ts';
import { addressOf, type RequestAddress } from './replay-targets.ts';

export interface ProviderCredentials {
  key: string;
  /** As the provider's own clients take it: the address before PATHS. Absent: the provider's own. */
  baseUrl?: string | undefined;
}

export interface ProviderRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** What the provider's clients put behind their base URL. An API that is not here is not asked. */
const PATHS: Partial<Record<ApiName, string>> = {
  'openai.responses': '/responses',
  'openai.chat': '/chat/completions',
  'anthropic.messages': '/v1/messages',
  'gemini.generateContent': '/models/{model}:generateContent',
};

export const isAskable = ({ api }: Pick<RequestAddress, 'api'>): boolean => PATHS[api] !== undefined;

/** Whether the address is complete without a base URL. */
export const hasOwnAddress = ({ url }: Pick<RequestAddress, 'url'>): boolean => !url.includes('$');

/** Printable characters without a space: nothing that could end a header. */
const KEY = /^[\u0021-\u007E]{1,1000}$/;
export const isKeyText = (text: string): boolean => KEY.test(text);

export interface ProviderQuestion {
  target: RequestAddress;
  model: string;
  body: JsonRecord;
  /** Beside those of the target. */
  headers?: Readonly<Record<string, string>>;
}

/** undefined: the target cannot be asked, or its address or key is missing. */
export function providerRequest(
  { target, model, body, headers = {} }: ProviderQuestion,
  { key, baseUrl }: ProviderCredentials,
): ProviderRequest | undefined {
  const path = PATHS[target.api];
  if (path === undefined || !isKeyText(key)) return undefined;
  if (baseUrl === undefined && !hasOwnAddress(target)) return undefined;
  const url = baseUrl === undefined ? target.url : `${baseUrl.replace(/\/+$/, '')}${path}`;
  return {
    url: addressOf({ ...target, url }, model),
    headers: {
      'content-type': 'application/json',
      ...Object.fromEntries(target.headers.map((header) => headerWith(header, key))),
      ...headers,
    },
    body: JSON.stringify(body),
  };
}

/** `Authorization: Bearer $OPENAI_API_KEY` */
function headerWith(header: string, key: string): [name: string, value: string] {
  const at = header.indexOf(': ');
  return [header.slice(0, at).toLowerCase(), header.slice(at + 2).replace(/\$[A-Z_]+/, () => key)];
}

/** The variables of the environment that the provider's own clients read. */
export interface CredentialNames {
  key: string;
  baseUrl: string;
}

/** undefined: the target needs no key. */
export function credentialNames({ headers }: Pick<RequestAddress, 'headers'>): CredentialNames | undefined {
  const [, key] = headers.map((header) => /\$([A-Z_]+)/.exec(header)).find((found) => found !== null) ?? [];
  return key === undefined ? undefined : { key, baseUrl: key.replace(/_(API_KEY|TOKEN|PAT)$/, '') + '_BASE_URL' };
}

/** The parameter that bounds the whole output, thinking included. */
export function outputLimit({ api, provider }: Pick<RequestAddress, 'api' | 'provider'>, tokens: number): JsonRecord {
  switch (api) {
    case 'openai.responses':
      return { max_output_tokens: tokens };
    case 'gemini.generateContent':
      return { generationConfig: { maxOutputTokens: tokens } };
    case 'openai.chat':
      return provider === 'openai' || provider === 'azure' ? { max_completion_tokens: tokens } : { max_tokens: tokens };
    default:
      return { max_tokens: tokens };
  }
}
