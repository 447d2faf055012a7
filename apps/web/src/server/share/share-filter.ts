// The parts of a trace that a share link shows: every text, and every value that reveals one, is replaced here unless
// its kind is shown. Rows are written out column by column, so a new column is not shared by default, and the compiler
// requires a decision here.
import type {
  CallKey,
  CallPreview,
  CallText,
  CallTextField,
  StreamingCall,
  StreamingSpan,
  TraceColumns,
  TraceHighlight,
  TraceSummary,
} from '@subtext/db';
import { GEN_AI, SUBTEXT } from '@subtext/reasoning';
import { isAboutSource } from '../../lib/steps/sentences.ts';
import { NOT_SHARED, type SharedKind, type Shows } from '../../lib/traces/share.ts';
import type { Lack } from '@subtext/conventions';

/** What an analyst sees of texts. */
export const NO_TEXT_SHOWN: Shows = { thoughts: false, said: false, arguments: false, results: false };

/**
 * The shared kind of each text field of a call; an answer has its message in the field of arguments.
 */
export const kindOf = (field: CallTextField, ofAnswer: boolean): SharedKind => {
  if (field === 'thought') return 'thoughts';
  if (field === 'preamble') return 'said';
  if (field === 'result') return 'results';
  return ofAnswer ? 'said' : 'arguments';
};

/**
 * The totals and the names of models. The name of a trace is often its input, so it is shown with the inputs. User,
 * environment, release, service, tags, metadata and session stay in the project.
 */
export function sharedSummary(summary: TraceSummary, shows: Shows): TraceSummary {
  const { id, name, models, startedAt, endedAt, updatedAt, quietMs, spans, steps, errors, open, root, costs } = summary;
  const { snapshots, calls } = summary;
  const { generations, generationsReporting, generationsUnpriced, reasoningTokens, hiddenReasoningTokens } = summary;
  const { runsCounted, generationsInRuns } = summary;
  return {
    ...{ id, name: shows.said ? name : null, asked: shows.said ? summary.asked : null, models },
    ...{
      sessionId: null,
      userId: null,
      environment: null,
      release: null,
      service: null,
      tags: [],
      metadata: [],
      bookmarked: false,
    },
    ...{
      startedAt,
      endedAt,
      updatedAt,
      quietMs,
      spans,
      steps,
      calls,
      errors,
      open,
      snapshots,
      hasNoEnd: summary.hasNoEnd,
    },
    recovered: summary.recovered,
    answered: summary.answered,
    ...{ generations, generationsReporting, generationsUnpriced, runsCounted, generationsInRuns },
    ...{
      reasoningTokens,
      hiddenReasoningTokens,
      inputTokens: summary.inputTokens,
      outputTokens: summary.outputTokens,
      costs,
    },
    root: root && {
      name: shows.said ? root.name : NOT_SHARED,
      status: root.status,
      statusMessage: shows.results ? root.statusMessage : null,
    },
  };
}

/** A row of a list of traces for an analyst: the name is often the input. */
export const withoutName = <Row extends { name: string | null; asked: string | null }>(row: Row): Row => ({
  ...row,
  name: null,
  asked: null,
});

/** The second line of such a row: the tools and counts, and that there is a thought. */
export const highlightWithoutText = (highlight: TraceHighlight): TraceHighlight => ({
  id: highlight.id,
  thought: highlight.thought && { text: NOT_SHARED, state: highlight.thought.state },
  failedTool: highlight.failedTool,
  modelFailed: highlight.modelFailed,
  thoughts: highlight.thoughts,
  thoughtsWithoutText: highlight.thoughtsWithoutText,
  unreported: highlight.unreported,
  tools: highlight.tools,
});

type SpanColumns = TraceColumns['spans'];
type CallColumns = TraceColumns['calls'];

/** Error messages contain output of tools and providers. */
export const sharedSpans = ({ length, columns: spans }: SpanColumns, shows: Shows): SpanColumns => ({
  length,
  columns: {
    id: spans.id,
    parentId: spans.parentId,
    kind: spans.kind,
    ...(shows.said ? { name: spans.name, agent: spans.agent } : withoutTraceName(spans)),
    start: spans.start,
    duration: spans.duration,
    status: spans.status,
    statusMessage: shows.results ? spans.statusMessage : spans.statusMessage.map(() => null),
    model: spans.model,
    incomplete: spans.incomplete,
    paused: spans.paused,
    state: spans.state,
    inputTokens: spans.inputTokens,
    outputTokens: spans.outputTokens,
    reasoningTokens: spans.reasoningTokens,
    reasoningSource: spans.reasoningSource,
    cost: spans.cost,
    reasoningCost: spans.reasoningCost,
    hiddenCost: spans.hiddenCost,
    inRun: spans.inRun,
    partial: spans.partial,
  },
});

/**
 * A trace is named after its outermost span or the agent of it, and what runs inside carries that name on: as its
 * agent, and as the end of a name like `invoke_agent <name>`.
 */
