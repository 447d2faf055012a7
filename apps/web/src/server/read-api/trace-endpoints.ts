// The endpoints that answer about one trace, or two: steps, calls, the conversation as of a step, the comparison.
import { paidSentence, whySentence } from '../../lib/steps/sentences.ts';
import { callLabel, type Step } from '../../lib/steps/step-tree.ts';
import { reportedStatus } from '../../lib/steps/call-outcome.ts';
import type { Pair } from '../../lib/compare/align.ts';
import { unknownWords } from '../../lib/compare/summary-sentence.ts';
import { costStateOf, totalOf } from '../../lib/figures/cost-parts.ts';
import { dollars, tableRecords } from '../../lib/files/table.ts';
import { callTextOf } from '../runs/call-text.ts';
import { compareRuns, differenceSentence, type ComparedRun, type Comparison } from '../runs/compare-runs.ts';
import { compareLink, stepLink } from '../runs/links.ts';
import type { RunReader } from '../runs/run-reader.ts';
import { findStep, modelCallOf, runSteps } from '../runs/run-steps.ts';
import { evidenceOfStep } from '../runs/step-evidence.ts';
import { stepPlaces } from '../runs/step-places.ts';
import { thinkingWords } from '../runs/step-words.ts';
import { exportedStep, json } from '../trace/steps/export.ts';
import { TRACE_COLUMNS } from '../trace/trace-table.ts';
import { CALLS_ANSWER, COMPARE_ANSWER, CONVERSATION_ANSWER, STEP_ANSWER, STEPS_ANSWER } from './answers.ts';
import { FORK_ANSWER } from './fork-answer.ts';
import { endpoint, type Endpoint } from './endpoint.ts';
import {
  EVIDENCE_PARAMETERS,
  STEP_EVIDENCE_ANSWER,
  stepEvidenceAnswer,
  TRACE_EVIDENCE_ANSWER,
  traceEvidenceAnswer,
} from './evidence.ts';
import {
  CALLS_PARAMETERS,
  COMPARE_PARAMETERS,
  CONVERSATION_PARAMETERS,
  FORK_PARAMETERS,
  NO_PARAMETERS,
  STEP_PATH,
  STEPS_PARAMETERS,
  TRACE_PATH,
  writeCursor,
} from './parameters.ts';
import { CALL_COLUMNS, STEP_COLUMNS } from './step-tables.ts';
import { argumentsIn, callKeys, previewsOf, resultIn, thoughtKeys, wholeTexts } from './step-texts.ts';

interface Page {
  limit: number;
  cursor?: { from: number } | undefined;
}

function pageOf<Item>(items: readonly Item[], { limit, cursor }: Page): { shown: Item[]; next: string | null } {
  const from = cursor?.from ?? 0;
  const end = from + limit;
  return { shown: items.slice(from, end), next: writeCursor(end < items.length ? { from: end } : null) };
}

const steps = endpoint(
  {
    operationId: 'steps',
    summary: 'The steps of a trace with the beginnings of their thoughts, a page at a time',
    path: TRACE_PATH,
    parameters: STEPS_PARAMETERS,
    answer: STEPS_ANSWER,
  },
  async (reader, { id, ...page }) => {
    const all = await runSteps(reader, id);
    const trace = all.summary.id;
    const { shown, next } = pageOf(all.steps, page);
    const previews = await previewsOf(reader, trace, shown.flatMap(thoughtKeys));
    const rows = shown.map((step) => {
      const found = previews.get(step.thought.key ?? '');
      return { trace, step, thought: found?.thought ?? null, said: found?.preamble ?? null };
    });
    return { rows: tableRecords(STEP_COLUMNS, rows), next };
  },
);

const step = endpoint(
  {
    operationId: 'step',
    summary: 'One step with its texts, its cost, and how its thinking is known',
    path: STEP_PATH,
    parameters: NO_PARAMETERS,
    answer: STEP_ANSWER,
  },
  async (reader, { id, step: label }) => {
    const all = await runSteps(reader, id);
    const { id: trace } = all.summary;
    const found = findStep(all, label).step;
    const { texts, cut } = await wholeTexts(reader, trace, found);
    return {
      ...{ trace_id: trace, steps: all.steps.length, url: stepLink(reader, trace, label) },
      ...{ why: whySentence(found), thinking: thinkingWords(found), cost: paidSentence(found) },
      step: JSON.parse(json(exportedStep(found, texts))) as object,
      ...{ thought_of_call: sharedWith(found), texts_cut: cut },
    };
  },
);

