/** docs/otlp.md: what holds, as a table. */
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';

export const DOCUMENT = join(import.meta.dirname, '../../../../../docs/otlp.md');

export interface Outcome {
  topic: string;
  rule: string;
  /** undefined = it holds. */
  failure: string | undefined;
}

export async function document(outcomes: readonly Outcome[]): Promise<string> {
  const rows = outcomes.map(
    ({ topic, rule, failure }) => `| ${topic} | ${rule} | ${failure === undefined ? '✓' : '✗'} |`,
  );
  const text = `# OTLP: what holds

Written by \`npm run conformance:otlp -- --write\`, which starts ingest on a database of its own and tries each rule with the exporters of OpenTelemetry
0.301, the client of gRPC, and requests made by hand. The same table is a test. How to send: [sending.md](sending.md).

| topic | rule | holds |
| --- | --- | --- |
${rows.join('\n')}
`;
  return format(text, { ...(await resolveConfig(DOCUMENT)), parser: 'markdown' });
}
