/**
 * A request as a command for a shell. Keys are variables; the body is a quoted here-document, in which a shell expands
 * nothing.
 */
import { addressOf, type ReplayTarget } from '../../../lib/traces/replay-targets.ts';
import { bodyAsJson } from './body-as-json.ts';

interface Request {
  target: ReplayTarget;
  model: string;
  body: Readonly<Record<string, unknown>>;
}

export function* asCurl({ target, model, body }: Request): Generator<string> {
  const headers = ['Content-Type: application/json', ...target.headers];
  yield `curl '${addressOf(target, model)}' \\\n`;
  for (const header of headers) yield `  -H "${header}" \\\n`;
  yield `  --data-binary @- <<'JSON'\n`;
  // Line breaks inside a text are escaped, so no line of the body equals its end marker.
  yield* bodyAsJson({ ...body, ...target.needs });
  yield 'JSON\n';
}
