/** Messages on their way into a span: what may not leave is left out; that thinking or a call took place stays visible. Beside content.ts. */
import type { Message, Part, ToolCallPart, ToolResultPart } from '@subtext/reasoning';
import { PLACES, sealJson } from './content.ts';
import type { Gate, Place } from './gate.ts';
import { jsonOf } from './json.ts';

export function sealMessages(gate: Gate, messages: readonly Message[], attribute: string): Message[] {
  if (gate.isOpen) return [...messages];
  return messages.map((message) => sealMessage(gate, message, attribute));
}

/** Roles that say nothing but who speaks. */
const ROLES = new Set(['user', 'assistant', 'tool', 'function', 'model', 'system', 'developer']);

function sealMessage(gate: Gate, message: Message, attribute: string): Message {
  const word = (value: string, where = 'type') => gate.text(value, { kind: null, where, attribute });
  const name = message.name === undefined ? undefined : word(message.name, 'name');
  const finishReason = message.finishReason === undefined ? undefined : word(message.finishReason);
  return {
    role: ROLES.has(message.role) ? message.role : (word(message.role) ?? 'other'),
    ...(name !== undefined && { name }),
    parts: sealParts({ gate, attribute, keys: new Map() }, message.parts),
    ...(finishReason !== undefined && { finishReason }),
  };
}

interface Sealing {
  gate: Gate;
  attribute: string;
  /** Keys only tell blocks apart, but some are made of the provider's ids: under a mask they are numbered. */
  keys: Map<string, string>;
}

function sealParts(sealing: Sealing, parts: readonly Part[]): Part[] {
  return parts.flatMap((part): Part[] => {
    switch (part.kind) {
      case 'reasoning':
      case 'text':
        return sealTextPart(sealing, part);
      case 'redacted':
      case 'hidden':
        return [{ ...part, ...sealMarks(sealing, part), ...sealProof(sealing, part, { kind: 'reasoning' }) }];
      case 'tool_call':
        return [sealCallPart(sealing, part)];
      case 'tool_result':
        return [sealResultPart(sealing, part)];
      case 'other':
        return [
          { ...part, ...sealProof(sealing, part, { kind: 'any' }), providerType: word(sealing, part.providerType) },
        ];
    }
  });
}

function sealTextPart(sealing: Sealing, part: Extract<Part, { kind: 'reasoning' | 'text' }>): Part[] {
  const { gate, attribute } = sealing;
  const text = gate.text(part.text, { kind: part.kind, where: part.kind, attribute });
  if (text === undefined) return [];
  return [
    {
      ...part,
      text,
      ...sealMarks(sealing, part),
      ...sealProof(sealing, part, { kind: part.kind, changed: text !== part.text }),
    } as Part,
  ];
}

function sealCallPart(sealing: Sealing, part: ToolCallPart): ToolCallPart {
  const { gate, attribute } = sealing;
  const { namespace, parentId } = part;
  return {
    ...part,
    ...sealMarks(sealing, part),
    ...sealProof(sealing, part, { kind: 'arguments' }),
    id: gate.id(part.id),
    name: gate.text(part.name, { ...PLACES.toolName, attribute }) ?? '',
    itemType: word(sealing, part.itemType),
    ...(namespace !== undefined && { namespace: gate.text(namespace, { ...PLACES.toolName, attribute }) ?? '' }),
    ...(parentId !== undefined && { parentId: gate.id(parentId) }),
    arguments: sealJson(gate, part.arguments, { ...PLACES.arguments, attribute }),
  };
}

function sealResultPart(sealing: Sealing, part: ToolResultPart): ToolResultPart {
  const { gate, attribute } = sealing;
  const result = sealJson(gate, part.result, { ...PLACES.result, attribute });
  return { ...part, ...sealProof(sealing, part, { kind: 'results' }), callId: gate.id(part.callId), result };
}

/** The words beside the content. */
function sealMarks(sealing: Sealing, part: { key?: string; field?: string; agent?: string }): object {
  const { gate, keys } = sealing;
  if (!gate.hasMask) return {};
  const { key, field, agent } = part;
  if (key !== undefined && !keys.has(key)) keys.set(key, String(keys.size));
  return {
    ...(key !== undefined && { key: keys.get(key) }),
    ...(field !== undefined && { field: word(sealing, field) }),
    ...(agent !== undefined && { agent: word(sealing, agent, PLACES.agentName) }),
  };
}

function word({ gate, attribute }: Sealing, value: string, place: Place = PLACES.type): string {
  return gate.text(value, { ...place, attribute }) ?? 'withheld';
}

/** What a part may hold beside its proof. All else, also what later versions add, is opaque to us. */
const OPEN_FIELDS = new Set(
  'kind key text format field incomplete agent encrypted refusal id idGenerated name namespace arguments itemType type parentId callId result isError providerType'.split(
    ' ',
  ),
);

/** What is proven, and whether the mask has changed it: then the provider would refuse it with its proof. */
interface Proven {
  kind: Place['kind'];
  changed?: boolean;
}

/**
 * Signatures, encrypted thoughts, ids of items: opaque, and made of the thinking, so they stay where it stays; what else comes with a content
 * (citations of a text) stays where that content stays. A changed one would prove nothing. The fields that must not leave, as undefined.
 */
function sealProof({ gate, attribute }: Sealing, part: object, { kind, changed }: Proven): Record<string, undefined> {
  const dropped: Record<string, undefined> = {};
  const isOpen = changed !== true && gate.level('reasoning') === 'full' && gate.level(kind) === 'full';
  for (const [name, value] of Object.entries(part)) {
    if (OPEN_FIELDS.has(name) || value === undefined || typeof value === 'boolean') continue;
    const text = typeof value === 'string' ? value : (jsonOf(value) ?? '');
    if (isOpen && gate.masked(text, { ...PLACES.signature, attribute }) === text) continue;
    gate.withheld.add(attribute);
    dropped[name] = undefined;
  }
  return dropped;
}