const sharedWith = ({ shares }: Step): string | null => (shares && shares !== 'missing' ? shares.label : null);

const calls = endpoint(
  {
    operationId: 'calls',
    summary: 'The calls of a trace with the beginnings of their arguments and results, a page at a time',
    path: TRACE_PATH,
    parameters: CALLS_PARAMETERS,
    answer: CALLS_ANSWER,
  },
  async (reader, { id, tool, status, ...page }) => {
    const all = await runSteps(reader, id);
    const trace = all.summary.id;
    const matching = all.steps
      .filter(({ kind }) => kind === 'calls' || kind === 'run')
      .flatMap((one) => one.calls.map((call, index) => ({ step: one, call, label: callLabel(one, index) })))
      .filter(({ call }) => tool === undefined || call.tool === tool)
      .filter(({ call }) => status === undefined || reportedStatus(call) === status);
    const { shown, next } = pageOf(matching, page);
    const previews = await previewsOf(
      reader,
      trace,
      shown.flatMap(({ call }) => callKeys(call)),
    );
    const rows = shown.map((row) => {
      return { ...row, trace, given: argumentsIn(previews, row.call), result: resultIn(previews, row.call) };
    });
    return { rows: tableRecords(CALL_COLUMNS, rows), next };
  },
);

const conversation = endpoint(
  {
    operationId: 'conversation',
    summary: 'The conversation as of a step: the request as JSON in the format of its provider, a piece at a time',
    path: STEP_PATH,
    parameters: CONVERSATION_PARAMETERS,
    answer: CONVERSATION_ANSWER,
  },
  async (reader, { id, step: label, answer, thoughts, cursor }) => {
    const all = await runSteps(reader, id);
    const { id: trace } = all.summary;
    const spanId = modelCallOf(findStep(all, label), label);
    const choices = { target: 'origin', model: '', thinking: thoughts, answer, pin: [], skip: [] };
    const offset = cursor?.from ?? 0;
    const { project, caller } = reader;
    const found = await caller.trace.conversation({ project, trace, spanId, ...choices, offset });
    const end = offset + found.preview.length;
    return {
      ...{ trace_id: trace, step: label, messages: found.messages, characters: found.characters },
      ...{ missing: found.lacks.length, model_calls_not_read: found.unread, request: found.preview },
      next: writeCursor(found.preview !== '' && end < found.characters ? { from: end } : null),
    };
  },
);

const evidence = endpoint(
  {
    operationId: 'evidence',
    summary: 'What the checks found in a trace, with evidence and what they could not look at, a page at a time',
    path: TRACE_PATH,
    parameters: EVIDENCE_PARAMETERS,
    answer: TRACE_EVIDENCE_ANSWER,
  },
  async (reader, { id, limit, cursor }) => {
    const all = await runSteps(reader, id);
    const { id: trace } = all.summary;
    const { caller, project } = reader;
    const found = await caller.trace.findings({ project, trace, limit, after: cursor?.from });
    const next = writeCursor(found.next === null ? null : { from: found.next });
    return { ...traceEvidenceAnswer(trace, found, stepPlaces(all.steps)), next };
  },
);

const stepEvidence = endpoint(
  {
    operationId: 'stepEvidence',
    summary: 'What the checks found at a step, and where each value of its arguments came from',
    path: STEP_PATH,
    parameters: NO_PARAMETERS,
    answer: STEP_EVIDENCE_ANSWER,
  },
  async (reader, { id, step: label }) => {
    const all = await runSteps(reader, id);
    const found = await evidenceOfStep(reader, all, findStep(all, label));
    return stepEvidenceAnswer(reader, { trace: all.summary.id, step: label }, found);
  },
);

