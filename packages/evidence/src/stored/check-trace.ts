/**
 * Everything that can be shown about a stored trace. Steps are added in the order of time, and the request of each is
 * looked at once, so that the requests of a long trace are never in memory together:
 *
 *   stored step → what the model had before it → origins of its arguments
 *               → step of its run ─── after the last one ──→ findings of each run
 */
import { BilledSums, type BilledSum } from '../billing/index.ts';
import { checkRun } from '../checks/checks.ts';
import { canonicalJson } from '../checks/text/canonical-json.ts';
import { CHECK_IDS, type CheckId, type NotChecked } from '../checks/finding.ts';
import type { CarriedThinking, ThinkingDistribution } from '../checks/run.ts';
import { originsOf } from '../origins/origins-of.ts';
import { indexSeen } from '../origins/search/seen-index.ts';
import type { SeenEntry } from '../origins/origin.ts';
import { Conversations } from './conversations.ts';
import {
  ContextOfRun,
  textOf,
  type EntrySource,
  type IndexBudget,
  type StepContext,
  type UnnamedCall,
} from './context.ts';
import { isHeld, isTool, reported, stepOf, type PlacedStep } from './step-of.ts';
import {
  ORIGIN_CHECKS,
  originFindings,
  storedFinding,
  type OriginCheckId,
  type StoredFinding,
} from './stored-evidence.ts';
import { storedOrigins, type StoredOrigins } from './stored-origins.ts';
import type { CallPlace, StoredCall, StoredStep } from './stored-step.ts';
import { toolsIn, type OfferedTool } from './offered-tools.ts';

/** Raised when the same trace has other findings than before: stored traces are then checked again. */
export const EVIDENCE_VERSION = 3;

export type TraceCheckId = CheckId | OriginCheckId;
export const TRACE_CHECK_IDS: readonly TraceCheckId[] = [...CHECK_IDS, ...ORIGIN_CHECKS];

export interface CheckedTrace {
  steps: number;
  findings: StoredFinding[];
  /** By check, then by reason: how many steps could not be checked. */
  notChecked: Record<string, Record<string, number>>;
  /** By check: how many steps could not be checked, for any reason. */
  countsNotChecked: Record<string, number>;
  /** By span id of every step, then by check. Steps with the same reasons share one position in `reasons`. */
  stepsNotChecked: { reasons: Record<string, string[]>[]; steps: Record<string, number> };
  origins: (CallPlace & { origins: StoredOrigins })[];
  billed: BilledSum[];
}

/** Characters of requests that are indexed; what is beyond is not looked at. */
const MOST_INDEXED = 48_000_000;

interface RunInProgress {
  context: ContextOfRun;
  steps: PlacedStep[];
  tools: Map<string, OfferedTool>;
  /** Step of each call id. */
  stepOfCall: Map<string, number>;
  /** The last step that wrote this text. */
  stepOfText: Map<string, number>;
}

type Missed = Pick<NotChecked, 'reason'> & { checkId: string; spanId: string };

export class TraceCheck {
  readonly #runs = new Conversations(() => this.#newRun());
  readonly #places = new Map<string, CallPlace>();
  readonly #results = new Map<string, string>();
  readonly #origins: CheckedTrace['origins'] = [];
  readonly #billed = new BilledSums();
  readonly #findings: StoredFinding[] = [];
  readonly #missed: Missed[] = [];
  readonly #budget: IndexBudget = { characters: MOST_INDEXED };
  readonly #usualThinking: ReadonlyMap<string, ThinkingDistribution> | undefined;

  constructor(usualThinking?: ReadonlyMap<string, ThinkingDistribution>) {
    this.#usualThinking = usualThinking;
  }

  add(stored: StoredStep): void {
    const run = this.#runs.runOf(stored);
    const context = run.context.next(stored.context);
    for (const [callId, result] of context.results) this.#results.set(callId, result);
    addUnnamedResults(run.steps, context.unnamed);
    for (const tool of toolsIn(stored.context?.generation.toolDefinitions ?? [])) run.tools.set(tool.name, tool);
    const placed = stepOf(stored, context, carriedIn(context, run));
    const previous = run.steps.at(-1);
    if (previous && context.isSameAsBefore !== null)
      previous.step = { ...previous.step, retried: context.isSameAsBefore };
    this.#billed.add(stored, placed.step);
    this.#look(stored, placed, { context, tools: run.tools });
    for (const { callId, index } of stored.calls) {
      if (callId === null) continue;
      this.#places.set(callId, { spanId: stored.spanId, index });
      run.stepOfCall.set(callId, run.steps.length);
    }
    if (placed.step.message?.trim()) run.stepOfText.set(placed.step.message.trim(), run.steps.length);
    run.steps.push(placed);
  }

