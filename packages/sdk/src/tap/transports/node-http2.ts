/**
 * Model calls over node:http2, the default of the AWS client, are not observed. In a fork they fail instead of being
 * sent, where Node announces them (24 does).
 */
import { subscribe } from 'node:diagnostics_channel';
import type { ClientHttp2Stream, OutgoingHttpHeaders } from 'node:http2';
import { refusedBesideFetch } from '../../fork/forking.ts';
import { guarded } from '../../platform/report.ts';
import { isInsideObservedFetch } from '../observed-fetch.ts';
import { mayBeModelCall } from './transport-call.ts';

export function refuseHttp2InForks(): void {
  subscribe('http2.client.stream.created', (message) => {
    const { stream, headers } = message as { stream: ClientHttp2Stream; headers: OutgoingHttpHeaders };
    guarded('see a request of node:http2', () => {
      const [method, path] = [String(headers[':method'] ?? 'GET'), String(headers[':path'] ?? '')];
      if (!mayBeModelCall(method, path) || isInsideObservedFetch()) return;
      const refused = refusedBesideFetch();
      if (refused) stream.destroy(refused);
    });
  });
}
