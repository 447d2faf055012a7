/** What is stored of the checks of a trace, as it is read and written. */

/** A trace whose checks fail this often in a row is left until it changes. */
export const MAX_EVIDENCE_ATTEMPTS = 5;

/** What one check found in a trace. Sums are of the findings that have them; null: none has. */
export interface TraceCheckRow {
  checkId: string;
  findings: number;
  certain: number;
  tokens: number | null;
  withoutTokens: number;
  /** Nano-dollars. */
  cost: number | null;
  withoutCost: number;
  /** Steps that it could not look at, as a whole or in part. */
  notChecked: number;
}

export interface FindingRow {
  number: number;
  checkId: string;
  /** The model call, and the index of the call of a tool in it when the finding is about one. */
  spanId: string;
  callIndex: number | null;
  confidence: 'certain' | 'likely';
  tokens: number | null;
  /** Nano-dollars. */
  cost: number | null;
  /** As packages/evidence stores it. */
  evidence: unknown;
}

export interface CallOriginsRow {
  spanId: string;
  callIndex: number;
  unsourced: number;
  invented: number;
  /** As packages/evidence stores it. */
  origins: unknown;
}

/** Model calls of one model on one day, whose thinking is billed by count and whose text is held as a whole. */
export interface BilledThinkingRow {
  /** As `2026-11-28`, in UTC. */
  day: string;
  model: string;
  basis: 'verbatim' | 'summary';
  steps: number;
  tokens: number;
  /** UTF-8. */
  bytes: number;
}

/** Why steps could not be checked: each of `reasons` is by check, and `steps` names one by its position for a span id. */
export interface StepsNotChecked {
  reasons: readonly Readonly<Record<string, readonly string[]>>[];
  steps: Readonly<Record<string, number>>;
}

/** By check, then by reason: how many steps could not be checked. */
export type NotCheckedCounts = Readonly<Record<string, Readonly<Record<string, number>>>>;