  finish(): CheckedTrace {
    for (const run of this.#runs.runs) this.#checkRun(run);
    const steps = this.#runs.runs.flatMap((run) => run.steps);
    const order = new Map(steps.map(({ spanId }, index) => [spanId, index]));
    this.#findings.sort((one, other) => order.get(one.spanId)! - order.get(other.spanId)!);
    return {
      steps: steps.length,
      findings: this.#findings,
      ...countsOf(this.#missed),
      stepsNotChecked: reasonsOf(
        this.#missed,
        steps.map(({ spanId }) => spanId),
      ),
      origins: this.#origins,
      billed: this.#billed.sums(),
    };
  }

  #newRun(): RunInProgress {
    const context = new ContextOfRun((callId) => this.#places.get(callId), this.#budget);
    return { context, steps: [], tools: new Map(), stepOfCall: new Map(), stepOfText: new Map() };
  }

  #look(stored: StoredStep, placed: PlacedStep, { context, tools }: { context: StepContext; tools: Offered }): void {
    const own = new OwnTexts(stored.spanId, context.sources.length);
    for (const call of stored.calls) {
      own.addBefore(call);
      // A call that its provider ran had what the provider's tools returned in the same answer.
      if (isTool(call) && call.type === 'function') this.#originsOf(call, placed, { context, tools, own });
      own.addCall(call);
    }
  }

  #originsOf(call: StoredCall, placed: PlacedStep, { context, tools, own }: Before): void {
    if (call.arguments === null || isHeld(call.arguments)) {
      this.#miss(placed.spanId, 'arguments_not_reported');
      return;
    }
    const tool = tools.get(call.tool);
    const origins = originsOf(call.arguments, [...context.indexes, ...own.indexes], {
      ...(tool?.schema !== undefined && { schema: tool.schema }),
      ...(tool?.description !== undefined && { description: tool.description }),
    });
    const stored = storedOrigins(origins, {
      sourceOf: (entry) => context.sources[entry] ?? own.sourceOf(entry),
      lacksInstructions: context.lacksInstructions,
    });
    if (stored.values.length > 0) this.#origins.push({ spanId: placed.spanId, index: call.index, origins: stored });
    this.#findings.push(...originFindings(placed, call.index, stored));
    if (stored.omitted > 0 || stored.values.some(({ kind }) => kind === 'unknown'))
      this.#miss(placed.spanId, 'context_not_stored');
  }

  #miss(spanId: string, reason: Missed['reason']): void {
    for (const checkId of ORIGIN_CHECKS) this.#missed.push({ checkId, spanId, reason });
  }

  #checkRun({ steps, tools }: RunInProgress): void {
    for (const { step, callIds } of steps) {
      step.calls = step.calls.map((call, at) => {
        const result = call.result ?? reported(this.#results.get(callIds[at] ?? '') ?? null);
        return { ...call, result };
      });
    }
    const checked = checkRun({
      steps: steps.map(({ step }) => step),
      tools: [...tools.keys()],
      ...(this.#usualThinking && { usualThinking: this.#usualThinking }),
    });
    this.#findings.push(...checked.findings.map((finding) => storedFinding(finding, steps)));
    for (const { check, step, reason } of checked.notChecked)
      this.#missed.push({ checkId: check, spanId: steps[step]!.spanId, reason });
  }
}

type Offered = ReadonlyMap<string, OfferedTool>;
interface Before {
  context: StepContext;
  tools: Offered;
  own: OwnTexts;
}

/** What the model wrote in the same answer before a call. */
class OwnTexts {
  readonly #spanId: string;
  readonly #first: number;
  readonly #sources: EntrySource[] = [];
  indexes: ReturnType<typeof indexSeen>[] = [];

  constructor(spanId: string, first: number) {
    this.#spanId = spanId;
    this.#first = first;
  }

  sourceOf(entry: number): EntrySource | undefined {
    return this.#sources[entry - this.#first];
  }

