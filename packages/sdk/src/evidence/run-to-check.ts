// The run of an application as the checks take it: read field by field, with absent fields as "not reported".
import type {
  Call,
  CallOutcome,
  CarriedThinking,
  Finish,
  HiddenThinking,
  Run,
  Step,
  StepRates,
  StepTokens,
  ThinkingDistribution,
  Thought,
} from '@subtext/evidence';
import { EvidenceError } from './evidence-error.ts';

/** A run of one agent. What is absent was not reported. */
export interface RunToCheck {
  /** The model calls in their order. */
  steps: readonly StepToCheck[];
  /** Names of the tools that the model could call. Tools that are called count anyway. */
  tools?: readonly string[];
  /** How much thinking the calls of a tool usually take, by its name. Absent: only this run is compared. */
  usualThinking?: ReadonlyMap<string, ThinkingDistribution>;
}

/** One answer of the model. What is absent was not reported. */
export interface StepToCheck extends Partial<Omit<Step, 'thoughts' | 'calls' | 'tokens' | 'rates'>> {
  /** Absent: none has a text. */
  thoughts?: readonly ThoughtToCheck[];
  /** Absent: the model called no tool. */
  calls?: readonly CallToCheck[];
  /** As the provider counted them. */
  tokens?: Partial<StepTokens>;
  /** Dollars per million tokens. */
  rates?: Partial<StepRates> | null;
}

/** A thought with its text. By default it comes before all calls of the step, and is no summary. */
export interface ThoughtToCheck extends Partial<Thought> {
  /** The text of the thought. */
  text: string;
}

/** A call of a tool. */
export interface CallToCheck extends Partial<Call> {
  /** The name of the tool. */
  tool: string;
}

type Read<Value> = (value: unknown, path: string) => Value;
type Fields = Readonly<Record<string, unknown>>;

const MOST_ITEMS = 100_000;

const wrong = (path: string, what: string) => new EvidenceError(`${path} is no ${what}.`);

const text: Read<string> = (value, path) => {
  if (typeof value !== 'string') throw wrong(path, 'text');
  return value;
};
const flag: Read<boolean> = (value, path) => {
  if (typeof value !== 'boolean') throw wrong(path, 'boolean');
  return value;
};
const amount: Read<number> = (value, path) => {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) throw wrong(path, 'number of 0 or more');
  return value;
};
const count: Read<number> = (value, path) => {
  if (!Number.isSafeInteger(value) || (value as number) < 0) throw wrong(path, 'whole number of 0 or more');
  return value as number;
};
const fields: Read<Fields> = (value, path) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong(path, 'object');
  return value as Fields;
};

const oneOf =
  <Value extends string>(...values: readonly Value[]): Read<Value> =>
  (value, path) => {
    if (!values.includes(value as Value)) throw wrong(path, `value of ${values.join(', ')}`);
    return value as Value;
  };
const orNull =
  <Value>(read: Read<Value>): Read<Value | null> =>
  (value, path) =>
    value === undefined || value === null ? null : read(value, path);
const orElse =
  <Value>(read: Read<Value>, otherwise: Value): Read<Value> =>
  (value, path) =>
    value === undefined || value === null ? otherwise : read(value, path);
const listOf =
  <Value>(read: Read<Value>): Read<Value[]> =>
  (value, path) => {
    if (!Array.isArray(value)) throw wrong(path, 'list');
    if (value.length > MOST_ITEMS) throw new EvidenceError(`${path} has more than ${MOST_ITEMS} items.`);
    return Array.from(value as unknown[], (item, index) => read(item, `${path}[${index}]`));
  };

const outcome = oneOf<CallOutcome>('ok', 'error', 'unknown', 'no_result');
const finish = oneOf<Finish>('complete', 'length', 'blocked', 'paused', 'failed');
const hidden = oneOf<HiddenThinking>('redacted', 'encrypted', 'withheld', 'removed');

