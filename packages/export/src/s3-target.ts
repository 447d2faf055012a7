/** Objects below a prefix in a bucket of S3, or of a store that speaks its protocol. */
import { S3mini, S3ServiceError } from 's3mini';
import { StoreProblem } from './manifest.ts';
import type { ExportTarget, FileSink } from './target.ts';

export interface S3Place {
  /** Without the bucket. */
  endpoint: string;
  region: string;
  bucket: string;
  prefix: string;
}

export interface S3Access {
  accessKeyId: string;
  secretAccessKey: string;
  fetch: typeof fetch;
}

/** The least that S3 takes as a part is 5 MiB. */
const PART_BYTES = 8 * 1024 ** 2;
/** S3 answers a part of this size in seconds. */
const TIMEOUT_MS = 120_000;

export function s3Target({ endpoint, region, bucket, prefix }: S3Place, access: S3Access): ExportTarget {
  const client = new S3mini({
    ...{ ...access, region, endpoint: `${endpoint.replace(/\/+$/, '')}/${bucket}` },
    requestAbortTimeout: TIMEOUT_MS,
  });
  const key = (path: string) => [prefix.replace(/^\/+|\/+$/g, ''), path].filter((part) => part !== '').join('/');
  return {
    open: (path) => Promise.resolve(withProblems(new Upload(client, key(path)))),
    readText: async (path) => (await orProblem(client.getObject(key(path)))) ?? undefined,
    writeText: async (path, text) => void (await orProblem(client.putObject(key(path), text, 'application/json'))),
    remove: async (path) => void (await orProblem(client.deleteObject(key(path)))),
  };
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
      throw new StoreProblem(`S3 stored ${stored} of ${this.#total} bytes of ${this.#key}.`, { isPassing: true });
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

const withProblems = (sink: FileSink): FileSink => ({
  write: (bytes) => orProblem(sink.write(bytes)),
  close: () => orProblem(sink.close()),
  abandon: () => sink.abandon(),
});

/** Later they may succeed as they are. */
const PASSING_STATUSES = [408, 429];

/** A refusal becomes a problem in words. */
function orProblem<Result>(request: Promise<Result>): Promise<Result> {
  return request.catch((cause: unknown) => {
    if (cause instanceof StoreProblem) throw cause;
    const { message, cause: inner } = cause as Error;
    const status = cause instanceof S3ServiceError ? cause.status : undefined;
    const isPassing = status === undefined || status >= 500 || PASSING_STATUSES.includes(status);
    if (status !== undefined)
      throw new StoreProblem(`S3 refused the request (${status}): ${message}.`, { isPassing, cause });
    const reason = inner instanceof Error ? inner.message : message;
    throw new StoreProblem(`S3 did not answer: ${reason.replace(/\.$/, '')}.`, { isPassing, cause });
  });
}
