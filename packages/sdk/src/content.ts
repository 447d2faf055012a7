/** Contents on their way into a span: every text of a message, a call or a context goes through the gate of its span here, and nowhere else. */
import type { Attributes } from '@opentelemetry/api';
import { GEN_AI, SUBTEXT, type AttributedCall, type Message, type Part } from '@subtext/reasoning';
import type { CapturePolicy } from './capture.ts';
import { contextAttributes, type RunContext } from './context.ts';
import type { Settings } from './exchange.ts';
import { Gate } from './gate.ts';

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
        const text = gate.text(part.text, kind, kind, attribute);
        return text === undefined ? [] : [{ ...part, text }];
      }
      case 'tool_call':
        return [
          { ...part, arguments: sealJson(gate, part.arguments, { kind: 'arguments', where: 'arguments', attribute }) },
        ];
      case 'tool_result':
        return [{ ...part, result: sealJson(gate, part.result, { kind: 'results', where: 'result', attribute }) }];
      default:
        return [part];
    }
  });
}

export function sealCall(gate: Gate, call: AttributedCall): AttributedCall {
  const { preamble } = call;
  return {
    ...call,
    arguments: sealJson(gate, call.arguments, {
      kind: 'arguments',
      where: 'arguments',
      attribute: GEN_AI.toolArguments,
    }),
    result: sealJson(gate, call.result, { kind: 'results', where: 'result', attribute: GEN_AI.toolResult }),
    reasoning: call.reasoning.flatMap(
      (thought) => gate.text(thought, 'reasoning', 'reasoning', SUBTEXT.reasoning) ?? [],
    ),
    preamble: preamble === null ? null : (gate.text(preamble, 'text', 'preamble', SUBTEXT.preamble) ?? null),
  };
}

export function sealTexts(gate: Gate, texts: readonly string[], where: string, attribute: string): string[] {
  return texts.flatMap((text) => gate.text(text, 'text', where, attribute) ?? []);
}

interface Place {
  kind: keyof CapturePolicy;
  where: string;
  attribute: string;
}

/** Masks see JSON text, so that numbers and keys do not slip past them; what comes back is JSON again, or text. */
export function sealJson(gate: Gate, value: unknown, place: Place): unknown {
  const json = JSON.stringify(value);
  if (json === undefined) return undefined;
  const sealed = gate.text(json, place.kind, place.where, place.attribute);
  if (sealed === undefined || sealed === json) return sealed === undefined ? undefined : value;
  try {
    return JSON.parse(sealed) as unknown;
  } catch {
    return sealed;
  }
}

/** Session, user and the like as attributes; they were written by people, so they pass the mask as well. */
export function sealContext(run: RunContext, gate = new Gate(undefined, undefined)): Attributes {
  const seal = (value: unknown, where: string) =>
    typeof value === 'string' ? gate.text(value, null, where, where) : undefined;
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