const thought: Read<Thought> = (value, path) => {
  const one = fields(value, path);
  return {
    text: text(one.text, `${path}.text`),
    callsBefore: orElse(count, 0)(one.callsBefore, `${path}.callsBefore`),
    isSummary: orElse(flag, false)(one.isSummary, `${path}.isSummary`),
  };
};

const call: Read<Call> = (value, path) => {
  const one = fields(value, path);
  return {
    tool: text(one.tool, `${path}.tool`),
    arguments: orNull(text)(one.arguments, `${path}.arguments`),
    result: orNull(text)(one.result, `${path}.result`),
    status: orElse<CallOutcome>(outcome, 'unknown')(one.status, `${path}.status`),
    thinkingTokens: orNull(count)(one.thinkingTokens, `${path}.thinkingTokens`),
    isEstimated: orElse(flag, false)(one.isEstimated, `${path}.isEstimated`),
  };
};

const carried: Read<CarriedThinking> = (value, path) => {
  const one = fields(value, path);
  return { step: count(one.step, `${path}.step`), isRequired: orNull(flag)(one.isRequired, `${path}.isRequired`) };
};

const tokens: Read<StepTokens> = (value, path) => {
  const one = fields(value, path);
  const of = (name: keyof StepTokens) => orNull(count)(one[name], `${path}.${name}`);
  return {
    ...{ input: of('input'), cacheRead: of('cacheRead'), cacheWrite: of('cacheWrite') },
    ...{ output: of('output'), thinking: of('thinking') },
  };
};

const rates: Read<StepRates> = (value, path) => {
  const one = fields(value, path);
  const of = (name: keyof StepRates) => orNull(amount)(one[name], `${path}.${name}`);
  return { input: of('input'), cacheRead: of('cacheRead'), cacheWrite: of('cacheWrite'), output: of('output') };
};

const step: Read<Step> = (value, path) => {
  const one = fields(value, path);
  const at = <Value>(name: keyof Step, read: Read<Value>): Value => read(one[name], `${path}.${name}`);
  return {
    newUserMessage: at('newUserMessage', orNull(flag)),
    effort: at('effort', orNull(text)),
    budgetTokens: at('budgetTokens', orNull(count)),
    carried: at('carried', orNull(listOf(carried))),
    thoughts: at('thoughts', orElse(listOf(thought), [])),
    hidden: at('hidden', orElse(listOf(hidden), [])),
    message: at('message', orNull(text)),
    calls: at('calls', orElse(listOf(call), [])),
    finish: at('finish', orNull(finish)),
    retried: at('retried', orNull(flag)),
    tokens: at('tokens', orElse(tokens, tokens({}, ''))),
    dollars: at('dollars', orNull(amount)),
    rates: at('rates', orNull(rates)),
  };
};

const distribution: Read<ThinkingDistribution> = (value, path) => {
  const one = fields(value, path);
  const of = (name: keyof ThinkingDistribution) => amount(one[name], `${path}.${name}`);
  return { median: of('median'), p95: of('p95'), count: of('count') };
};

function usualThinking(value: unknown): Map<string, ThinkingDistribution> | undefined {
  if (value === undefined || value === null) return undefined;
  if (!(value instanceof Map)) throw wrong('run.usualThinking', 'Map');
  const entries = [...(value as Map<unknown, unknown>)].map(
    ([tool, usual]) => [text(tool, 'A key of run.usualThinking'), distribution(usual, 'run.usualThinking')] as const,
  );
  return new Map(entries);
}

/** @throws EvidenceError */
export function readRun(value: unknown): Run {
  const run = fields(value, 'run');
  const usual = usualThinking(run.usualThinking);
  return {
    steps: listOf(step)(run.steps, 'run.steps'),
    tools: orElse(listOf(text), [])(run.tools, 'run.tools'),
    ...(usual && { usualThinking: usual }),
  };
}
