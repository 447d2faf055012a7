/**
 * Decides whose usage counts when an agent's run reports usage, too. A run (agent, chain, workflow) usually repeats the
 * sums of the model calls below it; some senders report usage only for runs. Pure
 * (docs/development/decisions/0004).
 *
 *   run            reports usage and counts                 ┐ when no model call below it reports its own,
 *   └ run          reports usage; the outer run counts      │ and the run is not part of a call that does
 *     └ call       reports none; the run above it counts    ┘
 *
 * The decision depends on the spans alone, not on their order.
 */
import { isTask, type SpanKind } from '@subtext/reasoning';
import type { SpanRecord } from '../rows/span-record.ts';

/** `run`: this run counts. `run_above`: for this model call, an enclosing run counts. */
export type UsageSource = 'run' | 'run_above';

/** A span of a trace, stored or about to be. */
export interface RunSpan {
  spanId: string;
  parentSpanId: string | null;
  kind: SpanKind;
  /** Both input and output tokens are reported (`reportsUsage`). */
  reportsUsage: boolean;
  /** The span that counts instead of this duplicate. */
  duplicateOf: string | null;
}

type Figures = Pick<SpanRecord, 'inputTokens' | 'outputTokens'>;

/**
 * True when the tokens are enough for a cost. Input tokens alone (a stream that has only begun) or two zeros (nothing
 * was counted) are not.
 */
export function reportsUsage({ inputTokens, outputTokens }: Figures): boolean {
  return inputTokens !== null && outputTokens !== null && inputTokens + outputTokens > 0;
}

export const isRun = (kind: SpanKind): boolean => kind === 'agent' || kind === 'chain';
export const isModelCall = (kind: SpanKind): boolean => kind === 'generation' || isTask(kind);

/** By span id. Spans that count, or do not, by default have no entry. */
export function usageSources(spans: readonly RunSpan[]): Map<string, UsageSource> {
  const sources = new Map<string, UsageSource>();
  if (!spans.some((span) => isRun(span.kind) && span.reportsUsage)) return sources;
  const nodes = fromTheRoots(spans);
  for (const node of nodes) node.isPartOfCall = isPartOfCall(node);
  for (const { parent, hasUsage, containsUsage } of nodes.toReversed())
    if (parent && (hasUsage || containsUsage)) parent.containsUsage = true;
  for (const node of nodes) {
    const { span, parent } = node;
    node.isCounted = parent?.isCounted === true;
    if (node.isCounted && isModelCall(span.kind)) sources.set(span.spanId, 'run_above');
    if (node.isCounted || !isRun(span.kind) || !span.reportsUsage || node.containsUsage || node.isPartOfCall) continue;
    node.isCounted = true;
    sources.set(span.spanId, 'run');
  }
  return sources;
}

interface Node {
  span: RunSpan;
  parent: Node | undefined;
  /** A model call whose usage counts. */
  hasUsage: boolean;
  /** A call with usage is below it. */
  containsUsage: boolean;
  /** A call with usage encloses it, with no tool in between, so its own figures belong to that call. */
  isPartOfCall: boolean;
  /** Counted by its own usage, or by that of an enclosing run. */
  isCounted: boolean;
}

function isPartOfCall({ parent }: Node): boolean {
  if (parent === undefined || parent.span.kind === 'tool') return false;
  return parent.hasUsage || parent.isPartOfCall;
}

/**
 * Orders each span after its parent. Omits spans that are their own ancestors and everything below them, because it is
 * unclear what their figures include.
 */
function fromTheRoots(spans: readonly RunSpan[]): Node[] {
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  const childrenOf = Map.groupBy(spans, ({ parentSpanId }) => parentSpanId);
  const isRoot = ({ parentSpanId }: RunSpan) => parentSpanId === null || !byId.has(parentSpanId);
  const nodeOf = (span: RunSpan, parent?: Node): Node => {
    const flags = { containsUsage: false, isPartOfCall: false, isCounted: false };
    return { span, parent, hasUsage: hasUsage(span, byId), ...flags };
  };
  const nodes = spans.filter(isRoot).map((span) => nodeOf(span));
  // The array grows during the loop.
  for (const node of nodes) for (const child of childrenOf.get(node.span.spanId) ?? []) nodes.push(nodeOf(child, node));
  return nodes;
}

/** Duplicates of duplicates are rare, and cycles are an error in the data. */
const MAX_DUPLICATES = 8;

/** A duplicate has the usage of the call that counts instead, wherever in the trace that call is. */
function hasUsage(span: RunSpan, byId: ReadonlyMap<string, RunSpan>): boolean {
  if (!isModelCall(span.kind)) return false;
  let counted: RunSpan | undefined = span;
  for (let step = 0; counted && counted.duplicateOf !== null && step < MAX_DUPLICATES; step += 1)
    counted = byId.get(counted.duplicateOf);
  return counted?.reportsUsage === true;
}
