// Evidence of a trace as the checks store it, with a finding about a thought and origins of one call.
import { claimEvidence, saveEvidence, type FindingRow, type Sql, type TraceKey } from '@subtext/db';
import { EVIDENCE_VERSION, type StoredEvidence, type StoredOrigins } from '@subtext/evidence';

interface EvidenceOfCall extends TraceKey {
  spanId: string;
  /** An earlier model call of the trace, where a value was seen. */
  seenIn: string;
  /** The key of the argument that was seen nowhere. */
  argument: string;
}

/** The trace must be stored, so that it is due. */
export async function storeEvidence(sql: Sql, { spanId, seenIn, argument, ...key }: EvidenceOfCall): Promise<void> {
  const quote: StoredEvidence = { kind: 'quote', spanId, index: 0, block: 0, from: 0, to: 11 };
  const finding = (number: number, checkId: string, evidence: StoredEvidence[]): FindingRow => ({
    ...{ number, checkId, spanId, callIndex: 0, confidence: number === 0 ? 'certain' : 'likely' },
    ...{ tokens: number === 0 ? null : 300, cost: number === 0 ? null : 1_500_000, evidence },
  });
  const findings = [
    finding(0, 'unsourced', [{ kind: 'argument', path: [argument] }]),
    finding(1, 'against-thought', [
      quote,
      { kind: 'value', name: 'tool', value: 'refund' },
      { kind: 'reference', spanId: seenIn, callIndex: null },
    ]),
  ];
  const origins: StoredOrigins = {
    values: [
      { path: [argument], kind: 'nowhere', isUnsourced: true },
      {
        ...{ path: ['reason'], kind: 'tool_result', how: 'exact' },
        places: [{ kind: 'tool_result', call: { spanId: seenIn, index: 0, field: 'result' }, offset: 3, length: 5 }],
      },
    ],
    ...{ omitted: 2, isComplete: true },
  };
  const check = { findings: 1, withoutTokens: 0, withoutCost: 0, notChecked: 0 };
  // As if the seconds after the last span had passed.
  await sql`UPDATE trace_evidence SET retry_at = now() WHERE project_id = ${key.projectId}`;
  const claimed = await claimEvidence(sql, key);
  if (!claimed) throw new Error('The trace is not due.');
  await saveEvidence(sql, claimed, {
    ...{ version: EVIDENCE_VERSION, steps: 2, stepsLeftOut: 1 },
    notChecked: { circling: { thinking_encrypted: 1 } },
    stepsNotChecked: { reasons: [{}, { circling: ['thinking_encrypted'] }], steps: { [seenIn]: 0, [spanId]: 1 } },
    checks: [
      { ...check, checkId: 'against-thought', certain: 0, tokens: 300, cost: 1_500_000 },
      { ...check, checkId: 'circling', findings: 0, certain: 0, tokens: null, cost: null, notChecked: 1 },
      { ...check, checkId: 'unsourced', certain: 1, tokens: null, withoutTokens: 1, cost: null, withoutCost: 1 },
    ],
    ...{ findings, origins: [{ spanId, callIndex: 0, unsourced: 1, invented: 0, origins }], billed: [] },
  });
}