const fork = endpoint(
  {
    operationId: 'fork',
    summary: 'The recorded model calls up to a step, with which a fork of the run is answered, a page at a time',
    path: STEP_PATH,
    parameters: FORK_PARAMETERS,
    answer: FORK_ANSWER,
  },
  async (reader, { id, step: label, cursor }) => {
    const all = await runSteps(reader, id);
    const { id: trace } = all.summary;
    const spanId = modelCallOf(findStep(all, label), label);
    const { caller, project } = reader;
    const page = await caller.trace.fork({ project, trace, spanId, from: cursor?.from ?? 0 });
    const next = writeCursor(page.next === null ? null : { from: page.next });
    return { trace_id: trace, step: label, model_calls: page.total, rows: page.steps, next };
  },
);

const compare = endpoint(
  {
    summary: 'Two traces side by side: where they part, and what differs at each step',
    parameters: COMPARE_PARAMETERS,
    answer: COMPARE_ANSWER,
  },
  async (reader, { a, b, ...page }) => {
    const found = await compareRuns(reader, a, b);
    const placed = found.pairs.map((pair) => ({
      ...stepsAt(found, pair),
      ...{ differences: pair.differences.join(' '), not_captured: unknownWords(pair.unknown) },
    }));
    const { shown, next } = pageOf(placed, page);
    const { main } = found;
    return {
      url: compareLink(reader, found.a.all.summary.id, found.b.all.summary.id),
      summary: differenceSentence(found, { ...found, given: await givenAt(reader, found) }),
      fork: main ? stepsAt(found, main) : null,
      ...{ a: traceRow(found.a), b: traceRow(found.b), deltas: deltasOf(found), rows: shown, next },
    };
  },
);

const stepsAt = ({ a, b }: Comparison, pair: Pair) => ({ a_step: stepIn(a, pair.a), b_step: stepIn(b, pair.b) });

const stepIn = ({ steps: own }: ComparedRun, index: number | null): string | null =>
  index === null ? null : String(own[index]?.number);

const traceRow = ({ all: { summary }, scores, checks }: ComparedRun) =>
  tableRecords(TRACE_COLUMNS, [{ ...summary, scores, checks }])[0];

/** The arguments of the first call of both at the place where they part. */
async function givenAt(reader: RunReader, { a, b, main }: Comparison): Promise<{ a: string; b: string } | undefined> {
  const read = async ({ all, steps: own }: ComparedRun, index: number | null | undefined) => {
    const key = own[index ?? -1]?.calls[0]?.key;
    const found =
      key && (await callTextOf(reader, all.summary.id, { address: { key, field: 'arguments' }, offset: 0 }));
    return found ? found.text : undefined;
  };
  const [left, right] = [await read(a, main?.a), await read(b, main?.b)];
  return left !== undefined && right !== undefined ? { a: left, b: right } : undefined;
}

/** B minus A. A difference of figures that are not both known is not known. */
function deltasOf({ a, b }: Comparison) {
  const [one, other] = [a.all.summary, b.all.summary];
  const [costA, costB] = [exactCost(a), exactCost(b)];
  const reported = one.generationsReporting > 0 && other.generationsReporting > 0;
  const ended = one.open === 0 && other.open === 0;
  const lasted = ({ startedAt, endedAt }: typeof one) => endedAt.getTime() - startedAt.getTime();
  return {
    steps: b.all.steps.length - a.all.steps.length,
    errors: other.errors - one.errors,
    duration_ms: ended ? lasted(other) - lasted(one) : null,
    thinking_tokens: reported ? Number(other.reasoningTokens - one.reasoningTokens) : null,
    total_usd: costA === null || costB === null ? null : signedDollars(costB - costA),
  };
}

/** null: a part of it is not known. */
const exactCost = ({ all: { summary } }: ComparedRun): bigint | null =>
  costStateOf(summary) === 'amount' && summary.generationsUnpriced === 0 ? totalOf(summary.costs) : null;

const signedDollars = (amount: bigint): string => (amount < 0n ? `-${dollars(-amount)}` : dollars(amount));

export const TRACE_ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  'traces/{id}/steps': steps,
  'traces/{id}/steps/{step}': step,
  'traces/{id}/steps/{step}/conversation': conversation,
  'traces/{id}/steps/{step}/fork': fork,
  'traces/{id}/steps/{step}/evidence': stepEvidence,
  'traces/{id}/calls': calls,
  'traces/{id}/evidence': evidence,
  compare,
};
