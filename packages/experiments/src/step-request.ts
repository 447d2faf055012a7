/** The request of one step in one variant: the conversation as it was, with the settings of the variant. Pure. */
import type { ExperimentArm } from '@subtext/db';
import {
  conversation,
  isAskable,
  isRecord,
  outputLimit,
  reasoningRequest,
  replayTarget,
  targetOfOrigin,
  type JsonRecord,
  type ReasoningEffort,
  type ReasoningWish,
  type ReplayRule,
  type RequestAddress,
} from '@subtext/reasoning';
import type { LeftOut, RecordedStep } from './recorded-step.ts';

export interface StepRequest {
  target: RequestAddress;
  model: string;
  body: JsonRecord;
  headers: Readonly<Record<string, string>>;
  maxOutputTokens: number;
}

interface StepQuestion {
  arm: ExperimentArm;
  /** As recorded; null = not reported. */
  effort: string | null;
  reasoningTokens: number | null;
  /** Number of the experiment: the most that an answer may have. */
  maxOutputTokens: number;
}

/** Changes after which the model would not see what it saw. */
const CHANGES_WHAT_IS_SEEN: ReadonlySet<ReplayRule> = new Set<ReplayRule>([
  'part.left-out',
  'result.missing',
  'result.orphan',
  'tool.undeclared',
  'tool.left-out',
  'call.server',
]);

export function stepRequest(step: RecordedStep, question: StepQuestion): StepRequest | LeftOut {
  const { arm } = question;
  const target = (arm.target === null ? undefined : replayTarget(arm.target)) ?? targetOfOrigin(step.origin);
  if (!isAskable(target)) return { leftOut: `Requests in the format of ${target.label} cannot be sent from here yet.` };
  const model = arm.model ?? step.origin.model;
  if (!model) return { leftOut: 'The record does not name the model.' };
  const written = conversation(step.generations, {
    target: { api: target.api, model, ...(target.provider && { provider: target.provider }) },
    withAnswer: false,
    includeReasoning: arm.withThoughts,
  });
  const change = written.notes.find(({ rule }) => CHANGES_WHAT_IS_SEEN.has(rule));
  if (change) return { leftOut: `The model would not see what it saw: ${change.what}.` };
  const maxOutputTokens = Math.min(question.maxOutputTokens, step.settings.maxTokens ?? Infinity);
  return withSettings(step, question, { target, model, body: written.body, headers: {}, maxOutputTokens });
}

function withSettings(step: RecordedStep, question: StepQuestion, request: StepRequest): StepRequest | LeftOut {
  const { target, model, maxOutputTokens } = request;
  const draft = joined(request.body, outputLimit(target, maxOutputTokens), temperatureOf(step, request));
  const wish = wishOf(question);
  const asked = reasoningRequest(
    { provider: target.provider ?? '', api: target.api, model, form: 'wire' },
    wish,
    draft,
  );
  if (!asked.ok) return { leftOut: asked.errors.map(({ message, fix }) => `${message} ${fix}`).join(' ') };
  const body = joined(draft, asked.parameters as JsonRecord);
  if (target.api === 'anthropic.messages' && isUnrepeatable(question, wish, body))
    return {
      leftOut: 'The record does not say how much thinking was asked for, so the same setting cannot be repeated.',
    };
  return { ...request, body, headers: asked.headers ?? {} };
}

/** A variant changes only what it names. */
function wishOf({ arm, effort }: StepQuestion): ReasoningWish {
  if (arm.budgetTokens !== null) return { budgetTokens: arm.budgetTokens };
  const wanted = arm.effort ?? effort;
  return wanted === null ? {} : { effort: wanted as ReasoningEffort };
}

/** Claude thinks with a budget only when the request has one, and spans do not report it. */
function isUnrepeatable({ reasoningTokens }: StepQuestion, wish: ReasoningWish, body: JsonRecord): boolean {
  const isOpen = wish.effort === undefined && wish.budgetTokens === undefined;
  return isOpen && (reasoningTokens ?? 0) > 0 && !('thinking' in body);
}

/** Another model may have another range, so a temperature is repeated for the same one only. */
function temperatureOf({ settings, origin }: RecordedStep, { target, model }: StepRequest): JsonRecord {
  if (settings.temperature === undefined || model !== origin.model) return {};
  const { temperature } = settings;
  return target.api === 'gemini.generateContent' ? { generationConfig: { temperature } } : { temperature };
}

/** Objects of one name are joined, such as Gemini's `generationConfig`. */
function joined(...bodies: readonly JsonRecord[]): JsonRecord {
  const all: JsonRecord = {};
  for (const body of bodies) {
    for (const [name, value] of Object.entries(body)) {
      const before = all[name];
      all[name] = isRecord(before) && isRecord(value) ? { ...before, ...value } : value;
    }
  }
  return all;
}
