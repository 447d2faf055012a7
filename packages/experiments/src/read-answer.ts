/** What an answer of a provider says, compared with the record, as it is stored. */
import type { AnswerCall, AnswerFigures } from '@subtext/db';
import { compareAnswers, indexSeen, unsourcedValues, type OfferedTool, type RequestedCall } from '@subtext/evidence';
import { indexEntries } from './seen-entries.ts';
import {
  jsonText,
  readResponse,
  readTools,
  type Part,
  type ProviderReply,
  type Rates,
  type Usage,
} from '@subtext/reasoning';
import { chargeOf } from './rates.ts';
import { callsIn, type RecordedStep } from './recorded-step.ts';
import type { KeepText } from './keep-text.ts';

export interface ProviderAnswer extends ProviderReply {
  latencyMs: number | null;
}

interface AskedStep {
  step: RecordedStep;
  model: string;
  ratesFor: (inputTokens: number) => Rates;
  keep: KeepText;
}

const MAX_CALLS = 20;
const MAX_NAME = 200;
const MAX_ARGUMENTS = 4_000;
const MAX_TEXT = 2_000;
const MAX_REASON = 300;

/** A sentence in place of figures: the provider refused, or the answer cannot be read. */
export function readAnswer(
  answer: ProviderAnswer,
  asked: AskedStep,
): AnswerFigures | { refused: string; isCharged: boolean } {
  const { status, contentType, body } = answer;
  const read = readResponse({ body, contentType, requestModel: asked.model, requestApi: asked.step.origin.api });
  if (status < 200 || status >= 300 || (read?.error && !read.usage)) {
    const message = read?.error?.message ?? messageIn(body);
    return { refused: `The provider answered ${status}: ${bounded(message, MAX_REASON)}`, isCharged: status < 300 };
  }
  const choice = read?.choices[0];
  if (!read || !choice) return { refused: 'The answer is in no format that can be read.', isCharged: true };
  const calls = callsIn(choice.parts, read.usage);
  return {
    ...figuresOf(read.usage, answer, asked),
    ...comparison(calls, asked),
    ...textsOf(choice.parts, calls, asked.keep),
  };
}

function figuresOf(usage: Usage | undefined, { latencyMs }: ProviderAnswer, { ratesFor }: AskedStep) {
  return {
    cost: chargeOf(usage, ratesFor(usage?.input ?? 0)),
    inputTokens: usage?.input ?? null,
    outputTokens: usage?.output ?? null,
    reasoningTokens: usage?.reasoning ?? null,
    latencyMs,
  };
}

function comparison(calls: readonly RequestedCall[], { step }: AskedStep) {
  const { isSameCall, arguments: match } = compareAnswers(step.calls, calls);
  const seen = indexSeen(indexEntries(step));
  const tools = toolsOf(step);
  return {
    isSameCall,
    argumentsMatch: match ?? null,
    unsourced: unsourcedValues(calls, seen, tools) ?? null,
    recordedUnsourced: unsourcedValues(step.calls, seen, tools) ?? null,
  };
}

const toolsOf = ({ last }: RecordedStep): OfferedTool[] =>
  readTools(last.toolDefinitions ?? []).tools.map(({ name, description, parameters }) => ({
    name,
    description,
    schema: parameters,
  }));

function textsOf(parts: readonly Part[], calls: readonly RequestedCall[], keep: KeepText) {
  const written = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n\n');
  return {
    calls: calls.slice(0, MAX_CALLS).map((call): AnswerCall => ({
      name: bounded(call.name, MAX_NAME),
      arguments: kept(keep(jsonText(call.arguments) ?? '', 'arguments'), MAX_ARGUMENTS),
    })),
    text: written === '' ? null : kept(keep(written, 'text'), MAX_TEXT),
  };
}

const kept = (text: string | undefined, length: number): string | null =>
  text === undefined ? null : bounded(text, length);

export const bounded = (text: string, length: number): string =>
  text.slice(0, length).replaceAll('\0', '').toWellFormed();

function messageIn(body: string): string {
  return body.replaceAll(/\s+/g, ' ').trim() || 'without a message';
}
