/**
 * A request as a program that sends it, which needs nothing beside the shell, Node or Python. Keys come from the
 * environment. Texts of the conversation are hostile: none ends the text around it or becomes a part of the program.
 */
import { addressOf, type RequestAddress } from '@subtext/reasoning';
import { bodyAsJson } from './body-as-json.ts';

interface Request {
  target: RequestAddress;
  model: string;
  body: Readonly<Record<string, unknown>>;
}

type Snippet = (request: Request) => Generator<string>;

export const SNIPPETS = { curl: asCurl, typescript: asTypeScript, python: asPython } as const satisfies Record<
  string,
  Snippet
>;
export type SnippetName = keyof typeof SNIPPETS;

/** The body is a quoted here-document, in which a shell expands nothing. */
function* asCurl({ target, model, body }: Request): Generator<string> {
  yield `curl "${addressOf(target, model)}" \\\n`;
  for (const [name, value] of headersOf(target)) yield `  -H "${name}: ${value}" \\\n`;
  yield `  --data-binary @- <<'JSON'\n`;
  // Line breaks inside a text are escaped, so no line of the body equals its end marker.
  yield* bodyAsJson(body);
  yield 'JSON\n';
}

function* asTypeScript({ target, model, body }: Request): Generator<string> {
  const filled = (text: string) => `\`${text.replaceAll(VARIABLE, '${process.env.$1}')}\``;
  yield `// Save as resume.mts and run:${assignments(target)} node resume.mts\n`;
  yield 'const body = ';
  // JSON is JavaScript but for this name, which would set the prototype instead of a field.
  for (const piece of bodyAsJson(body))
    yield piece.replaceAll('"__proto__": ', '["__proto__"]: ').replace(/\n$/, ';\n');
  yield `\nconst response = await fetch(${filled(addressOf(target, model))}, {\n  method: 'POST',\n  headers: {\n`;
  for (const [name, value] of headersOf(target)) yield `    '${name}': ${filled(value)},\n`;
  yield '  },\n  body: JSON.stringify(body),\n});\n';
  yield 'if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);\n';
  yield 'console.log(JSON.stringify(await response.json(), null, 2));\n';
}

function* asPython({ target, model, body }: Request): Generator<string> {
  const filled = (text: string) => `f"${text.replaceAll(VARIABLE, "{os.environ['$1']}")}"`;
  yield `# Save as resume.py and run:${assignments(target)} python3 resume.py\n`;
  yield 'import json\nimport os\nimport urllib.error\nimport urllib.request\n\n';
  yield "body = json.loads(r'''";
  // In JSON an apostrophe is only in texts, where it may be escaped.
  for (const piece of bodyAsJson(body)) yield piece.replaceAll("'''", String.raw`\u0027\u0027\u0027`);
  yield `''')\n\nrequest = urllib.request.Request(\n    ${filled(addressOf(target, model))},\n`;
  yield '    data=json.dumps(body).encode(),\n    headers={\n';
  for (const [name, value] of headersOf(target)) yield `        "${name}": ${filled(value)},\n`;
  yield '    },\n)\ntry:\n    with urllib.request.urlopen(request) as response:\n';
  yield '        print(json.dumps(json.load(response), indent=2, ensure_ascii=False))\n';
  yield 'except urllib.error.HTTPError as error:\n';
  yield '    raise SystemExit(f"{error.code}: {error.read().decode()}")\n';
}

const VARIABLE = /\$([A-Z][A-Z_]*)/g;

const headersOf = ({ headers }: RequestAddress): [name: string, value: string][] =>
  ['Content-Type: application/json', ...headers].map((header) => {
    const [name = '', value = ''] = header.split(': ');
    return [name, value];
  });

/** ` OPENAI_API_KEY=…`, for each variable that the program reads. */
function assignments({ url, headers }: RequestAddress): string {
  const names = [url, ...headers].flatMap((text) => [...text.matchAll(VARIABLE)].map(([, name]) => ` ${name}=…`));
  return names.join('');
}
