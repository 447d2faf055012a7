// What the checks found, and where arguments came from, for programs. Names are those of docs/checks.md.
import * as z from 'zod';
import { stateWords } from '../../lib/evidence/evidence-words.ts';
import type { RouterOutputs } from '../../lib/requests/trpc.ts';
import { dollars } from '../../lib/files/table.ts';
import { MOST_FINDINGS } from '../routers/trace/trace-evidence.ts';
import { stepLink } from '../runs/links.ts';
import type { EvidenceOfStep } from '../runs/step-evidence.ts';
import type { StepPlaces } from '../runs/step-places.ts';
import { SPAN_ID, TRACE_ID } from '../trpc/inputs.ts';
import { CHECKS_STATE, COUNT, DOLLARS, NEXT, TEXT, TIME } from './answers.ts';
import type { ApiReader } from './endpoint.ts';
import { POSITION } from './parameters.ts';

export const EVIDENCE_PARAMETERS = z.strictObject({
  limit: z.coerce.number().int().min(1).max(MOST_FINDINGS).default(MOST_FINDINGS).meta({
    description: 'Findings of a page.',
  }),
  cursor: POSITION,
});

const CHECK = z.string().meta({ description: 'The name of a check, as in the filter check:', examples: ['unsourced'] });
const REASON = z.string().meta({ examples: ['thinking_encrypted'] });
const PATH = z.array(z.union([z.string(), z.int()])).meta({ description: 'Keys and indexes. Empty: the whole.' });
const STEP = TEXT.meta({ description: 'As on the page of the trace; null: the page shows no such step.' });
const CALL = TEXT.meta({ description: 'As on the page of the trace, such as 7b; null: of the step as a whole.' });
const WITHHELD = z.boolean().meta({
  description: 'The key may not read texts: there are no quotes, no values and no origins.',
});

const EVIDENCE = z
  .discriminatedUnion('kind', [
    z.object({
      ...{ kind: z.literal('quote'), step: STEP, call: CALL, before: z.string() },
      text: TEXT.meta({
        description: 'null: not stored any more, or one of too many quotes for this answer; ask about the step.',
      }),
      after: z.string(),
    }),
    z.object({ kind: z.literal('value'), name: z.string(), value: z.union([z.string(), z.number()]).nullable() }),
    z.object({ kind: z.literal('reference'), step: STEP, call: CALL }),
    z.object({ kind: z.literal('argument'), path: PATH }),
  ])
  .meta({ id: 'Evidence' });

const FINDING = z
  .object({
    number: COUNT,
    check: CHECK,
    ...{ step: STEP, call: CALL, span_id: SPAN_ID },
    confidence: z.enum(['certain', 'likely']).meta({
      description: 'certain: it follows from what was recorded. likely: read out of a text, or something is missing.',
    }),
    tokens: COUNT.nullable().meta({ description: 'What the finding concerns, not what could be saved.' }),
    concerned_usd: DOLLARS,
    evidence: z.array(EVIDENCE),
  })
  .meta({ id: 'Finding' });

const NOTE = TEXT.meta({ description: 'Why nothing is said yet, in words; null: it was checked.' });

export const TRACE_EVIDENCE_ANSWER = z
  .object({
    ...{ trace_id: TRACE_ID, state: CHECKS_STATE, note: NOTE },
    checked_at: TIME.nullable().meta({ description: 'Also of the trace as it was before; null: never.' }),
    model_calls_checked: COUNT,
    model_calls_left_out: COUNT.meta({ description: 'Beyond the limits of docs/checks.md: not checked.' }),
    evidence_withheld: WITHHELD,
    checks: z.array(
      z
        .object({
          ...{ check: CHECK, findings: COUNT, findings_certain: COUNT },
          ...{ tokens: COUNT.nullable(), findings_without_tokens: COUNT },
          ...{ concerned_usd: DOLLARS, findings_without_usd: COUNT },
          model_calls_not_checked: COUNT.meta({ description: 'As a whole or in part.' }),
          not_checked: z.array(z.object({ reason: REASON, model_calls: COUNT })),
        })
        .meta({ id: 'CheckOfTrace' }),
    ),
    rows: z.array(FINDING),
    next: NEXT,
  })
  .meta({ id: 'TraceEvidence' });

