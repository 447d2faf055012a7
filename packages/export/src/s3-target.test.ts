// Against a real S3 server. It does not check signatures, so one is computed again by the signer of the AWS SDK.
import { SignatureV4 } from '@smithy/signature-v4';
import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { s3Target, StoreProblem, type ExportTarget } from './index.ts';

const SECRET = 'S3RVER';
let server: S3rver;
let directory: string;
let endpoint: string;
let target: ExportTarget;
/** Requests as they were sent. */
let sent: Request[];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'subtext-s3-'));
  server = new S3rver({ port: 0, silent: true, directory, configureBuckets: [{ name: 'exports', configs: [] }] });
  const { port } = (await server.run()) as unknown as { port: number };
  endpoint = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  await server.close();
  await rm(directory, { recursive: true, force: true });
});
beforeEach(() => {
  sent = [];
  target = targetIn('exports');
});

function targetIn(bucket: string): ExportTarget {
  const recording: typeof fetch = (input, init) => {
    sent.push(new Request(input, init));
    return fetch(input, init);
  };
  const place = { endpoint, region: 'eu-central-1', bucket, prefix: 'some/prefix/' };
  return s3Target(place, { accessKeyId: 'S3RVER', secretAccessKey: SECRET, fetch: recording });
}

/** SHA-256, and HMAC of it, as the signer takes it. */
class Sha256 {
  readonly #hash: Hash | Hmac;
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', bytesOf(secret));
  }
  update(data: string | ArrayBuffer | ArrayBufferView) {
    this.#hash.update(bytesOf(data));
  }
  digest(): Promise<Uint8Array> {
    return Promise.resolve(this.#hash.digest());
  }
  reset() {}
}

function bytesOf(data: string | ArrayBuffer | ArrayBufferView): Uint8Array {
  if (typeof data === 'string') return Buffer.from(data);
  return data instanceof ArrayBuffer
    ? new Uint8Array(data)
    : new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
}

/** The signature that the AWS SDK gives the request, of the headers that it names as signed. */
async function signatureOf({ method, url, headers }: Request, secretAccessKey: string): Promise<string | undefined> {
  const { hostname, host, pathname, searchParams } = new URL(url);
  const [, names = ''] = /SignedHeaders=([^,]+)/.exec(headers.get('authorization') ?? '') ?? [];
  const signed = names.split(';').map((name) => [name, name === 'host' ? host : headers.get(name)!]);
  const time = headers.get('x-amz-date')!.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5');
  const signer = new SignatureV4({
    ...{ service: 's3', region: 'eu-central-1', sha256: Sha256, uriEscapePath: false },
    credentials: { accessKeyId: 'S3RVER', secretAccessKey },
  });
  const request = { protocol: 'http:', hostname, path: pathname, query: Object.fromEntries(searchParams) };
  const again = await signer.sign(
    { ...request, method, headers: Object.fromEntries(signed) as Record<string, string> },
    {
      signingDate: new Date(time),
    },
  );
  return again.headers.authorization;
}

it('signs each request as the AWS SDK does', async () => {
  const sink = await target.open('spans/day=2026-11-28/000001.jsonl');
  // Two parts.
  for (const megabytes of [9, 1]) await sink.write(Buffer.alloc(megabytes * 1024 ** 2, 'x'));
  await sink.close();
  await target.readText('manifest.json');
  await target.remove('manifest.json');
  expect(new Set(sent.map(({ method }) => method))).toEqual(new Set(['POST', 'PUT', 'HEAD', 'GET', 'DELETE']));
  for (const request of sent) {
    const signature = request.headers.get('authorization');
    expect(await signatureOf(request, SECRET), request.url).toBe(signature);
    expect(await signatureOf(request, 'another')).not.toBe(signature);
  }
});

it('writes, reads and removes a text below the prefix', async () => {
  expect(await target.readText('note.txt')).toBeUndefined();
  await target.writeText('note.txt', 'ä\n');
  expect(await target.readText('note.txt')).toBe('ä\n');
  expect(sent.at(-1)!.url).toBe(`${endpoint}/exports/some/prefix/note.txt`);
  await target.remove('note.txt');
  await target.remove('note.txt');
  expect(await target.readText('note.txt')).toBeUndefined();
});

it('says what S3 refused, and whether it may pass', async () => {
  const refused = await targetIn('nowhere')
    .writeText('note.txt', 'x')
    .catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(StoreProblem);
  expect(refused).toMatchObject({
    message: expect.stringMatching(/^S3 refused the request \(404\)/),
    isPassing: false,
  });
  const place = { endpoint: 'http://127.0.0.1:1', region: 'eu-central-1', bucket: 'exports', prefix: '' };
  const silent = s3Target(place, { accessKeyId: 'a', secretAccessKey: 'b', fetch });
  await expect(silent.writeText('x', 'x')).rejects.toMatchObject({
    message: expect.stringMatching(/^S3 did not answer/),
    isPassing: true,
  });
});
