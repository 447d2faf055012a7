// The filter of the audit log, for its page and its files.
import * as z from 'zod';
import { AUDIT_ACTIONS, type AuditAction } from '../../lib/account/audit-actions.ts';
import { MOMENT, TEXT } from '../trpc/inputs.ts';

const ACTIONS = Object.keys(AUDIT_ACTIONS) as AuditAction[];

export const AUDIT_FILTER = z.object({
  /** The e-mail address of the user. */
  actor: TEXT.trim().min(1).max(254).optional(),
  action: z.enum(ACTIONS).optional(),
  from: MOMENT.transform((time) => new Date(time)).optional(),
  /** Exclusive. */
  to: MOMENT.transform((time) => new Date(time)).optional(),
});