  addBefore({ index, thoughts, preamble }: StoredCall): void {
    this.#add(
      thoughts.map((text) => ({ kind: 'thought', text })),
      { index, field: 'thought' },
    );
    if (preamble !== null) this.#add([{ kind: 'message', text: preamble }], { index, field: 'preamble' });
  }

  addCall(call: StoredCall): void {
    if (!isTool(call) || call.arguments === null) return;
    this.#add([{ kind: 'argument', text: call.arguments }], { index: call.index, field: 'arguments' });
  }

  #add(entries: readonly SeenEntry[], text: Omit<NonNullable<EntrySource['call']>, 'spanId'>): void {
    if (entries.length === 0) return;
    const source = { call: { spanId: this.#spanId, ...text } };
    this.indexes = [...this.indexes, indexSeen(entries, this.#first + this.#sources.length)];
    this.#sources.push(...entries.map(() => source));
  }
}

/**
 * Calls without an id are known by their tool and arguments. The last one in the request is the last one of the run,
 * also where the beginning of the conversation was left out.
 */
function addUnnamedResults(steps: readonly PlacedStep[], unnamed: readonly UnnamedCall[]): void {
  if (unnamed.length === 0) return;
  const keyOf = (call: { tool: string; arguments: string | null }) =>
    call.arguments === null ? '' : textOf([call.tool, canonicalJson(call.arguments)]);
  const results = Map.groupBy(unnamed, keyOf);
  for (const { step } of steps.toReversed()) {
    if (results.size === 0) return;
    for (let at = step.calls.length - 1; at >= 0; at -= 1) {
      const call = step.calls[at]!;
      const key = keyOf(call);
      const last = results.get(key)?.pop();
      if (results.get(key)?.length === 0) results.delete(key);
      if (last?.result !== undefined && call.result === null)
        step.calls = step.calls.with(at, { ...call, result: reported(last.result) });
    }
  }
}

/** The earlier thoughts in the request, by the step that they belong to. null: the request is not stored as a whole. */
function carriedIn({ turns }: StepContext, { stepOfCall, stepOfText }: RunInProgress): CarriedThinking[] | null {
  if (turns === null) return null;
  return turns.flatMap(({ parts }): CarriedThinking[] => {
    const isThought = parts.some(({ kind }) => kind === 'reasoning' || kind === 'redacted' || kind === 'hidden');
    if (!isThought) return [];
    const call = parts.find((part) => part.kind === 'tool_call' && stepOfCall.has(part.id));
    const text = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('');
    const step = call?.kind === 'tool_call' ? stepOfCall.get(call.id) : stepOfText.get(text.trim());
    return step === undefined ? [] : [{ step, isRequired: null }];
  });
}

function countsOf(missed: readonly Missed[]): Pick<CheckedTrace, 'notChecked' | 'countsNotChecked'> {
  const [steps, reasons] = [new Map<string, Set<string>>(), new Map<string, Set<string>>()];
  for (const { checkId, reason, spanId } of missed) {
    addTo(steps, checkId, spanId);
    addTo(reasons, textOf([checkId, reason]), spanId);
  }
  const notChecked: CheckedTrace['notChecked'] = {};
  for (const [key, spans] of reasons) {
    const [checkId, reason] = JSON.parse(key) as [string, string];
    (notChecked[checkId] ??= {})[reason] = spans.size;
  }
  return { notChecked, countsNotChecked: Object.fromEntries([...steps].map(([id, spans]) => [id, spans.size])) };
}

function reasonsOf(missed: readonly Missed[], spanIds: readonly string[]): CheckedTrace['stepsNotChecked'] {
  const ofSpan = Map.groupBy(missed, ({ spanId }) => spanId);
  const positions = new Map<string, number>();
  const reasons: Record<string, string[]>[] = [];
  const steps = spanIds.map((spanId) => {
    const ofChecks = Map.groupBy(ofSpan.get(spanId) ?? [], ({ checkId }) => checkId);
    const own = Object.fromEntries(
      [...ofChecks].map(([checkId, entries]) => [checkId, [...new Set(entries.map(({ reason }) => reason))].sort()]),
    );
    const key = textOf(own);
    const position = positions.get(key) ?? reasons.push(own) - 1;
    positions.set(key, position);
    return [spanId, position] as const;
  });
  return { reasons, steps: Object.fromEntries(steps) };
}

function addTo(sets: Map<string, Set<string>>, key: string, value: string): void {
  const set = sets.get(key);
  if (set) set.add(value);
  else sets.set(key, new Set([value]));
}
