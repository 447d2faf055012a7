// What the checks found at a step, and where the values of its arguments came from: a part of why.
import {
  findingFigures,
  findingWords,
  notCheckedWords,
  originWords,
  pathWords,
  stateWords,
  type ShownEvidence,
  type ShownFinding,
  type ShownOrigin,
} from '../../../lib/evidence/evidence-words.ts';
import { plural } from '../../../lib/figures/format.ts';
import { stepLink } from '../../runs/links.ts';
import type { FoundStep, RunSteps } from '../../runs/run-steps.ts';
import { evidenceOfStep, type EvidenceOfStep } from '../../runs/step-evidence.ts';
import type { StepPlaces } from '../../runs/step-places.ts';
import type { AnswerText } from '../writing/answer-text.ts';
import type { Asking } from './question.ts';

interface StepOfRun {
  all: RunSteps;
  found: FoundStep;
}

/** A share of the room that is left, so that the texts of the step have most of it. */
const SHARE = 0.4;

/** Findings first, then the origins that are from nowhere. Steps without a model call have neither. */
export async function sayEvidence(asking: Asking, answer: AnswerText, { all, found }: StepOfRun): Promise<void> {
  if (!found.step.span || found.step.kind === 'run') return;
  const checked = await evidenceOfStep(asking, all, found);
  const { evidence, places } = checked;
  answer.say(stateOf(evidence));
  const writing: Writing = { asking, answer, places, run: all.summary.id };
  const findings = evidence.findings.map((finding) => findingLine(writing, finding));
  const items = [...findings, ...originLines(writing, checked)];
  if (items.length === 0) return;
  answer.say('Findings, and where arguments came from, the doubtful ones first:');
  const path = `/api/v1/traces/${all.summary.id}/steps/${found.step.number}/evidence`;
  const rest = (shown: number) =>
    shown < items.length || evidence.hasMore
      ? `${plural(items.length - shown, 'more line')}: ask with a larger max_tokens, or GET ${path}.`
      : undefined;
  answer.list({ items, rest, share: SHARE });
}

function stateOf(evidence: EvidenceOfStep['evidence']): string {
  const state = stateWords(evidence);
  if (state !== undefined) return `Checks: ${state}`;
  const reasons = notCheckedWords(evidence).map(({ reason, checks }) => `${plural(checks.length, 'check')}: ${reason}`);
  const findings = evidence.findings.length === 0 ? 'nothing found' : plural(evidence.findings.length, 'finding');
  if (reasons.length > 0) return `Checks: ${findings}, but not everything could be checked (${reasons.join('; ')}).`;
  return `Checks: ${findings}; the whole step was checked.`;
}

interface Writing {
  asking: Asking;
  answer: AnswerText;
  places: StepPlaces;
  run: string;
}

/** Further evidence is on the page. */
const MOST_EVIDENCE = 3;

function findingLine(writing: Writing, finding: ShownFinding): string {
  const { checkId, callIndex, spanId, evidence } = finding;
  const call = callIndex === null ? null : writing.places.call(spanId, callIndex);
  const shown = evidence.slice(0, MOST_EVIDENCE).map((entry) => evidenceWords(writing, entry));
  const about = call === null ? '' : ` (call ${call})`;
  return `- ${checkId}: ${findingWords(checkId)}${about}, ${findingFigures(finding).join(', ')}. ${shown.filter(Boolean).join('; ')}`;
}

function evidenceWords({ asking, answer, places, run }: Writing, entry: ShownEvidence): string {
  switch (entry.kind) {
    case 'quote':
      return entry.text === null ? '' : `thought: ${answer.short(entry.text)}`;
    case 'value':
      return `${answer.short(entry.name)} is ${entry.value === null ? 'not reported' : answer.short(String(entry.value))}`;
    case 'reference': {
      const { spanId, callIndex } = entry;
      const label = (callIndex === null ? null : places.call(spanId, callIndex)) ?? places.step(spanId);
      return label === null ? '' : `see step ${label} (${stepLink(asking, run, label)})`;
    }
    case 'argument':
      return `argument ${answer.short(pathWords(entry.path))}`;
  }
}

/** Booleans, empty values and prose say little about a step. */
const isTelling = ({ isUnsourced, trivial, isText }: ShownOrigin) =>
  isUnsourced === true || (trivial === undefined && isText !== true);

const doubt = ({ isInvented, isUnsourced, kind }: ShownOrigin): number =>
  isInvented ? 0 : isUnsourced ? 1 : kind === 'nowhere' || kind === 'unknown' ? 2 : 3;

function originLines(writing: Writing, { evidence }: EvidenceOfStep): string[] {
  return evidence.origins
    .flatMap(({ spanId, index, values }) => {
      const call = writing.places.call(spanId, index);
      return values.filter(isTelling).map((value) => ({ call, value }));
    })
    .toSorted((one, other) => doubt(one.value) - doubt(other.value))
    .map(({ call, value }) => originLine(writing, call, value));
}

function originLine({ asking, answer, places, run }: Writing, call: string | null, value: ShownOrigin): string {
  const place = value.places?.[0];
  const source = place?.call && (places.call(place.call.spanId, place.call.index) ?? places.step(place.call.spanId));
  const where = source ? `, step ${source} (${stepLink(asking, run, source)})` : '';
  const mark = value.isInvented ? ' ⚠ invented identifier' : value.isUnsourced ? ' ⚠ unsourced' : '';
  const of = call === null ? '' : ` of call ${call}`;
  const is = value.value === null ? '' : ` = ${answer.short(value.value)}`;
  return `- argument ${answer.short(pathWords(value.path))}${of}${is}:${mark} ${originWords(value)}${where}`;
}
