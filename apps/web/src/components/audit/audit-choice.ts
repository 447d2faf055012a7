// The chosen filter of an audit log.
import type { AuditAction } from '../../lib/account/audit-actions.ts';

export interface AuditChoice {
  actor?: string;
  action?: AuditAction;
  /** ISO 8601. */
  from?: string;
  /** Exclusive. */
  to?: string;
}

const DAY_MS = 86_400_000;

/** A form's values; empty ones filter nothing. Days are UTC, and the last one is included. */
export function choiceOf(form: FormData): AuditChoice {
  const text = (name: string) => String(form.get(name) ?? '').trim();
  const [actor, action, from, to] = [text('actor'), text('action'), text('from'), text('to')];
  return {
    ...(actor && { actor }),
    ...(action && { action: action as AuditAction }),
    ...(from && { from: new Date(from).toISOString() }),
    ...(to && { to: new Date(Date.parse(to) + DAY_MS).toISOString() }),
  };
}
