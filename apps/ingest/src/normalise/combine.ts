/**
 * Merges the facts of all conventions of a span into one normalized span: each field comes from the first that
 * has it.
 */
import { GENERAL, isTask, type AttributedCall, type SpanKind, type Usage } from '@subtext/reasoning';
import {
  believable,
  inclusive,
  providerOf,
  sentInput,
  sentOutput,
  withoutUndefined,
  type Convention,
  type ModelFacts,
  type SpanContext,
  type SpanFacts,
} from '@subtext/conventions';
import type { Span } from '../otlp/wire.ts';
import type { DecodedReader } from './span-reader.ts';
import { latestInput as questionIn, recoveredCalls, generationOf } from './generation.ts';
import { taskOf } from './task.ts';
import type { Conversation, NormalisedSpan, RunFigures } from './model.ts';
import { contextOf } from './span-context.ts';

interface RecognizedSpan {
  reader: DecodedReader;
  conventions: readonly Convention[];
  facts: readonly SpanFacts[];
}

export function combine(recognized: RecognizedSpan): Omit<NormalisedSpan, 'span' | 'convention'> {
  const { facts, reader } = recognized;
  const { span } = reader;
  const kind = first(facts, (fields) => fields.kind) ?? 'span';
  const name = first(facts, (fields) => fields.name);
  const failure = failureOf(recognized, kind);
  const normalised = {
    kind,
    ...(name !== undefined && { name }),
    ...(failure !== undefined && { failure }),
    context: contextFrom(span, facts),
  };
  if (kind === 'generation' || isTask(kind)) {
    const generation = generationOf(span, conversationFrom(recognized));
    const task = first(facts, (fields) => fields.task);
    return { ...normalised, generation: kind === 'generation' ? generation : taskOf(generation, task) };
  }
  const run = kind === 'agent' || kind === 'chain' ? runFrom(recognized) : undefined;
  const asked = questionFrom(recognized);
  const figures = { ...(run && { run }), ...(asked !== undefined && { asked }) };
  const answer = first(facts, (fields) => fields.recoveredAnswer);
  if (answer) return { ...normalised, ...figures, recoveredCalls: recoveredCalls(span, answer) };
  const execution = kind === 'tool' ? first(facts, (fields) => fields.execution)?.() : undefined;
  return { ...normalised, ...figures, ...(execution && { execution: filledUp(execution, facts) }) };
}

function questionFrom({ reader, conventions, facts }: RecognizedSpan): string | undefined {
  const asked = first(facts, (fields) => fields.asked);
  const options = { generateId: () => '' };
  return asked && questionIn(asked === 'input' ? sentInput(reader, conventions, options) : asked(options));
}

/**
 * The failure of a span whose status is unset. By the conventions a span with an `error.type` failed; spans without a
 * kind have rules of their own for it.
 */
function failureOf({ reader, facts }: RecognizedSpan, kind: SpanKind): string | undefined {
  if (reader.span.statusCode !== UNSET) return undefined;
  return first(facts, ({ failure }) => failure) ?? (kind === 'span' ? undefined : reader.text(GENERAL.errorType));
}

const UNSET = 0;

/** Messages are read only for generations: decoding a history costs more than all the rest. */
function conversationFrom(recognized: RecognizedSpan): Conversation {
  const { reader, conventions, facts } = recognized;
  return {
    model: modelFrom(facts),
    usage: usageFrom(recognized),
    input: (options) => sentInput(reader, conventions, options),
    output: (options) => sentOutput(reader, conventions, options),
    repeats: first(facts, (fields) => fields.repeats),
  };
}

function runFrom(recognized: RecognizedSpan): RunFigures | undefined {
  const usage = usageFrom(recognized);
  if (!usage) return undefined;
  const { provider, requestModel, responseModel, reasoningEffort } = modelFrom(recognized.facts);
  return { ...withoutUndefined({ provider, requestModel, responseModel, reasoningEffort }), usage };
}

const modelFrom = (facts: readonly SpanFacts[]): Partial<ModelFacts> =>
  merged(facts.flatMap(({ model }) => (model ? [withProviderKnown(model)] : []))) ?? {};

/** A framework's name is not a provider: then another convention may report it. */
function withProviderKnown(model: Partial<ModelFacts>): Partial<ModelFacts> {
  const provider = providerOf(model.provider);
  if (provider === model.provider) return model;
  const { provider: _said, ...others } = model;
  return { ...others, ...(provider !== undefined && { provider }) };
}

/**
 * Token counts under one name come from one sender; another convention may add what it left out. Our own SDK follows the
 * conventions exactly.
 */
function usageFrom({ facts, conventions }: RecognizedSpan): Usage | undefined {
  const usage = merged(facts.flatMap((fields) => fields.usage ?? []));
  return usage && (conventions[0]?.name === 'subtext' ? believable(usage) : inclusive(usage));
}

/** Each field comes from the first convention that has it. */
function merged<Fields extends object>(fields: readonly Fields[]): Fields | undefined {
  if (fields.length < 2) return fields[0];
  return Object.assign({}, ...fields.toReversed().map((one) => withoutUndefined(one))) as Fields;
}

function contextFrom(span: Span, facts: readonly SpanFacts[]): SpanContext {
  const fields = facts.flatMap(({ context }) => (context ? [context] : []));
  const usual = contextOf(span);
  if (fields.length === 0) return usual;
  const merged = Object.assign(usual, ...fields.toReversed().map(withoutUndefined)) as SpanContext;
  merged.tags = fields.find(({ tags }) => tags && tags.length > 0)?.tags ?? usual.tags;
  merged.metadata = new Map(
    [usual.metadata, ...fields.map(({ metadata }) => metadata ?? [])].flatMap((map) => [...map]),
  );
  return merged;
}

/** Name, id, arguments and result may come from different attributes of one span. */
function filledUp(execution: AttributedCall, facts: readonly SpanFacts[]): AttributedCall {
  const isWhole =
    execution.name !== '' && execution.id !== '' && execution.result !== undefined && hasArguments(execution);
  // Reading arguments and result again costs as much as everything else of a tool.
  if (isWhole) return execution;
  const others = facts.flatMap((fields) => (fields.execution ? [fields.execution()] : []));
  const named = others.find(({ name }) => name !== '');
  const withId = others.find(({ id }) => id !== '');
  const answered = others.find(({ result }) => result !== undefined);
  const given = others.find((other) => hasArguments(other)) ?? others.find((other) => other.arguments !== undefined);
  return {
    ...execution,
    ...(execution.name === '' && named && { name: named.name }),
    ...(execution.id === '' && withId && { id: withId.id }),
    ...(execution.result === undefined && answered && { result: answered.result }),
    ...(!hasArguments(execution) && given && { arguments: given.arguments }),
  };
}

function hasArguments({ arguments: given }: AttributedCall): boolean {
  if (given === undefined) return false;
  return typeof given !== 'object' || given === null || Object.keys(given).length > 0;
}

function first<T>(facts: readonly SpanFacts[], pick: (facts: SpanFacts) => T | undefined): T | undefined {
  for (const fields of facts) {
    const value = pick(fields);
    if (value !== undefined) return value;
  }
  return undefined;
}
