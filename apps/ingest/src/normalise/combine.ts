/**
 * Merges the facts of all dialects that recognize a span into one normalized span: each field comes from the first that
 * has it.
 */
import type { SpanKind } from '@subtext/db';
import { GENERAL, sentInput, sentOutput, type AttributedCall, type Dialect, type Usage } from '@subtext/reasoning';
import type { Span } from '../otlp/wire.ts';
import type { SpanFacts, SpanReader } from './dialect.ts';
import { asked as questionIn, callsToldBy, generationOf } from './generation.ts';
import type { Conversation, ModelFacts, NormalisedSpan, RunFigures, SpanContext } from './model.ts';
import { providerOf } from './providers.ts';
import { contextOf, withoutUndefined } from './span-context.ts';
import { believable, inclusive } from './values.ts';

interface Known {
  reader: SpanReader;
  dialects: readonly Dialect[];
  facts: readonly SpanFacts[];
}

export function combine(known: Known): Omit<NormalisedSpan, 'span' | 'convention'> {
  const { facts, reader } = known;
  const { span } = reader;
  const kind = first(facts, (said) => said.kind) ?? 'span';
  const name = first(facts, (said) => said.name);
  const failure = failureOf(known, kind);
  const normalised = {
    kind,
    ...(name !== undefined && { name }),
    ...(failure !== undefined && { failure }),
    context: contextFrom(span, facts),
  };
  if (kind === 'generation' || kind === 'embedding') {
    return { ...normalised, generation: generationOf(span, conversationFrom(known)) };
  }
  const run = kind === 'agent' || kind === 'chain' ? runFrom(known) : undefined;
  const asked = questionFrom(facts);
  const figures = { ...(run && { run }), ...(asked !== undefined && { asked }) };
  const told = first(facts, (said) => said.told);
  if (told) return { ...normalised, ...figures, told: callsToldBy(span, told) };
  const execution = kind === 'tool' ? first(facts, (said) => said.execution)?.() : undefined;
  return { ...normalised, ...figures, ...(execution && { execution: filledUp(execution, facts) }) };
}

function questionFrom(facts: readonly SpanFacts[]): string | undefined {
  const messages = first(facts, (said) => said.asked);
  return messages && questionIn(messages({ generateId: () => '' }));
}

/**
 * The failure of a span whose status is unset. By the conventions a span with an `error.type` failed; spans without a
 * kind have rules of their own for it.
 */
function failureOf({ reader, facts }: Known, kind: SpanKind): string | undefined {
  if (reader.span.statusCode !== UNSET) return undefined;
  return first(facts, ({ failure }) => failure) ?? (kind === 'span' ? undefined : reader.text(GENERAL.errorType));
}

const UNSET = 0;

/** Messages are read only for generations: decoding a history costs more than all the rest. */
function conversationFrom(known: Known): Conversation {
  const { reader, dialects, facts } = known;
  return {
    model: modelFrom(facts),
    usage: usageFrom(known),
    input: (options) => sentInput(reader, dialects, options),
    output: (options) => sentOutput(reader, dialects, options),
    repeats: first(facts, (said) => said.repeats),
  };
}

function runFrom(known: Known): RunFigures | undefined {
  const usage = usageFrom(known);
  if (!usage) return undefined;
  const { provider, requestModel, responseModel, reasoningEffort } = modelFrom(known.facts);
  return { ...withoutUndefined({ provider, requestModel, responseModel, reasoningEffort }), usage };
}

const modelFrom = (facts: readonly SpanFacts[]): Partial<ModelFacts> =>
  merged(facts.flatMap(({ model }) => (model ? [withProviderKnown(model)] : []))) ?? {};

/** A framework's name is not a provider: then another dialect may report it. */
function withProviderKnown(model: Partial<ModelFacts>): Partial<ModelFacts> {
  const provider = providerOf(model.provider);
  if (provider === model.provider) return model;
  const { provider: _said, ...others } = model;
  return { ...others, ...(provider !== undefined && { provider }) };
}

/**
 * Token counts under one name come from one sender; another dialect may add what it left out. Our own SDK follows the
 * conventions exactly.
 */
function usageFrom({ facts, dialects }: Known): Usage | undefined {
  const usage = merged(facts.flatMap((said) => said.usage ?? []));
  return usage && (dialects[0]?.name === 'subtext' ? believable(usage) : inclusive(usage));
}

/** Each field comes from the first dialect that has it. */
function merged<Fields extends object>(said: readonly Fields[]): Fields | undefined {
  if (said.length < 2) return said[0];
  return Object.assign({}, ...said.toReversed().map((one) => withoutUndefined(one))) as Fields;
}

function contextFrom(span: Span, facts: readonly SpanFacts[]): SpanContext {
  const said = facts.flatMap(({ context }) => (context ? [context] : []));
  const usual = contextOf(span);
  if (said.length === 0) return usual;
  const merged = Object.assign(usual, ...said.toReversed().map(withoutUndefined)) as SpanContext;
  merged.tags = said.find(({ tags }) => tags && tags.length > 0)?.tags ?? usual.tags;
  merged.metadata = new Map([usual.metadata, ...said.map(({ metadata }) => metadata ?? [])].flatMap((map) => [...map]));
  return merged;
}

/** Name, id, arguments and result may come from different attributes of one span. */
function filledUp(execution: AttributedCall, facts: readonly SpanFacts[]): AttributedCall {
  const isWhole =
    execution.name !== '' && execution.id !== '' && execution.result !== undefined && hasArguments(execution);
  // Reading arguments and result again costs as much as everything else of a tool.
  if (isWhole) return execution;
  const others = facts.flatMap((said) => (said.execution ? [said.execution()] : []));
  const named = others.find(({ name }) => name !== '');
  const known = others.find(({ id }) => id !== '');
  const answered = others.find(({ result }) => result !== undefined);
  const given = others.find((other) => hasArguments(other)) ?? others.find((other) => other.arguments !== undefined);
  return {
    ...execution,
    ...(execution.name === '' && named && { name: named.name }),
    ...(execution.id === '' && known && { id: known.id }),
    ...(execution.result === undefined && answered && { result: answered.result }),
    ...(!hasArguments(execution) && given && { arguments: given.arguments }),
  };
}

function hasArguments({ arguments: given }: AttributedCall): boolean {
  if (given === undefined) return false;
  return typeof given !== 'object' || given === null || Object.keys(given).length > 0;
}

function first<T>(facts: readonly SpanFacts[], pick: (facts: SpanFacts) => T | undefined): T | undefined {
  for (const said of facts) {
    const value = pick(said);
    if (value !== undefined) return value;
  }
  return undefined;
}
