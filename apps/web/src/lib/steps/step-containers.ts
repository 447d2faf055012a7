/**
 * The row that a step is nested in, from the ancestors of its span. Responses, chains, HTTP spans and top-level agents
 * are skipped; a tool call that encloses the span is the container, a nested agent gets a row, and a parent that was
 * not received gets a row. Used by step-tree.ts.
 */
import { ancestorsOf, familyOf, type Family } from './ancestors.ts';
import { runsOfCall } from './joined-call.ts';
import type { StepDraft } from './step-draft.ts';
import type { SpanRow } from '../skeleton/skeleton.ts';
import { endOrNever } from '../figures/took.ts';

export const ROOT = '';
export type Container =
  | { kind: 'root'; key: typeof ROOT }
  | { kind: 'step'; key: string }
  | { kind: 'agent' | 'missing-parent'; key: string; title: string; outer: () => Container };

const root: Container = { kind: 'root', key: ROOT };

export function containerFinder(
  drafts: readonly StepDraft[],
  received: ReadonlyMap<string, SpanRow>,
): (span: SpanRow | null) => Container {
  const spans = withTools(received, drafts);
  const stepOfToolSpan = stepsOfToolSpans(drafts);
  const rootId = impliedRoot(spans);
  const family = familyOf(spans);
  const nested = nestedAgents(family);
  const ancestors = ancestorsOf(family, rootId, (span) =>
    span.kind === 'agent' ? 'always' : stepOfToolSpan.has(span.id) ? 'inside' : 'never',
  );

  const find = (from: SpanRow): Container => {
    // `at` is the span that must lie inside the tool's time. When an agent is skipped, the agent takes its place.
    const passed = new Set<string>();
    for (let at = from; ;) {
      const parent = ancestors.above(at, at.start);
      if (parent === null) return root;
      if ('missing' in parent) {
        const { missing } = parent;
        return { kind: 'missing-parent', key: `missing:${missing}`, title: missing, outer: () => root };
      }
      const step = stepOfToolSpan.get(parent.id);
      if (step !== undefined && ranInside(at, parent)) return { kind: 'step', key: step };
      if (nested(parent))
        return { kind: 'agent', key: parent.id, title: parent.agent ?? parent.name, outer: () => find(parent) };
      if (passed.has(parent.id)) return root;
      passed.add(parent.id);
      at = parent;
    }
  };
  return (span) => (span ? find(span) : root);
}

/** By span id. A span that may have executed calls of several steps belongs to none. */
function stepsOfToolSpans(drafts: readonly StepDraft[]): ReadonlyMap<string, string> {
  const steps = new Map<string, string | null>();
  for (const { key, calls } of drafts)
    for (const call of calls)
      for (const { spanId } of runsOfCall(call))
        steps.set(spanId, steps.has(spanId) && steps.get(spanId) !== key ? null : key);
  return new Map([...steps].flatMap(([id, key]) => (key === null ? [] : [[id, key] as const])));
}

/** A tool without an end had returned by the time a later request carried its result. */
function withTools(spans: ReadonlyMap<string, SpanRow>, drafts: readonly StepDraft[]): ReadonlyMap<string, SpanRow> {
  const ended = new Map<string, SpanRow>();
  for (const { calls } of drafts)
    for (const { execution, resultRow } of calls) {
      const span = resultRow && execution?.duration === null ? spans.get(execution.spanId) : undefined;
      if (span && resultRow) ended.set(span.id, { ...span, duration: Math.max(0, resultRow.start - span.start) });
    }
  return ended.size === 0 ? spans : new Map([...spans, ...ended]);
}

/**
 * A loop may report the next response as a child of the tool whose result it carries; only a span that started while
 * the tool ran belongs to a sub-agent.
 */
export function ranInside(span: SpanRow, tool: SpanRow): boolean {
  return span.start >= tool.start && span.start < endOrNever(tool);
}

/** True for an agent whose nearest agent or tool ancestor is an agent; inside a tool it needs no row of its own. */
function nestedAgents(family: Family): (agent: SpanRow) => boolean {
  const ancestors = ancestorsOf(family, null, ({ kind }) =>
    kind === 'agent' ? 'always' : kind === 'tool' ? 'inside' : 'never',
  );
  return (agent) => {
    const above = ancestors.above(agent, agent.start);
    return above !== null && 'kind' in above && above.kind === 'agent' && above.id !== agent.id;
  };
}

/**
 * The id of a missing parent that all root spans share, when there is no other root: the caller's own request, or a
 * root that has not ended yet.
 */
function impliedRoot(spans: ReadonlyMap<string, SpanRow>): string | null {
  let implied: string | null = null;
  for (const { parentId } of spans.values()) {
    if (parentId === null) return null;
    if (spans.has(parentId)) continue;
    if (implied !== null && implied !== parentId) return null;
    implied = parentId;
  }
  return implied;
}
