/** The recorded results of the calls in the answers that a fork has given: each is taken once. */
import { answerOfStep, type RecordedStep } from '@subtext/reasoning';
import { toJson } from '../platform/json.ts';
import { report } from '../platform/report.ts';

interface Result {
  id: string;
  name: string;
  argumentsJson: string;
  result: string;
  failed: boolean;
}

export class RecordedResults {
  readonly #open: Result[] = [];

  add(step: RecordedStep): void {
    const calls = new Map(
      answerOfStep(step).parts.flatMap((part) => (part.kind === 'tool_call' ? [[part.id, part] as const] : [])),
    );
    for (const { call_id: id, name, result, failed } of step.results)
      this.#open.push({ id, name, argumentsJson: toJson(calls.get(id)?.arguments) ?? '', result, failed });
  }

  /** By the id of the call among the arguments, else by equal arguments, else the next one of the tool. */
  take(name: string, args: readonly unknown[]): Result | undefined {
    const own = this.#open.filter((one) => one.name === name);
    const json = toJson(args.length === 1 ? args[0] : args) ?? '';
    const found =
      own.find(({ id }) => json.includes(`"${id}"`)) ??
      own.find(({ argumentsJson }) => argumentsJson === json) ??
      own[0];
    if (found) this.#open.splice(this.#open.indexOf(found), 1);
    else
      report(`no recorded result of ${name}`, () => `The fork has no recorded result of the tool ${name}, so it runs.`);
    return found;
  }
}
