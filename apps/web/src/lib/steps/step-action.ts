/** A summary of a step's action: its tools, each once. For lines that name an action without its arguments. */
import type { Call } from './joined-call.ts';
import { hasNoEnd, isPartial } from './sentences.ts';
import type { Step } from './step-tree.ts';

export interface StepAction {
  kind: Step['kind'];
  tools: ActionTool[];
  /** The model call itself failed. */
  failed: boolean;
  /** It ran inside another model call. */
  isWithin: boolean;
  /** The model call has no end: more may follow. */
  isPartial: boolean;
}

export interface ActionTool {
  name: string;
  calls: number;
  /** How its calls ended; a failure has priority over successes. */
  outcome: 'error' | 'ok' | 'open';
}

export function stepAction(step: Step): StepAction {
  const { kind, calls, span, isWithin } = step;
  const tools = new Map<string, ActionTool>();
  for (const call of kind === 'calls' || kind === 'run' ? calls : []) {
    const outcome = outcomeOf(call);
    const known = tools.get(call.tool);
    if (!known) tools.set(call.tool, { name: call.tool, calls: 1, outcome });
    else tools.set(call.tool, { ...known, calls: known.calls + 1, outcome: worse(known.outcome, outcome) });
  }
  return {
    kind,
    tools: [...tools.values()],
    failed: kind === 'response' && span?.status === 'error',
    isWithin,
    isPartial: isPartial(step),
  };
}

function outcomeOf(call: Call): ActionTool['outcome'] {
  if (call.status === 'error') return 'error';
  if (hasNoEnd(call)) return 'open';
  return call.execution || call.resultRow || call.status === 'ok' ? 'ok' : 'open';
}

const ORDER: readonly ActionTool['outcome'][] = ['error', 'open', 'ok'];
const worse = (one: ActionTool['outcome'], other: ActionTool['outcome']) =>
  ORDER[Math.min(ORDER.indexOf(one), ORDER.indexOf(other))]!;
