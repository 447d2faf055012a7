/** What a test sends to its ingest as OTLP/JSON: log records and spans by hand, all of which are taken. */
import { randomBytes } from 'node:crypto';
import type { TestIngest } from './ingest.ts';
import { jsonRequest } from './otlp-json.ts';
import { jsonLog, jsonLogs, type LogFields } from './otlp-logs.ts';

type Answer = Record<string, unknown>;

/** `server`: asked with each request, since tests have it only when they run. */
export function sendersTo(server: () => TestIngest) {
  const post = async (path: string, body: object): Promise<Answer> => {
    const { url, key } = server();
    const headers = { 'content-type': 'application/json', 'x-api-key': key };
    const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as Answer;
  };
  return {
    sendLogs: (...records: LogFields[]) => post('/v1/logs', jsonLogs(records.map(jsonLog))),
    sendSpans: (...spans: object[]) => post('/v1/traces', jsonRequest(spans)),
  };
}

/** Ids of a span in a trace of its own. */
export const newId = () => ({ traceId: randomBytes(16).toString('hex'), spanId: randomBytes(8).toString('hex') });
