/** Compares what the provider served in one run with what the read API returns of it, property by property. */
import type { ReadCall, ReadSpan, ReadStep, ReadTrace } from './read-api.ts';
import { ORDER, type AgentName, type ScriptedCall } from './script.ts';
import type { ServedTurn } from './shop-provider.ts';

export const PROPERTIES = [
  'one trace',
  'calls once',
  'thoughts paired',
  'results paired',
  'errors known',
  'cost once',
  'agents nested',
  'agents named',
] as const;
export type Property = (typeof PROPERTIES)[number];

/** undefined = it holds; null = the run has nothing that it could hold for; otherwise what is wrong. */
export type Finding = string | undefined | null;
export type Findings = Record<Property, Finding>;

export interface Served {
  order: string;
  turns: readonly ServedTurn[];
  /** The agent that the question goes to. */
  first: AgentName;
}

/** A call of a step, with the trace and the position of the step. */
interface FoundCall {
  call: ReadCall;
  step: ReadStep;
  trace: ReadTrace;
}

interface Evidence extends Served {
  /** The traces that mention the order. */
  traces: readonly ReadTrace[];
  found: readonly FoundCall[];
}

export function check(served: Served, all: readonly ReadTrace[]): Findings {
  const traces = all.filter(({ steps }) => JSON.stringify(steps).includes(served.order));
  const found = traces.flatMap((trace) =>
    trace.steps.flatMap((step) =>
      step.calls.filter(({ type }) => type !== 'answer' && type !== 'trailing').map((call) => ({ call, step, trace })),
    ),
  );
  const evidence: Evidence = { ...served, traces, found };
  return {
    'one trace': oneTrace(evidence),
    'calls once': callsOnce(evidence),
    'thoughts paired': thoughtsPaired(evidence),
    'results paired': resultsPaired(evidence),
    'errors known': errorsKnown(evidence),
    'cost once': costOnce(evidence),
    'agents nested': agentsNested(evidence),
    'agents named': agentsNamed(evidence),
  };
}

const servedCalls = ({ turns }: Served) => turns.flatMap(({ calls }) => calls);

function oneTrace({ order, traces }: Evidence): Finding {
  if (traces.length !== 1) return `${traces.length} traces`;
  const orders = new Set(JSON.stringify(traces[0]!.steps).match(new RegExp(ORDER, 'g')));
  return orders.size === 1
    ? undefined
    : `its trace has the orders ${[...orders].filter((o) => o !== order).join()} too`;
}

const matches = ({ call }: FoundCall, { tool, arguments: given }: ScriptedCall): boolean =>
  call.tool === tool && canonical(parsed(call.arguments)) === canonical(given);

/** JSON with sorted keys. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return text;
  }
}

function callsOnce({ found, ...served }: Evidence): Finding {
  const calls = servedCalls(served);
  const wrong = calls.flatMap((call) => {
    const { length } = found.filter((each) => matches(each, call));
    return length === 1 ? [] : [`${call.tool} ${length} times`];
  });
  if (wrong.length > 0) return wrong.join(', ');
  return found.length === calls.length ? undefined : `${found.length} calls instead of ${calls.length}`;
}

function thoughtsPaired({ turns, found, traces }: Evidence): Finding {
  const steps = traces.flatMap((trace) => trace.steps);
  const wrong = turns.flatMap(({ thought, calls, agent }) => {
    const beside = calls.length > 0 ? calls.flatMap((call) => stepsOf(found, call)) : answersWith(steps, thought);
    const isPaired = beside.length > 0 && beside.every(({ thought: { texts } }) => texts.join() === thought);
    const mentions = steps.filter((step) => step.thought.texts.includes(thought)).length;
    if (isPaired && mentions === 1) return [];
    return [`${agent}, before ${calls.map(({ tool }) => tool).join(' and ') || 'its answer'}`];
  });
  return wrong.length > 0 ? wrong.join(', ') : undefined;
}

const stepsOf = (found: readonly FoundCall[], call: ScriptedCall): ReadStep[] =>
  found.filter((each) => matches(each, call)).map(({ step }) => step);

const answersWith = (steps: readonly ReadStep[], thought: string): ReadStep[] =>
  steps.filter(({ kind, thought: { texts } }) => kind === 'answer' && texts.includes(thought));

function resultsPaired({ found, ...served }: Evidence): Finding {
  const wrong = servedCalls(served).flatMap((call) => {
    const results = found.filter((each) => matches(each, call)).map((each) => each.call.result);
    // The text of a failure is each framework's own.
    const isPaired = results.length > 0 && results.every((result) => result?.includes(call.result ?? ''));
    return isPaired ? [] : [call.tool];
  });
  return wrong.length > 0 ? wrong.join(', ') : undefined;
}

/** The failed call has another status than those that succeeded, and no other call has failed. */
function errorsKnown({ found, ...served }: Evidence): Finding {
  const calls = servedCalls(served);
  if (calls.every(({ result }) => result !== undefined)) return null;
  const statesOf = (isFailed: boolean) =>
    new Set(
      calls
        .filter(({ result }) => (result === undefined) === isFailed)
        .flatMap((call) => found.filter((each) => matches(each, call)))
        .map(({ call }) => call.status),
    );
  const wrong = [
    ...[...statesOf(true)].filter((status) => !FAILED.has(status)).map((status) => `the failed call is ${status}`),
    ...[...statesOf(false)]
      .filter((status) => !SUCCEEDED.has(status))
      .map((status) => `a call that succeeded is ${status}`),
  ];
  if (statesOf(true).size === 0) return 'the failed call is missing';
  return wrong.length > 0 ? wrong.join(', ') : undefined;
}

