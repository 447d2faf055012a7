/** A summary of a step's action: its tools, each once. For lines that name an action without its arguments. */
import { outcomeOf, type Outcome } from './call-outcome.ts';
import { isPartial } from './sentences.ts';
import { taskLabel } from './step-task.ts';
import type { Step } from './step-tree.ts';

export interface StepAction {
  kind: Step['kind'];
  tools: ActionTool[];
  /** The model call itself failed. */
  failed: boolean;
  /** It ran inside another model call. */
  isWithin: boolean;
  /** What a model call that does not think was asked for. */
  task?: string;
  /** The model call has no end: more may follow. */
  isPartial: boolean;
}

export interface ActionTool {
  name: string;
  calls: number;
  /** How its calls ended; the worst has priority. */
  outcome: Outcome;
}

export function stepAction(step: Step): StepAction {
  const { kind, calls, span, isWithin } = step;
  const task = taskLabel(step);
  const tools = new Map<string, ActionTool>();
  for (const call of kind === 'calls' || kind === 'run' ? calls : []) {
    const outcome = outcomeOf(call) ?? 'open';
    const known = tools.get(call.tool);
    if (!known) tools.set(call.tool, { name: call.tool, calls: 1, outcome });
    else tools.set(call.tool, { ...known, calls: known.calls + 1, outcome: worse(known.outcome, outcome) });
  }
  return {
    kind,
    tools: [...tools.values()],
    failed: kind === 'response' && span?.status === 'error',
    isWithin,
    ...(task !== undefined && { task }),
    isPartial: isPartial(step),
  };
}

const ORDER: readonly Outcome[] = ['error', 'probable_error', 'open', 'no_result', 'unknown', 'ok'];
const worse = (one: ActionTool['outcome'], other: ActionTool['outcome']) =>
  ORDER[Math.min(ORDER.indexOf(one), ORDER.indexOf(other))]!;
