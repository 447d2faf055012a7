// The S3 target of an address, with the key and the region of the environment.
import { s3Target, type ExportTarget } from '@subtext/export';
import { Failure } from '../failure.ts';

const ADDRESS = /^s3:\/\/([^/]+)(?:\/(.*))?$/;

/** `address`: `s3://bucket/prefix`. The rest is in the environment, with the names that AWS gives it. */
export function targetInS3(address: string): ExportTarget {
  const [, bucket, prefix = ''] = ADDRESS.exec(address) ?? [];
  if (bucket === undefined) throw new Failure(`"${address}" is no address of S3: write it as s3://bucket/prefix.`);
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN } = process.env;
  if (!accessKeyId || !secretAccessKey)
    throw new Failure('Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY to a key that may write to the bucket.');
  if (AWS_SESSION_TOKEN)
    throw new Failure('Temporary credentials (AWS_SESSION_TOKEN) cannot be used: set a lasting key.');
  const region = process.env.AWS_REGION ?? process.env.AWS_DEFAULT_REGION ?? 'us-east-1';
  const { AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL } = process.env;
  const endpoint = AWS_ENDPOINT_URL_S3 ?? AWS_ENDPOINT_URL ?? `https://s3.${region}.amazonaws.com`;
  return s3Target(
    { endpoint, region, bucket, prefix },
    // A signed request is for one host.
    { accessKeyId, secretAccessKey, fetch: (input, init) => fetch(input, { ...init, redirect: 'error' }) },
  );
}
