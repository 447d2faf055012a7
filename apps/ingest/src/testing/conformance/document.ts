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
  const text = `# OTLP: what Subtext guarantees

This page lists what you can rely on when you send OTLP to Subtext. How to send: [sending.md](sending.md). The command
\`npm run conformance:otlp -- --write\` writes this page: it starts ingest on a database of its own and checks each rule
with the exporters of OpenTelemetry 0.301, the gRPC client and handwritten requests. A test checks the same rules.

| topic | rule | holds |
| --- | --- | --- |
${rows.join('\n')}
`;
  return format(text, { ...(await resolveConfig(DOCUMENT)), parser: 'markdown' });
}
