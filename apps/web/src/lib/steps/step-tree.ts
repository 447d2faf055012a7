/**
 * Steps → their display order, nesting and numbers. A step of an agent that a tool call started is nested below that
 * call's step; a nested agent, and spans whose parent was not received, get a row of their own. No step is dropped, and
 * none is moved to the root.
 *
 *   7  call research      ─┐ the tool's span encloses an agent
 *   8    └ call search     ├ steps of that agent, one level down
 *   9    └ answer         ─┘
 */
import { reportedAgent } from './agent-names.ts';
import { runsOfCall, type Call } from './joined-call.ts';
import { hasText, type StepDraft } from './step-draft.ts';
import { containerFinder, ranInside, ROOT, type Container } from './step-containers.ts';
import type { SpanRow } from '../skeleton/skeleton.ts';
import { addTo, sumOf, type Sum } from './step-sums.ts';

/** The call that owns a shared thought: a call of another step, or one that was not received. */
export type SharedThought = { key: string; textKey: string | null; label: string } | 'missing';

interface Placed {
  key: string;
  /** Index of the parent entry in `Timeline.entries`; -1 = none. */
  parent: number;
  /** Counted from 1. */
  level: number;
  position: number;
  setSize: number;
  children: number;
  /** The entry's own cost and its descendants'. */
  sum: Sum;
  callCount: number;
}
export interface Step extends StepDraft, Placed {
  entry: 'step';
  /** Counted from 1 in display order, across all levels. */
  number: number;
  shares: SharedThought | null;
  /** The agent whose step it is. null: not known. */
  agent: string | null;
  /** True on the first of an agent's consecutive steps, in a trace with several agents. */
  showsAgent: boolean;
}
/** A row that only contains others: a nested agent, or spans whose parent was not received. */
export interface Group extends Placed {
  entry: 'group';
  kind: 'agent' | 'missing-parent';
  title: string;
}
export type Entry = Step | Group;

export interface Timeline {
  /** Parents before their children, in display order. */
  entries: Entry[];
  steps: Step[];
  /** Call id (interned) → label such as `7b`, and the step's key; the latest call with that id. */
  calls: Map<number, Exclude<SharedThought, 'missing'>>;
}

export function nestSteps(drafts: readonly StepDraft[], spans: ReadonlyMap<string, SpanRow>): Timeline {
  const tree = childrenByContainer(drafts, spans);
  const entries: Entry[] = [];
  const shown = new Set<string>();
  const agentOf = agentFinder(drafts, spans);
  let number = 0;
  const show = (roots: readonly Node[]) => {
    const open = roots.map((node) => ({ node, parent: -1, level: 1 })).reverse();
    for (let next = open.pop(); next; next = open.pop()) {
      const { node, parent, level } = next;
      if (shown.has(node.key)) continue;
      shown.add(node.key);
      const below = tree.get(node.key) ?? [];
      const { position, setSize } = node;
      const placed = { parent, level, position, setSize, children: below.length };
      if (!node.draft) entries.push(groupAt(node, placed));
      else entries.push(stepAt(node.draft, placed, { number: ++number, agent: agentOf(node.draft.span) }));
      const index = entries.length - 1;
      for (let at = below.length - 1; at >= 0; at--) open.push({ node: below[at]!, parent: index, level: level + 1 });
    }
  };
  show(tree.get(ROOT) ?? []);
  // Spans in a parent cycle are shown at the top.
  for (const node of [...tree.values()].flat()) if (!shown.has(node.key)) show([node]);
  addSums(entries);
  const steps = entries.filter((entry): entry is Step => entry.entry === 'step');
  showAgentsOnce(steps);
  return { entries, steps, calls: resolveShares(steps) };
}

type TreePosition = Omit<Placed, 'key' | 'sum' | 'callCount'>;

const groupAt = ({ key, kind, title }: Node & { draft: null }, place: TreePosition): Group => ({
  ...{ key, ...place, ...NOTHING_BELOW },
  ...{ entry: 'group', kind, title },
});

/** Object literals with all fields: copying 100,000 objects field by field takes several times as long. */
const stepAt = (draft: StepDraft, place: TreePosition, { number, agent }: Pick<Step, 'number' | 'agent'>): Step => ({
  key: draft.key,
  kind: draft.kind,
  calls: draft.calls,
  thought: draft.thought,
  span: draft.span,
  paid: draft.paid,
  start: draft.start,
  isWithin: draft.isWithin,
  siblings: draft.siblings,
  parent: place.parent,
  level: place.level,
  position: place.position,
  setSize: place.setSize,
  children: place.children,
  sum: NOTHING_BELOW.sum,
  callCount: 0,
  entry: 'step',
  number,
  shares: null,
  agent,
  showsAgent: false,
});

/** The name appears where another agent takes over; a single agent is not named. */
function showAgentsOnce(steps: readonly Step[]): void {
  const several = new Set(steps.map(({ agent }) => agent)).size > 1;
  for (const [index, step] of steps.entries()) {
    step.showsAgent = several && step.agent !== null && step.agent !== steps[index - 1]?.agent;
  }
}

type Node = { key: string; start: number; position: number; setSize: number } & (
  { draft: StepDraft } | { draft: null; kind: Group['kind']; title: string }
);

