/** In a fork with recorded tools, a tool returns what it returned in the recorded run. */
import { activeFork } from '../fork/forking.ts';
import { parseJson } from '../platform/json.ts';
import { guarded } from '../platform/report.ts';

/** undefined: the function runs. An async function gets a promise, any other one the result itself. */
export function recordedRun<Result>(
  name: string,
  args: readonly unknown[],
  run: { constructor: { name: string } },
): (() => Result) | undefined {
  const recorded = guarded('answer a tool from a recording', () => activeFork()?.toolResult(name, args));
  if (!recorded) return undefined;
  const { result, failed } = recorded;
  const give = () => {
    if (failed) throw new Error(result);
    return valueOf(result) as Result;
  };
  const isAsync = run.constructor.name === 'AsyncFunction';
  return isAsync ? () => new Promise<unknown>((resolve) => resolve(give())) as Result : give;
}

/** Objects and lists are stored as JSON, and texts as they are. */
function valueOf(result: string): unknown {
  if (!/^\s*[[{]/.test(result)) return result;
  return parseJson(result) ?? result;
}
