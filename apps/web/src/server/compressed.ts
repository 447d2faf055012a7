/**
 * Long answers are compressed here, for time: what Next does with every answer takes two to three times as long for 4 % less, and the skeleton of a
 * long trace is waited for.
 */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Shorter ones are left to Next. */
const LONG_BYTES = 65_536;

const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)];
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const GZIP = { level: 1 };

export async function compressed(answer: Response, request: Request): Promise<Response> {
  const coding = codingOf(request.headers.get('accept-encoding') ?? '');
  const isStream = answer.headers.get('content-type') !== 'application/json' || answer.headers.has('transfer-encoding');
  if (!coding || isStream || !answer.body) return answer;
  const bytes = Buffer.from(await answer.arrayBuffer());
  const { status, headers } = answer;
  if (bytes.length < LONG_BYTES) return new Response(bytes, { status, headers });
  headers.set('content-encoding', coding);
  headers.append('vary', 'accept-encoding');
  const short = await (coding === 'br' ? toBrotli(bytes, BROTLI) : toGzip(bytes, GZIP));
  return new Response(new Uint8Array(short), { status, headers });
}

/** The better one where both are taken: browsers do so by https, and from their own machine. */
const codingOf = (accepted: string): 'br' | 'gzip' | undefined =>
  (['br', 'gzip'] as const).find((coding) =>
    accepted.split(',').some((one) => {
      const [name, quality] = one.split(';').map((part) => part.trim());
      return name === coding && !/^q=0(?:\.0*)?$/.test(quality ?? '');
    }),
  );
