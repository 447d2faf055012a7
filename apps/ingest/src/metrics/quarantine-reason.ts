/** Why a span was quarantined as a label of a metric: few values, while the sentences are for people and may name an error of the database. */

const REASONS = [
  ['trace_id', /^trace id /],
  ['span_id', /^span id /],
  ['parent_span_id', /^parent span id /],
  ['time', /^(start )?time is /],
  ['unreadable', /^it could not be read /],
  ['database', /^the database refused it /],
] as const;

export type QuarantineReason = (typeof REASONS)[number][0] | 'other';

export const QUARANTINE_REASONS: readonly QuarantineReason[] = [...REASONS.map(([label]) => label), 'other'];

export const quarantineReason = (sentence: string): QuarantineReason =>
  REASONS.find(([, pattern]) => pattern.test(sentence))?.[0] ?? 'other';
