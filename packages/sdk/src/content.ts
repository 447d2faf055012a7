/** Contents on their way into a span: every text of a call, a name or a context goes through the gate of its span here, messages in seal-messages.ts. */
import type { Attributes } from '@opentelemetry/api';
import { GEN_AI, GENERAL, SUBTEXT, type AttributedCall } from '@subtext/reasoning';
import { contextAttributes, type RunContext } from './context.ts';
import { definitionsJson, withoutCredentials, withoutUrlSecrets } from './credentials.ts';
import type { Settings } from './exchange.ts';
import { Gate, type Place } from './gate.ts';
import { jsonOf, parseJson } from './json.ts';

/** The places of single contents; those inside messages carry the name of the messages' attribute. */
export const PLACES = {
  reasoning: { kind: 'reasoning', where: 'reasoning', attribute: SUBTEXT.reasoning },
  signature: { kind: 'reasoning', where: 'signature', attribute: GEN_AI.outputMessages },
  preamble: { kind: 'text', where: 'preamble', attribute: SUBTEXT.preamble },
  arguments: { kind: 'arguments', where: 'arguments', attribute: GEN_AI.toolArguments },
  result: { kind: 'results', where: 'result', attribute: GEN_AI.toolResult },
  system: { kind: 'text', where: 'system', attribute: GEN_AI.systemInstructions },
  toolDefinitions: { kind: 'text', where: 'tool_definitions', attribute: GEN_AI.toolDefinitions },
  error: { kind: 'any', where: 'error', attribute: 'error' },
  errorType: { kind: null, where: 'error', attribute: GENERAL.errorType },
  model: { kind: null, where: 'model', attribute: GEN_AI.requestModel },
  toolName: { kind: null, where: 'tool_name', attribute: GEN_AI.toolName },
  agentName: { kind: null, where: 'agent_name', attribute: GEN_AI.agentName },
  type: { kind: null, where: 'type', attribute: SUBTEXT.toolItemType },
  server: { kind: null, where: 'server', attribute: GENERAL.serverAddress },
} as const satisfies Record<string, Place>;

/** Of all settings the strictest: a call that one client asked for and another one answered is held to both. */
export function gateOf(...settings: Settings[]): Gate {
  return new Gate(settings);
}

/** Long enough to say what went wrong; a server may answer with a whole page. */
const MAX_ERROR_LENGTH = 1_000;

export function sealError(gate: Gate, message: string): string | undefined {
  return gate.text(cutWhole(withoutUrlSecrets(message.slice(0, 2 * MAX_ERROR_LENGTH)), MAX_ERROR_LENGTH), PLACES.error);
}

/** A provider's own word, or the name of an error class; one that is neither could be any text, and follows the policy of messages. */
export function sealErrorType(gate: Gate, type: string): string {
  const isWord = /^(?:\d{3}|[a-z]+(?:_[a-z]+)*|(?:[A-Z][A-Za-z]*)+)$/.test(type) && type.length <= 64;
  return gate.text(type, isWord ? PLACES.errorType : PLACES.error) ?? 'error';
}

export function sealCall(gate: Gate, call: AttributedCall): AttributedCall {
  const { preamble, namespace, parentId } = call;
  const place = gate.text(namespace ?? '', PLACES.toolName);
  return {
    ...call,
    id: gate.id(call.id),
    name: gate.text(call.name, PLACES.toolName) ?? '',
    itemType: gate.text(call.itemType, PLACES.type) ?? '',
    ...(namespace !== undefined && { namespace: place ?? '' }),
    ...(parentId !== undefined && { parentId: gate.id(parentId) }),
    reasoningRef: call.reasoningRef === null ? null : gate.id(call.reasoningRef),
    arguments: sealJson(gate, call.arguments, PLACES.arguments),
    result: sealJson(gate, call.result, PLACES.result),
    reasoning: call.reasoning.flatMap((thought) => gate.text(thought, PLACES.reasoning) ?? []),
    preamble: preamble === null ? null : (gate.text(preamble, PLACES.preamble) ?? null),
  };
}

export function sealTexts(gate: Gate, texts: readonly string[], place: Place): string[] {
  return texts.flatMap((text) => gate.text(text, place) ?? []);
}

