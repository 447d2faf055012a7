/** Spans that could not be stored, kept with the reason: nothing that was sent is lost silently, and it can be read again later. */
import type { Sql } from './connect.ts';

export interface QuarantinedSpan {
  projectId: string;
  /** A sentence for the person who looks. */
  reason: string;
  contentType: string;
  /** The span as JSON where it could be decoded, else the bytes as they came. */
  body: Uint8Array;
}

/** Resolves after the commit. */
export async function quarantine(sql: Sql, spans: readonly QuarantinedSpan[]): Promise<void> {
  if (spans.length === 0) return;
  await sql`INSERT INTO quarantine ${sql(
    spans.map((span) => ({
      project_id: span.projectId,
      reason: span.reason,
      content_type: span.contentType,
      body: Buffer.from(span.body),
    })),
  )}`;
}