function withoutTraceName({ parentId, name, agent }: SpanColumns['columns']) {
  const withheld = new Set(parentId.flatMap((parent, at) => (parent === null ? [name[at], agent[at]] : [])));
  const endsWithheld = (text: string) =>
    [...withheld].some((each) => typeof each === 'string' && text.endsWith(` ${each}`));
  return {
    name: name.map((each, at) =>
      parentId[at] === null || withheld.has(each) || endsWithheld(String(each)) ? NOT_SHARED : each,
    ),
    agent: agent.map((each) => (each !== null && withheld.has(each) ? NOT_SHARED : each)),
  };
}

/**
 * Lengths reveal texts, too, and so do tokens that were counted or apportioned by them: for a hidden text only its
 * existence is shown (null = length not shown). Argument keys are hashes of arguments, so a skeleton replaces them by
 * numbers.
 */
export function sharedCalls({ length, columns: calls }: CallColumns, shows: Shows): CallColumns {
  const isOfText = (at: number) => !shows.thoughts && isAboutSource(calls.tokensSource[at] as string | null);
  const unlessOfText = (column: readonly unknown[]) => column.map((of, at) => (isOfText(at) ? null : of));
  return {
    length,
    columns: {
      spanId: calls.spanId,
      ownerId: calls.ownerId,
      index: calls.index,
      describedBy: calls.describedBy,
      type: calls.type,
      callId: calls.callId,
      tool: calls.tool,
      start: calls.start,
      duration: calls.duration,
      durationInferred: calls.durationInferred,
      // Inferred from the text of a result.
      status: shows.results
        ? calls.status
        : calls.status.map((status) => (status === 'probable_error' ? 'unknown' : status)),
      incomplete: calls.incomplete,
      state: calls.state,
      argumentsKey: calls.argumentsKey,
      reasoningRef: calls.reasoningRef,
      reasoningTokens: unlessOfText(calls.reasoningTokens),
      tokensSource: unlessOfText(calls.tokensSource),
      reasoningCost: unlessOfText(calls.reasoningCost),
      thoughtCount: calls.thoughtCount,
      thoughtCharacters: shows.thoughts
        ? calls.thoughtCharacters
        : calls.thoughtCharacters.map((of) => (of ? null : 0)),
      heldThought: shows.thoughts ? calls.heldThought : calls.heldThought.map(() => null),
      hasPreamble: calls.hasPreamble,
      otherCharacters: calls.otherCharacters.map((of, at) =>
        shows.said && (isAnswer(calls.type[at]) || shows.arguments) ? of : null,
      ),
    },
  };
}

const isAnswer = (type: unknown): boolean => type === 'answer' || type === 'trailing';

/** Like sharedPreview: a hidden text does not stream either. */
export const sharedGrowing = ({ calls, ...span }: StreamingSpan, shows: Shows): StreamingSpan => ({
  ...{ traceId: span.traceId, spanId: span.spanId, snapshot: span.snapshot, callCount: span.callCount },
  calls: calls.map((call): StreamingCall => ({
    ...{ spanId: call.spanId, index: call.index, type: call.type, tool: call.tool, state: call.state },
    ...{ thoughtCount: call.thoughtCount, hasPreamble: call.hasPreamble },
    thought: shows.thoughts ? call.thought : NOT_SHARED,
    preamble: shows.said ? call.preamble : NOT_SHARED,
    arguments: shows[kindOf('arguments', isAnswer(call.type))] ? call.arguments : NOT_SHARED,
  })),
});

/** A hidden text is replaced by the same words, even if there is no text. */
export const sharedPreview = (preview: CallPreview, ofAnswer: boolean, shows: Shows): CallPreview => ({
  spanId: preview.spanId,
  index: preview.index,
  thought: shows.thoughts ? preview.thought : NOT_SHARED,
  preamble: shows.said ? preview.preamble : NOT_SHARED,
  arguments: shows[kindOf('arguments', ofAnswer)] ? preview.arguments : NOT_SHARED,
  result: shows.results ? preview.result : NOT_SHARED,
  thoughtCut: shows.thoughts ? preview.thoughtCut : null,
});

export const NOT_SHARED_TEXT: CallText = {
  text: NOT_SHARED,
  totalCharacters: NOT_SHARED.length,
  blocks: 1,
  format: null,
  wireField: null,
};

/** The texts that an attribute holds. Attributes that are not listed reveal texts that no link shows. */
const HELD_BY: ReadonlyMap<string, readonly SharedKind[]> = new Map([
  [SUBTEXT.reasoning, ['thoughts']],
  [SUBTEXT.preamble, ['said']],
  [GEN_AI.toolArguments, ['arguments']],
  [GEN_AI.toolResult, ['results']],
  [GEN_AI.outputMessages, ['thoughts', 'said', 'arguments']],
] as const);

export const sharedCuts = (cuts: readonly Lack[], shows: Shows): Lack[] =>
  cuts.filter(({ attribute = '' }) => HELD_BY.get(attribute)?.every((kind) => shows[kind]) === true);

export const callTextKey = ({ spanId, index }: CallKey): string => `${spanId}.${index}`;
