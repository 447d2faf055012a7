// What of a trace leaves by a share link: everything that is a text, or tells of one, is replaced here unless its kind is shown. Rows are written
// out column by column: one that is new elsewhere does not leave, and the compiler asks here what is to become of it.
import type {
  CallKey,
  CallPreview,
  CallText,
  CallTextField,
  TraceCallRow,
  TraceSpanRow,
  TraceSummary,
} from '@subtext/db';
import { GEN_AI, SUBTEXT } from '@subtext/reasoning';
import { NOT_SHARED, type SharedKind, type Shows } from '../lib/share.ts';
import type { Lack } from './trace/lacks.ts';

/** What an answer says stands in the field of arguments. */
export const kindOf = (field: CallTextField, ofAnswer: boolean): SharedKind => {
  if (field === 'thought') return 'thoughts';
  if (field === 'preamble') return 'said';
  if (field === 'result') return 'results';
  return ofAnswer ? 'said' : 'arguments';
};

/** The sums and the names of models. Who and where it was, its tags and its session concern nobody but the project. */
export function sharedSummary(summary: TraceSummary, shows: Shows): TraceSummary {
  const { id, name, models, startedAt, endedAt, updatedAt, quietMs, spans, steps, errors, root, costs } = summary;
  const { generations, generationsReporting, generationsUnpriced, reasoningTokens, hiddenReasoningTokens } = summary;
  return {
    ...{ id, name, asked: shows.said ? summary.asked : null, models },
    ...{ sessionId: null, userId: null, environment: null, release: null, service: null, tags: [] },
    ...{ startedAt, endedAt, updatedAt, quietMs, spans, steps, errors },
    ...{ generations, generationsReporting, generationsUnpriced },
    ...{ reasoningTokens, hiddenReasoningTokens, outputTokens: summary.outputTokens, costs },
    root: root && { name: root.name, status: root.status, statusMessage: shows.results ? root.statusMessage : null },
  };
}

/** Messages of errors say what tools and providers answered. */
export function sharedSpan(span: TraceSpanRow, shows: Shows): TraceSpanRow {
  return {
    id: span.id,
    parentId: span.parentId,
    kind: span.kind,
    name: span.name,
    start: span.start,
    duration: span.duration,
    status: span.status,
    statusMessage: shows.results ? span.statusMessage : null,
    agent: span.agent,
    model: span.model,
    incomplete: span.incomplete,
    paused: span.paused,
    state: span.state,
    inputTokens: span.inputTokens,
    outputTokens: span.outputTokens,
    reasoningTokens: span.reasoningTokens,
    reasoningSource: span.reasoningSource,
    cost: span.cost,
    reasoningCost: span.reasoningCost,
    hiddenCost: span.hiddenCost,
  };
}

/** Lengths tell of texts, too: of one that is not shown only that it is there. Keys of arguments are hashes of them: here they are numbered. */
export function sharedCalls(calls: readonly TraceCallRow[], shows: Shows): TraceCallRow[] {
  const numbers = new Map<number, number>();
  const numberOf = (key: number) => numbers.get(key) ?? (numbers.set(key, numbers.size), numbers.size - 1);
  return calls.map((call) => ({
    spanId: call.spanId,
    ownerId: call.ownerId,
    index: call.index,
    describedBy: call.describedBy,
    type: call.type,
    callId: call.callId,
    tool: call.tool,
    start: call.start,
    duration: call.duration,
    status: call.status,
    incomplete: call.incomplete,
    state: call.state,
    argumentsKey: call.argumentsKey === null ? null : numberOf(call.argumentsKey),
    reasoningRef: call.reasoningRef,
    reasoningTokens: call.reasoningTokens,
    tokensSource: call.tokensSource,
    reasoningCost: call.reasoningCost,
    thoughtCount: call.thoughtCount,
    thoughtCharacters: shows.thoughts ? call.thoughtCharacters : Math.min(1, call.thoughtCharacters),
    hasPreamble: call.hasPreamble,
    otherCharacters: shows.said && (isAnswer(call) || shows.arguments) ? call.otherCharacters : 0,
  }));
}

const isAnswer = ({ type }: TraceCallRow): boolean => type === 'answer' || type === 'trailing';

/** In the place of a text that is not shown the same words stand, whether there is one or not. */
export const sharedPreview = (preview: CallPreview, ofAnswer: boolean, shows: Shows): CallPreview => ({
  spanId: preview.spanId,
  index: preview.index,
  thought: shows.thoughts ? preview.thought : NOT_SHARED,
  preamble: shows.said ? preview.preamble : NOT_SHARED,
  arguments: shows[kindOf('arguments', ofAnswer)] ? preview.arguments : NOT_SHARED,
  result: shows.results ? preview.result : NOT_SHARED,
  thoughtCut: shows.thoughts && preview.thoughtCut,
});

export const NOT_SHARED_TEXT: CallText = { text: NOT_SHARED, totalCharacters: NOT_SHARED.length, blocks: 1 };

/** The texts that an attribute holds. What is not listed tells of texts that no link shows. */
const HELD_BY: ReadonlyMap<string, readonly SharedKind[]> = new Map([
  [SUBTEXT.reasoning, ['thoughts']],
  [SUBTEXT.preamble, ['said']],
  [GEN_AI.toolArguments, ['arguments']],
  [GEN_AI.toolResult, ['results']],
  [GEN_AI.outputMessages, ['thoughts', 'said', 'arguments']],
] as const);

export const sharedCuts = (cuts: readonly Lack[], shows: Shows): Lack[] =>
  cuts.filter(({ attribute = '' }) => HELD_BY.get(attribute)?.every((kind) => shows[kind]) === true);

export const keyOf = ({ spanId, index }: CallKey): string => `${spanId}.${index}`;