const PLACE = z
  .object({
    kind: z.string().meta({
      description: 'user, instructions, tool_result, schema, argument, message or thought: the most trusted first.',
    }),
    step: TEXT.meta({
      description: 'The earlier step whose text has the value; null: the request of this step has it.',
    }),
    call: TEXT,
    field: z.enum(['arguments', 'result', 'thought', 'preamble']).nullable(),
    system: COUNT.nullable().meta({ description: 'Index of the instruction in the request.' }),
    message: COUNT.nullable().meta({ description: 'Index of the message in the request.' }),
    part: COUNT.nullable().meta({ description: 'Index of the part of the message.' }),
    path: PATH.meta({ description: 'Where in a text that is JSON.' }),
    is_key: z.boolean().meta({ description: 'It is the name of a field there.' }),
    offset: COUNT.meta({ description: 'In the text at the path, in UTF-16 code units.' }),
    length: COUNT,
  })
  .meta({ id: 'OriginPlace' });

const ORIGIN = z
  .object({
    path: PATH,
    value: TEXT.meta({ description: 'Shortened; null: not stored any more.' }),
    kind: z.string().meta({
      description:
        'Where the value was: user, instructions, tool_result, schema, argument, message, thought; nowhere; or unknown.',
    }),
    reason: TEXT.meta({ description: 'Why it is unknown.' }),
    how: TEXT.meta({ description: 'exact, normalized (by the rules), part of a longer text, or joined from pieces.' }),
    rules: z.array(z.string()).meta({ description: 'In what the place differs, such as the case of letters.' }),
    doubt: TEXT,
    trivial: TEXT.meta({ description: 'Why it would be no finding from nowhere, such as a boolean.' }),
    is_text: z.boolean().meta({ description: 'Prose: only identifiers in it were looked up.' }),
    unsourced: z.boolean(),
    invented_identifier: z.boolean(),
    unseen: z.array(z.object({ offset: COUNT, length: COUNT })).meta({
      description: 'Identifiers within the value that were seen nowhere, in UTF-16 code units.',
    }),
    places: z.array(PLACE),
  })
  .meta({ id: 'Origin' });

export const STEP_EVIDENCE_ANSWER = z
  .object({
    ...{ trace_id: TRACE_ID, step: z.string(), url: z.url(), state: CHECKS_STATE, note: NOTE },
    evidence_withheld: WITHHELD,
    not_checked: z
      .array(z.object({ check: CHECK, reasons: z.array(REASON) }))
      .nullable()
      .meta({
        description:
          'Checks that could not look at everything of the model call. Empty: it was checked as a whole. null: it was not among those that were checked.',
      }),
    findings: z.array(FINDING),
    more_findings: z.boolean(),
    origins: z
      .array(
        z
          .object({
            ...{ call: TEXT, values: z.array(ORIGIN) },
            values_left_out: COUNT,
            is_complete: z.boolean().meta({
              description: 'false: not everything that the model had is stored, so a value may have an earlier place.',
            }),
            lacks_instructions: z.boolean().meta({
              description: 'The sender reported no instructions or no tools: a value from nowhere may be from there.',
            }),
          })
          .meta({ id: 'CallOrigins' }),
      )
      .nullable()
      .meta({ description: 'Of the calls of the step. null: the key may not read them.' }),
    calls_left_out: COUNT.meta({ description: 'Calls after the 50th: ask about them by their labels.' }),
  })
  .meta({ id: 'StepEvidence' });

type FindingsOfTrace = RouterOutputs['trace']['findings'];
type Finding = FindingsOfTrace['findings'][number];
type Origin = EvidenceOfStep['evidence']['origins'][number]['values'][number];

const usd = (nano: number | null): string | null => (nano === null ? null : dollars(BigInt(nano)));

