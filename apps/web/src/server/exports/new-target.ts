// What a user enters for a target of exports, and what is stored of it.
import { type ExportPlace } from '@subtext/db';
import { FILE_FORMATS, sealSecret } from '@subtext/export';
import { destinationUrl, RefusedDestination } from '@subtext/outbound';
import * as z from 'zod';
import { NAME, TEXT } from '../trpc/inputs.ts';

const BUCKET = TEXT.trim().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'This is not the name of a bucket.');
const REGION = TEXT.trim().regex(/^[a-z0-9-]{1,40}$/, 'This is not the name of a region, such as us-east-1.');
const PREFIX = TEXT.trim()
  .max(300)
  .regex(/^[\w.=/-]*$/, 'A prefix has letters, digits, and the characters . _ - = /')
  .refine((prefix) => !prefix.split('/').includes('..'), 'A prefix has no part "..".');
const FOLDER = TEXT.trim().regex(
  /^\w[\w.-]{0,63}$/,
  'A folder is up to 64 letters, digits, and the characters . _ -, and begins with a letter or digit.',
);

const PLACE = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('s3'),
    /** Empty = that of Amazon for the region. */
    endpoint: TEXT.trim().max(2_000),
    ...{ region: REGION, bucket: BUCKET, prefix: PREFIX },
    keyId: TEXT.trim().min(1, 'Enter the id of the access key.').max(200),
    secret: TEXT.trim().min(1, 'Enter the secret of the access key.').max(500),
  }),
  z.object({ kind: z.literal('directory'), folder: FOLDER }),
]);

export const NEW_TARGET = z
  .object({ name: NAME, place: PLACE, format: z.enum(FILE_FORMATS), isHourly: z.boolean() })
  .superRefine(({ place }, context) => {
    const problem = place.kind === 's3' && place.endpoint !== '' ? urlProblem(place.endpoint) : undefined;
    if (problem) context.addIssue({ code: 'custom', path: ['place', 'endpoint'], message: problem });
  });

/** Which network the host is in is checked with each request, because names can change. */
function urlProblem(address: string): string | undefined {
  try {
    const { pathname, search, hash } = destinationUrl(address);
    const isOrigin = pathname === '/' && search === '' && hash === '';
    return isOrigin ? undefined : 'The endpoint is only the origin, such as https://minio.example.com:9000.';
  } catch (error) {
    if (error instanceof RefusedDestination) return error.message;
    throw error;
  }
}

interface Stored {
  place: ExportPlace;
  secret: Uint8Array | null;
}

/** `owner`: of the secret, as ingest names it when it opens the secret. */
export function storedPlace(place: z.infer<typeof PLACE>, { key, owner }: { key: string; owner: string }): Stored {
  if (place.kind === 'directory') return { place, secret: null };
  const { secret, endpoint, ...rest } = place;
  const address = endpoint === '' ? `https://s3.${place.region}.amazonaws.com` : new URL(endpoint).origin;
  return { place: { ...rest, endpoint: address }, secret: sealSecret(secret, { key, owner }) };
}
