/** Findings as they are stored: steps and calls by their keys, thoughts by the position in their text. */
import type { Confidence, Finding } from '../checks/finding.ts';
import type { JsonPath } from '../origins/origin.ts';
import type { StoredOrigins } from './stored-origins.ts';
import type { PlacedStep } from './step-of.ts';

/** The checks of docs/checks.md, and those of origins. */
export const ORIGIN_CHECKS = ['unsourced', 'invented-identifier'] as const;
export type OriginCheckId = (typeof ORIGIN_CHECKS)[number];

export interface StoredFinding {
  checkId: Finding['check'] | OriginCheckId;
  spanId: string;
  /** The index of the call in the answer; null when the finding is about the step. */
  callIndex: number | null;
  confidence: Confidence;
  tokens: number | null;
  /** Nano-dollars. */
  cost: number | null;
  evidence: StoredEvidence[];
}

export type StoredEvidence =
  /** A passage of a block of the thoughts of a call, in UTF-16 code units. */
  | { kind: 'quote'; spanId: string; index: number; block: number; from: number; to: number }
  | { kind: 'value'; name: string; value: string | number | null }
  | { kind: 'reference'; spanId: string; callIndex: number | null }
  /** A value of the arguments. */
  | { kind: 'argument'; path: JsonPath };

const MOST_EVIDENCE = 40;
const LONGEST_VALUE = 200;
const NANO = 1e9;

export function storedFinding(finding: Finding, steps: readonly PlacedStep[]): StoredFinding {
  const { check, step, call, confidence, tokens, dollars } = finding;
  const placed = steps[step]!;
  return {
    checkId: check,
    spanId: placed.spanId,
    callIndex: call === null ? null : (placed.calls[call] ?? null),
    confidence,
    tokens: tokens === null ? null : Math.round(tokens),
    cost: nanoOf(dollars),
    evidence: finding.evidence.slice(0, MOST_EVIDENCE).flatMap((entry) => storedEvidence(entry, steps)),
  };
}

const nanoOf = (dollars: number | null): number | null => (dollars === null ? null : Math.round(dollars * NANO));

function storedEvidence(evidence: Finding['evidence'][number], steps: readonly PlacedStep[]): StoredEvidence[] {
  switch (evidence.kind) {
    case 'quote': {
      const { step, thought, from, to } = evidence;
      const place = steps[step]?.thoughts[thought];
      return place ? [{ kind: 'quote', spanId: steps[step]!.spanId, ...place, from, to }] : [];
    }
    case 'value': {
      const { name, value } = evidence;
      const short = typeof value === 'string' ? value.slice(0, LONGEST_VALUE).toWellFormed() : value;
      return [{ kind: 'value', name: name.slice(0, LONGEST_VALUE).toWellFormed(), value: short }];
    }
    case 'reference': {
      const placed = steps[evidence.step];
      if (!placed) return [];
      const { spanId, calls } = placed;
      return [{ kind: 'reference', spanId, callIndex: evidence.call === null ? null : (calls[evidence.call] ?? null) }];
    }
  }
}

/** A call with values from nowhere. Tokens and dollars are those of the step, if it has no other call. */
export function originFindings(
  { spanId, step }: PlacedStep,
  callIndex: number,
  origins: StoredOrigins,
): StoredFinding[] {
  const { input, output } = step.tokens;
  const isOnly = step.calls.length === 1;
  const tokens = isOnly && input !== null && output !== null ? input + output : null;
  const cost = isOnly ? nanoOf(step.dollars) : null;
  return ORIGIN_CHECKS.flatMap((checkId): StoredFinding[] => {
    const values = origins.values.filter(({ isUnsourced, isInvented }) =>
      checkId === 'unsourced' ? isUnsourced : isInvented,
    );
    if (values.length === 0) return [];
    const evidence = values.slice(0, MOST_EVIDENCE).map(({ path }) => ({ kind: 'argument' as const, path }));
    // Certain only when everything that the model had was looked at.
    const confidence = origins.lacksInstructions ? 'likely' : 'certain';
    return [{ checkId, spanId, callIndex, confidence, tokens, cost, evidence }];
  });
}
