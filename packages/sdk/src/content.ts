/** Contents on their way into a span: every text of a message, a call or a context goes through the gate of its span here, and nowhere else. */
import type { Attributes } from '@opentelemetry/api';
import { GEN_AI, SUBTEXT, type AttributedCall, type Message, type Part } from '@subtext/reasoning';
import { contextAttributes, type RunContext } from './context.ts';
import type { Settings } from './exchange.ts';
import { Gate, type Place } from './gate.ts';

/** The places of single contents; those inside messages carry the name of the messages' attribute. */
export const PLACES = {
  reasoning: { kind: 'reasoning', where: 'reasoning', attribute: SUBTEXT.reasoning },
  preamble: { kind: 'text', where: 'preamble', attribute: SUBTEXT.preamble },
  arguments: { kind: 'arguments', where: 'arguments', attribute: GEN_AI.toolArguments },
  result: { kind: 'results', where: 'result', attribute: GEN_AI.toolResult },
  system: { kind: 'text', where: 'system', attribute: GEN_AI.systemInstructions },
  toolDefinitions: { kind: 'text', where: 'tool_definitions', attribute: GEN_AI.toolDefinitions },
  error: { kind: null, where: 'error', attribute: 'error' },
} as const satisfies Record<string, Place>;

export function gateOf(settings: Settings): Gate {
  return new Gate(settings.run.capture, settings.mask);
}

export function sealMessages(gate: Gate, messages: readonly Message[], attribute: string): Message[] {
  return messages.map((message) => ({ ...message, parts: sealParts(gate, message.parts, attribute) }));
}

/** What may not leave is left out; that thinking or a call took place stays visible. */
function sealParts(gate: Gate, parts: readonly Part[], attribute: string): Part[] {
  return parts.flatMap((part): Part[] => {
    switch (part.kind) {
      case 'reasoning':
      case 'text': {
        const kind = part.kind;
        const text = gate.text(part.text, { kind, where: kind, attribute });
        return text === undefined ? [] : [{ ...part, text }];
      }
      case 'tool_call':
        return [{ ...part, arguments: sealJson(gate, part.arguments, { ...PLACES.arguments, attribute }) }];
      case 'tool_result':
        return [{ ...part, result: sealJson(gate, part.result, { ...PLACES.result, attribute }) }];
      default:
        return [part];
    }
  });
}

export function sealCall(gate: Gate, call: AttributedCall): AttributedCall {
  const { preamble } = call;
  return {
    ...call,
    arguments: sealJson(gate, call.arguments, PLACES.arguments),
    result: sealJson(gate, call.result, PLACES.result),
    reasoning: call.reasoning.flatMap((thought) => gate.text(thought, PLACES.reasoning) ?? []),
    preamble: preamble === null ? null : (gate.text(preamble, PLACES.preamble) ?? null),
  };
}

export function sealTexts(gate: Gate, texts: readonly string[], place: Place): string[] {
  return texts.flatMap((text) => gate.text(text, place) ?? []);
}

/** Masks see JSON text, so that numbers and keys do not slip past them; what comes back is JSON again, or text. */
export function sealJson(gate: Gate, value: unknown, place: Place): unknown {
  const json = JSON.stringify(value);
  if (json === undefined) return undefined;
  const sealed = gate.text(json, place);
  if (sealed === undefined || sealed === json) return sealed === undefined ? undefined : value;
  try {
    return JSON.parse(sealed) as unknown;
  } catch {
    return sealed;
  }
}

/** Session, user and the like as attributes; they were written by people, so they pass the mask as well. */
export function sealContext(run: RunContext, gate: Gate): Attributes {
  const seal = (value: unknown, where: string) =>
    typeof value === 'string' ? gate.text(value, { kind: null, where, attribute: where }) : undefined;
  const metadata = Object.entries(run.metadata ?? {}).flatMap(([name, value]) => {
    const sealed = seal(value, `metadata.${name}`);
    return sealed === undefined ? [] : [[name, sealed] as const];
  });
  return contextAttributes({
    ...run,
    session: seal(run.session, 'session'),
    user: seal(run.user, 'user'),
    tags: run.tags?.flatMap((tag) => seal(tag, 'tag') ?? []),
    metadata: Object.fromEntries(metadata),
  } as RunContext);
}

/** Names what the gate held back; called when all contents of the span have passed it. */
export function sealed(gate: Gate, attributes: Attributes): Attributes {
  return gate.withheld.size === 0 ? attributes : { ...attributes, [SUBTEXT.withheld]: [...gate.withheld] };
}