export function traceEvidenceAnswer(trace: string, found: FindingsOfTrace, places: StepPlaces) {
  const { state, checkedAt, steps, stepsLeftOut, notChecked, checks, findings, isWithheld } = found;
  return {
    ...{ trace_id: trace, state, note: stateWords({ state, notChecked: {} }) ?? null },
    ...{ checked_at: checkedAt?.toISOString() ?? null, model_calls_checked: steps, model_calls_left_out: stepsLeftOut },
    evidence_withheld: isWithheld,
    checks: checks.map((one) => ({
      ...{ check: one.checkId, findings: one.findings, findings_certain: one.certain },
      ...{ tokens: one.tokens, findings_without_tokens: one.withoutTokens },
      ...{ concerned_usd: usd(one.cost), findings_without_usd: one.withoutCost },
      model_calls_not_checked: one.notChecked,
      not_checked: Object.entries(notChecked[one.checkId] ?? {}).map(([reason, count]) => ({
        ...{ reason, model_calls: count },
      })),
    })),
    rows: findings.map((finding) => findingRow(finding, places)),
  };
}

export function stepEvidenceAnswer(
  reader: ApiReader,
  { trace, step }: { trace: string; step: string },
  { evidence, places, callsLeftOut }: EvidenceOfStep,
) {
  const { state, notChecked, findings, hasMore, origins, isWithheld } = evidence;
  return {
    ...{ trace_id: trace, step, url: stepLink(reader, trace, step), state, note: stateWords(evidence) ?? null },
    evidence_withheld: isWithheld,
    not_checked: notChecked && Object.entries(notChecked).map(([check, reasons]) => ({ check, reasons })),
    findings: findings.map((finding) => findingRow(finding, places)),
    more_findings: hasMore,
    origins: isWithheld
      ? null
      : origins.map(({ spanId, index, values, omitted, isComplete, lacksInstructions }) => ({
          ...{ call: places.call(spanId, index), values: values.map((value) => originRow(value, places)) },
          ...{ values_left_out: omitted, is_complete: isComplete, lacks_instructions: lacksInstructions ?? false },
        })),
    calls_left_out: callsLeftOut,
  };
}

const placed = (places: StepPlaces, spanId: string, callIndex: number | null) => {
  const call = callIndex === null ? null : places.call(spanId, callIndex);
  return { step: stepOfCall(call) ?? places.step(spanId), call };
};

/** `7` of `7b`. */
const stepOfCall = (call: string | null): string | null => (call === null ? null : String(Number.parseInt(call, 10)));

const findingRow = (finding: Finding, places: StepPlaces) => ({
  ...{ number: finding.number, check: finding.checkId, ...placed(places, finding.spanId, finding.callIndex) },
  ...{ span_id: finding.spanId, confidence: finding.confidence, tokens: finding.tokens },
  ...{ concerned_usd: usd(finding.cost), evidence: finding.evidence.map((entry) => evidenceOf(entry, places)) },
});

function evidenceOf(entry: Finding['evidence'][number], places: StepPlaces) {
  switch (entry.kind) {
    case 'quote': {
      const { kind, spanId, index, before, text, after } = entry;
      return { kind, ...placed(places, spanId, index), before, text, after };
    }
    case 'reference':
      return { kind: entry.kind, ...placed(places, entry.spanId, entry.callIndex) };
    case 'argument':
      return { kind: entry.kind, path: entry.path };
    case 'value':
      return { kind: entry.kind, name: entry.name, value: entry.value };
  }
}

const originRow = (origin: Origin, places: StepPlaces) => ({
  ...{ path: origin.path, value: origin.value, kind: origin.kind, reason: origin.reason ?? null },
  ...{ how: origin.how ?? null, rules: origin.rules ?? [], doubt: origin.doubt ?? null },
  ...{ trivial: origin.trivial ?? null, is_text: origin.isText ?? false },
  ...{ unsourced: origin.isUnsourced ?? false, invented_identifier: origin.isInvented ?? false },
  ...{ unseen: origin.unseen ?? [], places: (origin.places ?? []).map((place) => placeRow(place, places)) },
});

function placeRow(place: NonNullable<Origin['places']>[number], places: StepPlaces) {
  const { kind, call, system, message, part, path, isKey, offset, length } = place;
  const where = call ? placed(places, call.spanId, call.index) : { step: null, call: null };
  return {
    ...{ kind, ...where, field: call?.field ?? null },
    ...{ system: system ?? null, message: message ?? null, part: part ?? null },
    ...{ path: path ?? [], is_key: isKey ?? false, offset, length },
  };
}