/** Known, or marked as inferred. */
const FAILED = new Set(['error', 'probable_error']);
/** Most formats never say that a call succeeded. */
const SUCCEEDED = new Set(['ok', 'unknown']);

/** Nano-dollars for a token: the published prices of the models that the programs name. */
const PRICES: Readonly<Record<string, { input: bigint; output: bigint }>> = {
  'gpt-5.2': { input: 1750n, output: 14_000n },
  'gpt-oss-120b': { input: 39n, output: 180n },
  'claude-sonnet-4-6': { input: 3000n, output: 15_000n },
  'gemini-3-flash-preview': { input: 500n, output: 3000n },
};

function costOnce({ turns, traces }: Evidence): Finding {
  const expected = turns.reduce((sum, { model, usage }) => {
    const price = PRICES[model];
    if (!price) throw new Error(`There is no price for ${model} in properties.ts.`);
    return sum + BigInt(usage.input) * price.input + BigInt(usage.output) * price.output;
  }, 0n);
  if (traces.some(({ cost, modelCallsWithoutPrice }) => cost === null || modelCallsWithoutPrice > 0)) return 'no price';
  const actual = traces.reduce((sum, { cost }) => sum + nanoDollars(cost ?? '0'), 0n);
  return actual === expected ? undefined : `${actual} nano-dollars instead of ${expected}`;
}

function nanoDollars(dollars: string): bigint {
  const [whole = '0', fraction = ''] = dollars.split('.');
  return BigInt(whole + fraction.padEnd(9, '0'));
}

/** Calls that start an agent which comes back with their result. */
const delegations = ({ first, ...served }: Served) =>
  first === 'frontDesk'
    ? servedCalls({ first, ...served }).flatMap((call) => (call.starts ? [{ ...call, starts: call.starts }] : []))
    : [];

function agentsNested(evidence: Evidence): Finding {
  const starting = delegations(evidence);
  if (starting.length === 0) return null;
  const wrong = starting.filter((call) => !isNested(call, evidence)).map(({ starts }) => starts);
  return wrong.length > 0 ? `not below its call: ${wrong.join(', ')}` : undefined;
}

/** All model calls of the agent are below the execution of the call that started it, also where steps are listed. */
function isNested(call: ScriptedCall, evidence: Evidence): boolean {
  const [parent] = evidence.found.filter((each) => matches(each, call));
  const own = stepsBy(call.starts!, evidence);
  if (parent === undefined || own.length === 0) return false;
  return own.every(
    ({ step, trace }) => step.level > parent.step.level && ancestors(step, trace).some((span) => executes(span, call)),
  );
}

function ancestors(step: ReadStep, { spans }: ReadTrace): ReadSpan[] {
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  const above: ReadSpan[] = [];
  for (let id = step.spanId; id;) {
    const span = byId.get(id);
    if (span === undefined || above.includes(span)) break;
    above.push(span);
    id = span.parentSpanId;
  }
  return above;
}

const executes = (span: ReadSpan, { tool, arguments: given }: ScriptedCall): boolean =>
  TOOL_NAMES.some((name) => span.attributes[name] === tool) &&
  argumentsOf(span).some((text) => canonical(parsed(String(text))) === canonical(given));

/** Where the conventions, OpenInference and VoltAgent, and Genkit write the name of a tool. */
const TOOL_NAMES = ['gen_ai.tool.name', 'tool.name', 'genkit:name'];

/** Where the conventions, Google ADK, OpenInference, VoltAgent, Genkit and Strands write the arguments of a call. */
const argumentsOf = ({ attributes, events }: ReadSpan): unknown[] => [
  attributes['gen_ai.tool.call.arguments'],
  attributes['gcp.vertex.agent.tool_call_args'],
  attributes['input.value'],
  attributes.input,
  attributes['genkit:input'],
  ...events.filter(({ name }) => name === 'gen_ai.tool.message').map((event) => event.attributes.content),
];

function stepsBy(agent: AgentName, { turns, traces }: Evidence): { step: ReadStep; trace: ReadTrace }[] {
  const thoughts = turns.filter((turn) => turn.agent === agent).map(({ thought }) => thought);
  return traces.flatMap((trace) =>
    trace.steps
      .filter((step) => step.thought.texts.some((text) => thoughts.includes(text)))
      .map((step) => ({ step, trace })),
  );
}

/** The words that a name of the agent contains: its own name, or the name of the tool that starts it. */
const NAMES: Record<AgentName, RegExp> = {
  orderDesk: /order/i,
  frontDesk: /front/i,
  courier: /courier/i,
  billing: /billing/i,
  reception: /reception/i,
  claimsDesk: /claims/i,
};

/** An agent that another one started has a name, and none has the name of another. */
function agentsNamed(evidence: Evidence): Finding {
  if (evidence.first === 'orderDesk') return null;
  const agents = [...new Set(evidence.turns.map(({ agent }) => agent))];
  const wrong = agents.flatMap((agent) => {
    const names = new Set(stepsBy(agent, evidence).map(({ step }) => step.agent));
    const isOwn = [...names].every((name) => (name === null ? agent === evidence.first : NAMES[agent].test(name)));
    return isOwn && names.size === 1 ? [] : [`${agent} is ${[...names].map((name) => name ?? 'unnamed').join()}`];
  });
  return wrong.length > 0 ? wrong.join(', ') : undefined;
}
