/** Short runs for the tests of the checks: whatever a test does not name is reported, complete and without fault. */
import type { Call, Check, Finding, Run, Step, Thought } from '../index.ts';

interface SketchedCall extends Partial<Omit<Call, 'arguments'>> {
  tool: string;
  arguments?: unknown;
}

interface SketchedStep extends Partial<Omit<Step, 'calls' | 'thoughts'>> {
  thought?: string;
  thoughts?: readonly Thought[];
  calls?: readonly SketchedCall[];
}

const TOKENS = { input: 1_000, cacheRead: 0, cacheWrite: 0, output: 300, thinking: 100 };
const RATES = { input: 1, cacheRead: 0.1, cacheWrite: 1.25, output: 10 };

export function callOf({ arguments: args, ...fields }: SketchedCall): Call {
  return {
    arguments: args === null ? null : typeof args === 'string' ? args : JSON.stringify(args ?? {}),
    result: 'done',
    status: 'ok',
    thinkingTokens: null,
    isEstimated: false,
    ...fields,
  };
}

export function stepOf({ thought, calls = [], tokens, ...fields }: SketchedStep): Step {
  return {
    newUserMessage: false,
    effort: null,
    budgetTokens: null,
    carried: [],
    thoughts: thought === undefined ? [] : [{ text: thought, callsBefore: 0, isSummary: false }],
    hidden: [],
    message: 'Your order is on its way.',
    calls: calls.map(callOf),
    finish: 'complete',
    retried: false,
    dollars: null,
    rates: RATES,
    ...fields,
    tokens: { ...TOKENS, ...tokens },
  };
}

export function runOf(...steps: SketchedStep[]): Run {
  return { steps: steps.map(stepOf), tools: ['get_order', 'refund_order', 'delete_file', 'list_files', 'search'] };
}

/** One thought and the calls after it. */
export function thinks(thought: string, ...calls: SketchedCall[]): Run {
  return runOf({ thought, calls });
}

/** The quotes of a check's findings, as texts. */
export function quotes(check: Check, run: Run): string[] {
  return check
    .find(run)
    .flatMap(({ evidence }) => evidence.flatMap((entry) => (entry.kind === 'quote' ? entry.text : [])));
}

export function valueOf({ evidence }: Finding, name: string): string | number | null | undefined {
  return evidence.flatMap((entry) => (entry.kind === 'value' && entry.name === name ? [entry.value] : []))[0];
}
