/**
 * Calls of the SDK benchmark by node:http, as clients without fetch make them. The observed side registers before its
 * first one.
 */
import { Agent, request, type IncomingMessage } from 'node:http';

export interface HttpCaller {
  /** Resolves to the milliseconds until the first piece of the answer. */
  post(path: string, body: object): Promise<number>;
}

const agent = new Agent({ keepAlive: true });
const headers = { 'content-type': 'application/json', authorization: 'Bearer sk-of-the-bench' };

export async function openHttp(url: string, observed: boolean): Promise<HttpCaller> {
  if (observed) {
    Object.assign(process.env, { SUBTEXT_URL: url, SUBTEXT_API_KEY: 'sbtx_live_bench' });
    await import('@subtext/sdk/register');
  }
  return {
    async post(path, body) {
      const start = performance.now();
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        const outgoing = request(`${url}${path}`, { method: 'POST', headers, agent }, resolve);
        outgoing.on('error', reject).end(JSON.stringify(body));
      });
      let first = 0;
      for await (const _piece of response) first ||= performance.now() - start;
      return first;
    },
  };
}
