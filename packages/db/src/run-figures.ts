/**
 * Whose figures count where the run of an agent tells some, too. A run (agent, chain, workflow) mostly repeats the sums of the model calls below
 * it; of some senders it is all that tells any. Pure; count-runs.ts asks it under the lock of the trace (docs/decisions/0023).
 *
 *   run            tells figures, and counts          ┐ when no model call below it tells its own,
 *   └ run          tells figures, the higher counts   │ and it is no part of a call that does
 *     └ call       tells none: the run above counts   ┘
 *
 * What is decided depends on the spans alone, not on their order. A span that comes later may take a run out of the sums; it never brings one
 * back, unless a higher one has stepped down.
 */
import type { SpanKind, SpanRecord } from './span-record.ts';

/** Of a run: it counts. Of a model call: a run above counts in its place. */
export type UsageSource = 'run' | 'run_above';

/** A span of a trace, stored or about to be. */
export interface RunSpan {
  spanId: string;
  parentSpanId: string | null;
  kind: SpanKind;
  /** What went in and what came out is both told (`tellsUsage`). */
  tellsUsage: boolean;
  /** The span that counts in the place of this copy. */
  duplicateOf: string | null;
}

type Figures = Pick<SpanRecord, 'inputTokens' | 'outputTokens'>;

/** Enough for a cost. Less (what went in, of a stream that has only begun; two zeros, where nobody counted) is no usage of its own. */
export function tellsUsage({ inputTokens, outputTokens }: Figures): boolean {
  return inputTokens !== null && outputTokens !== null && inputTokens + outputTokens > 0;
}

/** In SQL, of a row of spans. */
export const TELLS_USAGE = 'coalesce(input_tokens + output_tokens > 0, false)';

export const isRun = (kind: SpanKind): boolean => kind === 'agent' || kind === 'chain';
const isModelCall = (kind: SpanKind): boolean => kind === 'generation' || kind === 'embedding';

/** By span id; nothing of spans that count, or not, as they always do. */
export function usageSources(spans: readonly RunSpan[]): Map<string, UsageSource> {
  const sources = new Map<string, UsageSource>();
  if (!spans.some((span) => isRun(span.kind) && span.tellsUsage)) return sources;
  const nodes = fromTheRoots(spans);
  for (const node of nodes) node.isPartOfCall = isPartOfCall(node);
  for (const { parent, hasUsage, holdsUsage } of nodes.toReversed())
    if (parent && (hasUsage || holdsUsage)) parent.holdsUsage = true;
  for (const node of nodes) {
    const { span, parent } = node;
    node.isCounted = parent?.isCounted === true;
    if (node.isCounted && isModelCall(span.kind)) sources.set(span.spanId, 'run_above');
    if (node.isCounted || !isRun(span.kind) || !span.tellsUsage || node.holdsUsage || node.isPartOfCall) continue;
    node.isCounted = true;
    sources.set(span.spanId, 'run');
  }
  return sources;
}

interface Node {
  span: RunSpan;
  parent: Node | undefined;
  /** It is a model call whose figures count. */
  hasUsage: boolean;
  /** Such a call is below it. */
  holdsUsage: boolean;
  /** Such a call is above it, and no tool between: what it tells are figures of that call. */
  isPartOfCall: boolean;
  /** By its own figures, or those of a run above. */
  isCounted: boolean;
}

function isPartOfCall({ parent }: Node): boolean {
  if (parent === undefined || parent.span.kind === 'tool') return false;
  return parent.hasUsage || parent.isPartOfCall;
}

/** Each after its parent. Spans that are their own ancestors, and what is below them, are left out: nobody can say what their figures are of. */
function fromTheRoots(spans: readonly RunSpan[]): Node[] {
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  const childrenOf = Map.groupBy(spans, ({ parentSpanId }) => parentSpanId);
  const isRoot = ({ parentSpanId }: RunSpan) => parentSpanId === null || !byId.has(parentSpanId);
  const nodeOf = (span: RunSpan, parent?: Node): Node => {
    const flags = { holdsUsage: false, isPartOfCall: false, isCounted: false };
    return { span, parent, hasUsage: hasUsage(span, byId), ...flags };
  };
  const nodes = spans.filter(isRoot).map((span) => nodeOf(span));
  // Grows while it is walked.
  for (const node of nodes) for (const child of childrenOf.get(node.span.spanId) ?? []) nodes.push(nodeOf(child, node));
  return nodes;
}

/** Copies of copies are rare, and circles of them a fault. */
export const MOST_COPIES = 8;

/** The copy of a call has the usage that counts for it, wherever in the trace that one stands. */
function hasUsage(span: RunSpan, byId: ReadonlyMap<string, RunSpan>): boolean {
  if (!isModelCall(span.kind)) return false;
  let counted: RunSpan | undefined = span;
  for (let step = 0; counted && counted.duplicateOf !== null && step < MOST_COPIES; step += 1)
    counted = byId.get(counted.duplicateOf);
  return counted?.tellsUsage === true;
}
