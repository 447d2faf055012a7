/** Measures a response as a browser receives it: its compressed size, and the time until its last byte. */
import { get } from 'node:http';

export interface Answer {
  status: number;
  bytes: number;
  milliseconds: number;
  etag: string;
}

export function ask(address: string, headers: Record<string, string>): Promise<Answer> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    get(address, { headers: { ...headers, 'accept-encoding': 'gzip' } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      const { statusCode: status = 0, headers: given } = response;
      response.on('end', () =>
        resolve({ status, bytes, milliseconds: performance.now() - began, etag: String(given.etag) }),
      );
    }).on('error', reject);
  });
}
