/** Which traces a legal hold covers, as a condition for everything that deletes traces. */

export const HOLD_KINDS = ['project', 'user', 'session', 'trace'] as const;
export type HoldKind = (typeof HOLD_KINDS)[number];

/** Nothing was deleted, because a legal hold covers it. The message says which. */
export class OnHold extends Error {
  override name = 'OnHold';
}

const open = (traces: string): string => `FROM legal_holds AS hold
  WHERE hold.project_id = ${traces}.project_id AND hold.lifted_at IS NULL AND (
    hold.kind = 'project' OR hold.kind = 'user' AND hold.value = ${traces}.user_id
    OR hold.kind = 'session' AND hold.value = ${traces}.session_id
    OR hold.kind = 'trace' AND hold.value = encode(${traces}.trace_id, 'hex'))`;

/** Condition on a row of `traces`, by its alias: a hold covers it. */
export const isHeld = (traces: string): string => `EXISTS (SELECT ${open(traces)})`;

/** The id of the oldest hold that covers a row of `traces`; NULL = none does. */
export const holdOf = (traces: string): string =>
  `(SELECT hold.id ${open(traces)} ORDER BY hold.placed_at, hold.id LIMIT 1)`;
