/** The header of budgets. */
import assert from 'node:assert/strict';
import { connect } from 'node:http2';
import { reachBudget, REACHED } from '../reached-budget.ts';
import type { TestIngest } from '../ingest.ts';
import type { Rule } from './rule.ts';
import { EXPORT } from './senders.ts';
import { bearer } from './stored.ts';

export const BUDGET_RULES: Rule[] = [
  {
    topic: 'Budgets',
    rule: 'while a budget of the project has reached a threshold, answers over HTTP have the header `subtext-budget`, and answers over gRPC the metadata; [budgets.md](budgets.md#the-header) describes it',
    async holds(place) {
      const server = await place.another();
      assert.deepEqual(await headersOf(server), [null, undefined]);
      await reachBudget(server);
      assert.deepEqual(await headersOf(server), [REACHED, REACHED]);
    },
  },
];

async function headersOf(server: TestIngest): Promise<unknown[]> {
  const headers = { 'content-type': 'application/json', ...bearer(server) };
  const answer = await fetch(`${server.url}/v1/traces`, { method: 'POST', headers, body: '{}' });
  return [answer.headers.get('subtext-budget'), await metadataOf(server)];
}

/** The metadata of the answer to an empty request over gRPC. */
export function metadataOf(server: TestIngest): Promise<unknown> {
  const client = connect(server.grpcUrl);
  const stream = client.request({
    ...{ ':method': 'POST', ':path': EXPORT.traces, 'content-type': 'application/grpc', te: 'trailers' },
    ...bearer(server),
  });
  stream.resume().end(Buffer.alloc(5));
  return new Promise((resolve, reject) => {
    client.once('error', reject);
    stream.once('response', (headers) => client.close(() => resolve(headers['subtext-budget'])));
  });
}
