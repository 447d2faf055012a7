import { isNestedDeeply } from '../../../lib/text/json-levels.ts';

/**
 * The body of a request as JSON text, a message at a time, so that a long history is not one large string in memory.
 */
export function* bodyAsJson(body: Readonly<Record<string, unknown>>): Generator<string> {
  let before = '{';
  for (const [name, value] of Object.entries(body)) {
    yield `${before}\n  ${JSON.stringify(name)}: `;
    before = ',';
    if (Array.isArray(value) && value.length > 0) yield* listAsJson(value);
    else yield indented(value, '  ');
  }
  yield before === '{' ? '{}\n' : '\n}\n';
}

function* listAsJson(list: readonly unknown[]): Generator<string> {
  let before = '[';
  for (const each of list) {
    yield `${before}\n    ${indented(each, '    ')}`;
    before = ',';
  }
  yield '\n  ]';
}

function indented(value: unknown, indent: string): string {
  try {
    const compact = JSON.stringify(value) ?? 'null';
    if (isNestedDeeply(compact)) return compact;
    return JSON.stringify(value, null, 2)?.replaceAll('\n', `\n${indent}`) ?? compact;
  } catch {
    // Thousands of levels occur only in attacks.
    return '"[not recorded: nested too deeply]"';
  }
}
