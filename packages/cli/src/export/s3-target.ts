// Objects below a prefix in a bucket of S3, or of a store that speaks its protocol.
import type { ExportTarget, FileSink } from '@subtext/export';
import { S3mini, S3ServiceError } from 's3mini';
import { Failure } from '../failure.ts';

const ADDRESS = /^s3:\/\/([^/]+)(?:\/(.*))?$/;
/** The least that S3 takes as a part is 5 MiB. */
const PART_BYTES = 8 * 1024 ** 2;
/** S3 answers a part of this size in seconds. */
const TIMEOUT_MS = 120_000;

/** `address`: `s3://bucket/prefix`. The rest is in the environment, with the names that AWS gives it. */
export function s3Target(address: string): ExportTarget {
  const [, bucket, prefix = ''] = ADDRESS.exec(address) ?? [];
  if (bucket === undefined) throw new Failure(`"${address}" is no address of S3: write it as s3://bucket/prefix.`);
  const client = clientOf(bucket);
  const key = (path: string) => [prefix.replace(/\/+$/, ''), path].filter((part) => part !== '').join('/');
  return {
    open: (path) => Promise.resolve(withFailures(new Upload(client, key(path)))),
    readText: async (path) => (await orFailure(client.getObject(key(path)))) ?? undefined,
    writeText: async (path, text) => void (await orFailure(client.putObject(key(path), text, 'application/json'))),
  };
}

function clientOf(bucket: string): S3mini {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN } = process.env;
  if (!accessKeyId || !secretAccessKey)
    throw new Failure('Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY to a key that may write to the bucket.');
  if (AWS_SESSION_TOKEN)
    throw new Failure('Temporary credentials (AWS_SESSION_TOKEN) cannot be used: set a lasting key.');
  const region = process.env.AWS_REGION ?? process.env.AWS_DEFAULT_REGION ?? 'us-east-1';
  const { AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL } = process.env;
  const endpoint = AWS_ENDPOINT_URL_S3 ?? AWS_ENDPOINT_URL ?? `https://s3.${region}.amazonaws.com`;
  return new S3mini({
    ...{ accessKeyId, secretAccessKey, region, endpoint: `${endpoint.replace(/\/+$/, '')}/${bucket}` },
    requestAbortTimeout: TIMEOUT_MS,
    // A signed request is for one host.
    fetch: (input, init) => fetch(input, { ...init, redirect: 'error' }),
  });
}

/** One request if it is small, else in parts. */
class Upload implements FileSink {
  readonly #client: S3mini;
  readonly #key: string;
  #waiting: Uint8Array[] = [];
  #size = 0;
  #total = 0;
  #id: string | undefined;
  readonly #parts: { partNumber: number; etag: string }[] = [];

  constructor(client: S3mini, key: string) {
    this.#client = client;
    this.#key = key;
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.#waiting.push(bytes);
    this.#size += bytes.length;
    this.#total += bytes.length;
    if (this.#size >= PART_BYTES) await this.#sendPart();
  }

  async close(): Promise<void> {
    if (this.#id === undefined) await this.#client.putObject(this.#key, this.#taken());
    else {
      if (this.#size > 0) await this.#sendPart();
      await this.#client.completeMultipartUpload(this.#key, this.#id, this.#parts);
    }
    const stored = await this.#client.getContentLength(this.#key);
    if (stored !== this.#total)
      throw new Failure(`S3 stored ${stored} of ${this.#total} bytes of ${this.#key}. Run the command again.`);
  }

  async abandon(): Promise<void> {
    if (this.#id !== undefined) await this.#client.abortMultipartUpload(this.#key, this.#id);
  }

  async #sendPart(): Promise<void> {
    this.#id ??= await this.#client.getMultipartUploadId(this.#key);
    const partNumber = this.#parts.length + 1;
    this.#parts.push(await this.#client.uploadPart(this.#key, this.#id, this.#taken(), partNumber));
  }

  #taken(): Buffer<ArrayBuffer> {
    const bytes = Buffer.concat(this.#waiting);
    [this.#waiting, this.#size] = [[], 0];
    return bytes;
  }
}

const withFailures = (sink: FileSink): FileSink => ({
  write: (bytes) => orFailure(sink.write(bytes)),
  close: () => orFailure(sink.close()),
  abandon: () => sink.abandon(),
});

/** A refusal of S3 becomes a failure that says what to do. */
function orFailure<Result>(request: Promise<Result>): Promise<Result> {
  return request.catch((cause: unknown) => {
    if (cause instanceof Failure) throw cause;
    const { message } = cause as Error;
    const status = cause instanceof S3ServiceError ? ` (${cause.status})` : '';
    throw new Failure(`S3 refused the request${status}: ${message}. Run the same command again to go on.`);
  });
}