/** Masks see JSON text, so that numbers and keys do not slip past them; what comes back is JSON again, or text. undefined: withheld. */
export function sealJson(gate: Gate, value: unknown, place: Place): unknown {
  if (value === undefined || gate.isOpen) return value;
  const json = jsonOf(value);
  if (json === undefined) return undefined;
  const sealed =
    gate.hasMask && gate.level(place.kind) === 'full' ? maskJson(gate, json, place) : gate.text(json, place);
  if (sealed === undefined || sealed === json) return sealed === undefined ? undefined : value;
  const parsed = parseJson(sealed);
  return parsed === undefined ? sealed : parsed;
}

/** As JSON text, for an attribute. */
export function sealToJson(gate: Gate, value: unknown, place: Place): string | undefined {
  const sealed = sealJson(gate, value, place);
  return sealed === undefined ? undefined : jsonOf(sealed);
}

/** From JSON text that was written before. */
export function sealJsonText(gate: Gate, json: string | undefined, place: Place): string | undefined {
  return json === undefined || gate.isOpen ? json : sealToJson(gate, parseJson(json), place);
}

export function sealDefinitions(gate: Gate, tools: readonly unknown[]): string | undefined {
  return tools.length === 0 ? undefined : sealJsonText(gate, definitionsJson(tools), PLACES.toolDefinitions);
}

/** What JSON writes with escapes (quotes, line ends) no mask can recognise in the JSON text: those texts are masked as they are, before. */
function maskJson(gate: Gate, json: string, place: Place): string | undefined {
  try {
    const mask = (text: string) => (isEscaped(text) ? (gate.text(text, place) ?? '') : text);
    const masked = json.includes('\\') ? JSON.stringify(mapStrings(parseJson(json), mask)) : json;
    return gate.text(masked, place);
  } catch {
    gate.withheld.add(place.attribute);
    return undefined; // nested too deeply
  }
}

function isEscaped(text: string): boolean {
  return JSON.stringify(text).length !== text.length + 2;
}

/** Keys and values. */
function mapStrings(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, map));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [map(key), mapStrings(item, map)]));
}

/** Session, user and the like as attributes; they were written by people, so they pass the mask as well. */
export function sealContext(run: RunContext, gate: Gate): Attributes {
  if (!gate.hasMask) return contextAttributes(run);
  const seal = (value: unknown, where: string, attribute = where) =>
    typeof value === 'string' ? gate.text(value, { kind: null, where, attribute }) : undefined;
  const metadata = Object.entries(run.metadata ?? {}).flatMap(([name, value]) => {
    const key = seal(name, 'metadata');
    const sealed = seal(value, `metadata.${name}`, 'metadata');
    return key === undefined || sealed === undefined ? [] : [[key, sealed] as const];
  });
  return contextAttributes({
    session: seal(run.session, 'session'),
    user: seal(run.user, 'user'),
    tags: run.tags?.flatMap((tag) => seal(tag, 'tag') ?? []),
    metadata: Object.fromEntries(metadata),
    environment: seal(run.environment, 'environment'),
    release: seal(run.release, 'release'),
    agent: typeof run.agent === 'string' ? gate.text(run.agent, PLACES.agentName) : undefined,
  } as RunContext);
}

/** The last step of a span's attributes, in place: no credential is left in them, and they name what the gate held back. */
export function sealed(gate: Gate, attributes: Attributes): Attributes {
  let isNamed = false;
  for (const name in attributes) {
    const value = attributes[name];
    const clean = cleanValue(value);
    if (clean !== value) attributes[name] = clean;
    // Keys of metadata are the only names that are not ours.
    isNamed ||= name.startsWith(SUBTEXT.metadata) && withoutCredentials(name) !== name;
  }
  const clean = isNamed ? withCleanNames(attributes) : attributes;
  if (gate.withheld.size > 0) clean[SUBTEXT.withheld] = [...gate.withheld];
  return clean;
}

function withCleanNames(attributes: Attributes): Attributes {
  const entries = Object.entries(attributes);
  return Object.fromEntries(
    entries.map(([name, value]) => [name.startsWith(SUBTEXT.metadata) ? withoutCredentials(name) : name, value]),
  );
}

function cleanValue(value: Attributes[string]): Attributes[string] {
  if (typeof value === 'string') return withoutCredentials(value);
  if (!Array.isArray(value)) return value;
  return value.map((item) => (typeof item === 'string' ? withoutCredentials(item) : item)) as Attributes[string];
}

/** So many characters at most, and never half of one. */
export function cutWhole(text: string, length: number): string {
  if (text.length <= length) return text;
  return text.slice(0, (text.charCodeAt(length - 1) & 0xfc00) === 0xd800 ? length - 1 : length);
}
