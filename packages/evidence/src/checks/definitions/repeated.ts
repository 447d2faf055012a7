/** The same call with the same arguments, and nothing new between. */
import type { Check, Finding, NotChecked } from '../finding.ts';
import type { Call, Run } from '../run.ts';
import { canonicalJson } from '../text/canonical-json.ts';

interface PlacedCall {
  step: number;
  index: number;
  call: Call;
  /** Tool and arguments; null when the arguments are not reported. */
  key: string | null;
}

function placedCalls({ steps }: Run): PlacedCall[] {
  return steps.flatMap(({ calls }, step) =>
    calls.map((call, index) => ({
      step,
      index,
      call,
      key: call.arguments === null ? null : JSON.stringify([call.tool, canonicalJson(call.arguments)]),
    })),
  );
}

function find(run: Run): Finding[] {
  const latest = new Map<string, PlacedCall>();
  const results = new LastResults();
  return placedCalls(run).flatMap((placed) => {
    results.begin(placed.step);
    if (WAITS.test(placed.call.tool)) {
      results.add({ ...placed, key: null });
      return [];
    }
    const earlier = placed.key === null ? undefined : latest.get(placed.key);
    const isRepeat =
      earlier !== undefined &&
      !results.isNewBetween(earlier, placed) &&
      !hasNewMessage(run, earlier.step, placed.step) &&
      sameResult(earlier.call, placed.call) !== false;
    if (placed.key !== null) latest.set(placed.key, placed);
    // In A, B, A, B the second A brings nothing new, so the second B is a repetition.
    if (!isKnownResult(earlier, placed)) results.add(placed);
    return isRepeat ? [finding(run, earlier, placed)] : [];
  });
}

/** The same call returned the same before. */
const isKnownResult = (earlier: PlacedCall | undefined, later: PlacedCall): boolean =>
  earlier !== undefined && sameResult(earlier.call, later.call) === true;

interface CallResult {
  key: string | null;
  step: number;
}

/**
 * The latest results of two different calls in earlier steps: one of them is not the repeated call's own. So a run of
 * any length is read once. Calls without a reported result count: they may have brought something new.
 */
class LastResults {
  #earlier: CallResult[] = [];
  #ofThisStep: CallResult[] = [];

  add({ key, step }: PlacedCall): void {
    this.#ofThisStep.push({ key, step });
  }

  /** The results of a step are in the request of the next one. */
  isNewBetween(earlier: PlacedCall, later: PlacedCall): boolean {
    return this.#earlier.some(({ key, step }) => key !== later.key && step >= earlier.step);
  }

  begin(step: number): void {
    if (this.#ofThisStep[0]?.step === step) return;
    for (const result of this.#ofThisStep) {
      const others = this.#earlier.filter(({ key }) => key === null || key !== result.key);
      this.#earlier = [result, ...others].slice(0, 2);
    }
    this.#ofThisStep = [];
  }
}

/** Other calls were made between, and returned what they had returned before: the agent may wait for something. */
const isInTurn = ({ steps }: Run, earlier: PlacedCall, later: PlacedCall): boolean =>
  steps.slice(earlier.step + 1, later.step).some(({ calls }) => calls.length > 0);

/** Unknown counts as new: the finding would otherwise blame the agent for what the user asked. */
function hasNewMessage({ steps }: Run, from: number, to: number): boolean {
  return steps.slice(from + 1, to + 1).some(({ newUserMessage }) => newUserMessage !== false);
}

/** null: one of them is not reported. Another result is something new: the call asked for a state that changes. */
function sameResult(one: Call, other: Call): boolean | null {
  return one.result === null || other.result === null ? null : one.result === other.result;
}

function finding(run: Run, earlier: PlacedCall, later: PlacedCall): Finding {
  const step = run.steps[later.step];
  const isOnly = step?.calls.length === 1;
  // Calls of one answer can be meant (`roll three times`), and failed calls are tried again.
  const isCertain =
    later.step > earlier.step &&
    !isInTurn(run, earlier, later) &&
    sameResult(earlier.call, later.call) === true &&
    earlier.call.status !== 'error';
  return {
    check: 'repeated',
    step: later.step,
    call: later.index,
    confidence: isCertain ? 'certain' : 'likely',
    evidence: [
      { kind: 'reference', step: earlier.step, call: earlier.index },
      { kind: 'value', name: 'tool', value: later.call.tool },
      { kind: 'value', name: 'arguments', value: later.call.arguments },
      { kind: 'value', name: 'outcome before', value: earlier.call.status },
    ],
    tokens: isOnly ? sum(step.tokens.input, step.tokens.output) : null,
    dollars: isOnly ? step.dollars : null,
  };
}

/** A wait brings time, which is something new. */
const WAITS = /(?:^|[^a-z])(?:wait|sleep|delay|pause|poll)/i;

const sum = (one: number | null, other: number | null) => (one === null || other === null ? null : one + other);

function notChecked(run: Run): NotChecked[] {
  return run.steps.flatMap(({ calls, newUserMessage }, step) => {
    const reported = calls.flatMap((call, index) =>
      call.arguments === null
        ? [{ check: 'repeated' as const, step, call: index, reason: 'arguments_not_reported' as const }]
        : [],
    );
    if (newUserMessage !== null || calls.length === 0 || step === 0) return reported;
    return [{ check: 'repeated', step, call: null, reason: 'user_messages_not_reported' }, ...reported];
  });
}

export const repeated: Check = {
  id: 'repeated',
  title: 'The same call again, with nothing new between',
  find,
  notChecked,
};
