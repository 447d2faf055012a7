/**
 * Redacts the messages of a span: removes what must not leave, but keeps visible that thinking or a call took place.
 * Single contents are in content.ts.
 */
import {
  withoutBytes,
  withoutUndefined,
  type Media,
  type Message,
  type OtherPart,
  type Part,
  type ToolCallPart,
  type ToolResultPart,
} from '@subtext/reasoning';
import { FIELDS, redactJson } from './content.ts';
import type { Redactor, ContentField } from './redactor.ts';
import { toJson } from '../platform/json.ts';

export function redactMessages(redactor: Redactor, messages: readonly Message[], attribute: string): Message[] {
  if (redactor.isOpen) return [...messages];
  return messages.map((message) => redactMessage(redactor, message, attribute));
}

/** Known roles, which contain no content. */
const ROLES = new Set(['user', 'assistant', 'tool', 'function', 'model', 'system', 'developer']);

function redactMessage(redactor: Redactor, message: Message, attribute: string): Message {
  const word = (value: string, where = 'type') => redactor.text(value, { kind: null, where, attribute });
  const name = message.name === undefined ? undefined : word(message.name, 'name');
  const finishReason = message.finishReason === undefined ? undefined : word(message.finishReason);
  return {
    role: ROLES.has(message.role) ? message.role : (word(message.role) ?? 'other'),
    ...(name !== undefined && { name }),
    parts: redactParts({ redactor, attribute, keys: new Map() }, message.parts),
    ...(finishReason !== undefined && { finishReason }),
  };
}

interface Redaction {
  redactor: Redactor;
  attribute: string;
  /** Keys only distinguish blocks, but some contain the provider's ids: under a mask they are numbered. */
  keys: Map<string, string>;
}

function redactParts(redaction: Redaction, parts: readonly Part[]): Part[] {
  return parts.flatMap((part): Part[] => {
    switch (part.kind) {
      case 'reasoning':
      case 'text':
        return redactTextPart(redaction, part);
      case 'redacted':
      case 'hidden':
        return [{ ...part, ...redactMarks(redaction, part), ...redactProof(redaction, part, { kind: 'reasoning' }) }];
      case 'tool_call':
        return [redactCallPart(redaction, part)];
      case 'tool_result':
        return [redactResultPart(redaction, part)];
      case 'other':
        return [redactOtherPart(redaction, part)];
    }
  });
}

function redactTextPart(redaction: Redaction, part: Extract<Part, { kind: 'reasoning' | 'text' }>): Part[] {
  const { redactor, attribute } = redaction;
  const text = redactor.text(part.text, { kind: part.kind, where: part.kind, attribute });
  if (text === undefined) return [];
  return [
    {
      ...part,
      text,
      ...redactMarks(redaction, part),
      ...redactProof(redaction, part, { kind: part.kind, changed: text !== part.text }),
    } as Part,
  ];
}

function redactCallPart(redaction: Redaction, part: ToolCallPart): ToolCallPart {
  const { redactor, attribute } = redaction;
  const { namespace, parentId } = part;
  return {
    ...part,
    ...redactMarks(redaction, part),
    ...redactProof(redaction, part, { kind: 'arguments' }),
    id: redactor.id(part.id),
    name: redactor.text(part.name, { ...FIELDS.toolName, attribute }) ?? '',
    itemType: word(redaction, part.itemType),
    ...(namespace !== undefined && { namespace: redactor.text(namespace, { ...FIELDS.toolName, attribute }) ?? '' }),
    ...(parentId !== undefined && { parentId: redactor.id(parentId) }),
    arguments: redactJson(redactor, part.arguments, { ...FIELDS.arguments, attribute }),
  };
}

function redactResultPart(redaction: Redaction, part: ToolResultPart): ToolResultPart {
  const { redactor, attribute } = redaction;
  const result = redactJson(redactor, part.result, { ...FIELDS.result, attribute });
  return { ...part, ...redactProof(redaction, part, { kind: 'results' }), callId: redactor.id(part.callId), result };
}

function redactOtherPart(redaction: Redaction, { media, ...part }: OtherPart): OtherPart {
  return {
    ...part,
    ...redactProof(redaction, part, { kind: 'any' }),
    providerType: word(redaction, part.providerType),
    ...(media && { media: redactMedia(redaction, media) }),
  };
}

/** A mask cannot look into an image, so bytes leave only where there is none. */
function redactMedia(redaction: Redaction, { mimeType, name, url, fileId, ...media }: Media): Media {
  const { redactor, attribute } = redaction;
  const isFull = redactor.level('text') === 'full';
  const content = (value: string | undefined) =>
    value === undefined ? undefined : redactor.text(value, { kind: 'text', where: 'text', attribute });
  const open = {
    mimeType: mimeType === undefined ? undefined : word(redaction, mimeType),
    name: content(name),
    url: isFull ? content(url) : undefined,
    fileId: fileId === undefined ? undefined : redactor.id(fileId),
  };
  const isWithheld = media.data !== undefined && (!isFull || redactor.hasMask);
  if (isWithheld || (!isFull && url !== undefined)) redactor.withheld.add(attribute);
  return { ...(isWithheld ? withoutBytes(media, 'withheld') : media), ...withoutUndefined(open) };
}

/** The short texts beside the content. */
function redactMarks(redaction: Redaction, part: { key?: string; field?: string; agent?: string }): object {
  const { redactor, keys } = redaction;
  if (!redactor.hasMask) return {};
  const { key, field, agent } = part;
  if (key !== undefined && !keys.has(key)) keys.set(key, String(keys.size));
  return {
    ...(key !== undefined && { key: keys.get(key) }),
    ...(field !== undefined && { field: word(redaction, field) }),
    ...(agent !== undefined && { agent: word(redaction, agent, FIELDS.agentName) }),
  };
}

function word({ redactor, attribute }: Redaction, value: string, field: ContentField = FIELDS.type): string {
  return redactor.text(value, { ...field, attribute }) ?? 'withheld';
}

/** All fields of a part except its proof. Other fields, including those of later versions, are treated as opaque. */
const OPEN_FIELDS = new Set(
  'kind key text format field incomplete agent encrypted refusal id idGenerated name namespace arguments itemType type parentId callId result isError providerType'.split(
    ' ',
  ),
);

/**
 * What the proof covers, and whether the mask has changed it: the provider would then refuse it together with its
 * proof.
 */
interface Proven {
  kind: ContentField['kind'];
  changed?: boolean;
}

/**
 * Returns the fields that must not leave, as undefined. Signatures, encrypted thoughts and item ids are opaque and
 * derived from the thinking, so they are withheld with it. Other extra fields (citations of a text) are withheld with
 * their content. A changed proof would prove nothing.
 */
function redactProof(
  { redactor, attribute }: Redaction,
  part: object,
  { kind, changed }: Proven,
): Record<string, undefined> {
  const dropped: Record<string, undefined> = {};
  const isOpen = changed !== true && redactor.level('reasoning') === 'full' && redactor.level(kind) === 'full';
  for (const [name, value] of Object.entries(part)) {
    if (OPEN_FIELDS.has(name) || value === undefined || typeof value === 'boolean') continue;
    const text = typeof value === 'string' ? value : (toJson(value) ?? '');
    if (isOpen && redactor.masked(text, { ...FIELDS.signature, attribute }) === text) continue;
    redactor.withheld.add(attribute);
    dropped[name] = undefined;
  }
  return dropped;
}
