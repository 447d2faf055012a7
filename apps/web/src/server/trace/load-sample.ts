/**
 * Loads the sample trace without a key and without a connection to ingest: its spans are quarantined and reprocessed,
 * like spans that an older version refused. So it passes everything that other spans pass: project rules, readers,
 * prices, totals.
 */
import { createHash } from 'node:crypto';
import { askReplay, quarantine, traceSummary, type Sql } from '@subtext/db';
import { sampleSpans } from '../../lib/traces/sample-run.ts';

/** The reason in quarantine until ingest has read them, some seconds later. */
export const SAMPLE_REASON = 'It is the sample trace, and waits to be read';

/** Resolves to the id of the trace: one in each project, so that a second request adds nothing. */
export async function loadSample(sql: Sql, projectId: string, now = new Date()): Promise<string> {
  const digits = createHash('sha256').update(`sample trace of ${projectId}`).digest('hex');
  const trace = digits.slice(0, 32);
  if (await traceSummary(sql, { projectId, traceId: trace })) return trace;
  const ids = { trace, span: digits.slice(32, 46), seconds: String(Math.floor(now.getTime() / 1000) - 1) };
  const rows = sampleSpans(ids).map((span) => ({
    projectId,
    reason: SAMPLE_REASON,
    contentType: 'application/json',
    body: Buffer.from(JSON.stringify(asKept(span))),
  }));
  await quarantine(sql, rows);
  await askReplay(sql, { projectId, reason: SAMPLE_REASON });
  return trace;
}

type SampleSpan = ReturnType<typeof sampleSpans>[number];

/** The form in which ingest stores a span: all attributes by name. */
function asKept({ attributes, resource, ...span }: SampleSpan): object {
  return {
    ...span,
    status: { code: 0, message: '' },
    attributes: byName(attributes),
    events: [],
    links: [],
    droppedAttributesCount: 0,
    resource: byName(resource),
    scope: { name: '', version: '', attributes: {} },
  };
}

const byName = (attributes: SampleSpan['attributes']) =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, 'stringValue' in value ? value.stringValue : Number(value.intValue)]),
  );