function childrenByContainer(drafts: readonly StepDraft[], spans: ReadonlyMap<string, SpanRow>): Map<string, Node[]> {
  const find = containerFinder(drafts, spans);
  const children = new Map<string, Node[]>();
  const groups = new Map<string, Node>();
  const add = (container: string, node: Node) => {
    const list = children.get(container);
    if (list) list.push(node);
    else children.set(container, [node]);
  };
  const place = (node: Node, container: Container): void => {
    for (let inner = node, at = container; ; at = at.outer()) {
      add(at.key, inner);
      if (at.kind === 'root' || at.kind === 'step') return;
      const known = groups.get(at.key);
      if (known) return void (known.start = Math.min(known.start, node.start));
      const { key, kind, title } = at;
      inner = { key, start: node.start, position: 0, setSize: 0, draft: null, kind, title };
      groups.set(key, inner);
    }
  };
  for (const draft of drafts)
    place({ key: draft.key, start: draft.start, position: 0, setSize: 0, draft }, find(draft.span));
  for (const siblings of children.values()) {
    siblings.sort((a, b) => a.start - b.start);
    siblings.forEach((node, index) => {
      node.position = index + 1;
      node.setSize = siblings.length;
    });
  }
  return children;
}

export const NOTHING_BELOW: Pick<Placed, 'sum' | 'callCount'> = { sum: sumOf([]), callCount: 0 };

/** Children come after their parents, so one backward pass propagates all sums. */
export function addSums(entries: Entry[]): void {
  for (const entry of entries) {
    entry.sum = sumOf([entry.entry === 'step' ? entry.paid : null]);
    entry.callCount = entry.entry === 'step' ? entry.calls.length : 0;
  }
  for (let index = entries.length - 1; index >= 0; index--) {
    const entry = entries[index]!;
    const parent = entries[entry.parent];
    if (!parent) continue;
    addTo(parent.sum, entry.sum);
    parent.callCount += entry.callCount;
  }
}

function resolveShares(steps: readonly Step[]): Timeline['calls'] {
  const calls: Timeline['calls'] = new Map();
  // The latest thought of each response: later steps of the response without a reference share it.
  const thoughts = new Map<string, Exclude<SharedThought, 'missing'>>();
  for (const step of steps) {
    const ref = step.calls[0]?.thinking?.reasoningRef ?? null;
    const span = step.siblings > 1 ? step.span?.id : undefined;
    const at = { key: step.key, textKey: hasText(step.thought) ? step.thought.key : null };
    // Looked up before the step's own calls are added: a reference points backward, even when ids are reused.
    if (step.thought.state === 'shared')
      step.shares = ref === null ? (thoughts.get(span ?? '') ?? null) : (calls.get(ref) ?? 'missing');
    else if (span !== undefined && step.thought.state !== 'unreported')
      thoughts.set(span, { ...at, label: callLabel(step, 0) });
    step.calls.forEach((call, index) => {
      if (call.callId !== null) calls.set(call.callId, { ...at, label: callLabel(step, index) });
    });
  }
  // With clock skew a reference can point to a later call, which is still better than none.
  for (const step of steps) {
    const ref = step.calls[0]?.thinking?.reasoningRef ?? null;
    if (step.shares === 'missing' && ref !== null) step.shares = calls.get(ref) ?? 'missing';
  }
  return calls;
}

/** `7` if the step has one call, otherwise `7a`, `7b`, … `7z`, `7aa`. */
export function callLabel(step: { number: number; calls: readonly Call[] }, index: number): string {
  return step.calls.length < 2 ? String(step.number) : `${step.number}${letters(index)}`;
}

function letters(index: number): string {
  const last = String.fromCharCode(97 + (index % 26));
  return index < 26 ? last : letters(Math.floor(index / 26) - 1) + last;
}

/**
 * The agent reported by the span or by its nearest ancestor, up to the tool call inside which the span ran: what a tool
 * runs is another agent than the one that called it, and is called like the tool when nothing names it. Results are
 * cached for all spans on the path.
 */
function agentFinder(
  drafts: readonly StepDraft[],
  spans: ReadonlyMap<string, SpanRow>,
): (span: SpanRow | null) => string | null {
  const toolOf = new Map(
    drafts.flatMap(({ calls }) => calls).flatMap((call) => runsOfCall(call).map(({ spanId, tool }) => [spanId, tool])),
  );
  const startedBy = (span: SpanRow, parent: SpanRow | undefined) =>
    parent && ranInside(span, parent) ? (toolOf.get(parent.id) ?? null) : null;
  const known = new Map<string, string | null>();
  return (from) => {
    const way: string[] = [];
    let agent: string | null = null;
    for (let span = from ?? undefined; span;) {
      const parent: SpanRow | undefined = spans.get(span.parentId ?? '');
      const before = known.get(span.id);
      agent = before ?? reportedAgent(span) ?? startedBy(span, parent);
      if (agent !== null || before === null) break;
      // Also ends the loop for spans in a parent cycle.
      known.set(span.id, null);
      way.push(span.id);
      span = parent;
    }
    for (const id of way) known.set(id, agent);
    return agent;
  };
}
