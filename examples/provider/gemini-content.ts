/**
 * The Gemini format (generateContent and streamGenerateContent): parts, without ids for calls, and whole response
 * objects with only the new parts as the chunks of a stream.
 */
import type { Item, Turn } from './script.ts';
import { opaque, randomId, roughTokens, words } from './text.ts';
import type { Conversation, ServerEvent, WireFormat } from './wire-format.ts';

interface Part {
  text?: string;
  thought?: boolean;
  thoughtSignature?: string;
  functionCall?: { name: string; args: object };
  functionResponse?: { name: string };
}

interface Content {
  role?: string;
  parts?: Part[];
}

interface Request {
  /** From the path, like the decision to stream. */
  model: string;
  stream: boolean;
  contents: Content[];
  systemInstruction?: Content;
  generationConfig?: { thinkingConfig?: { includeThoughts?: boolean } };
}

interface Response {
  candidates: [{ index: 0; content: Content; finishReason?: 'STOP' }];
  usageMetadata: object;
  modelVersion: string;
  responseId: string;
}

const PATH = /\/models\/([^/:]+):(generateContent|streamGenerateContent)$/;

export const geminiContent: WireFormat<Request, Response> = {
  path: PATH,
  fromPath: (path) => {
    const [, model, method] = PATH.exec(path) ?? [];
    return { model, stream: method === 'streamGenerateContent' };
  },
  read,
  write,
  stream,
  error: (message) => ({ error: { code: 400, message, status: 'INVALID_ARGUMENT' } }),
};

function read({ contents, systemInstruction }: Request): Conversation {
  const human = contents.findLastIndex((content) => content.role !== 'model' && textOf(content) !== '');
  const since = contents.slice(human + 1);
  const calls = since.flatMap((content) => namesOf(content, 'functionCall'));
  const results = since.flatMap((content) => namesOf(content, 'functionResponse'));
  return {
    asked: textOf(contents[human]),
    instructions: textOf(systemInstruction),
    rounds: since.filter(({ role }) => role === 'model').length,
    answered: contents.flatMap((content) => namesOf(content, 'functionResponse')),
    complaint:
      calls.length === results.length
        ? undefined
        : 'The number of function response parts must equal the number of function call parts.',
  };
}

const textOf = (content: Content | undefined): string => (content?.parts ?? []).map(({ text }) => text ?? '').join('');

const namesOf = (content: Content, kind: 'functionCall' | 'functionResponse'): string[] =>
  (content.parts ?? []).flatMap((part) => part[kind]?.name ?? []);

function write(turn: Turn, request: Request): Response {
  const showsThoughts = request.generationConfig?.thinkingConfig?.includeThoughts === true;
  const parts = turn.output.flatMap((item) => partsOf(item, showsThoughts));
  // Only the first call of a group is signed.
  const first = parts.find((part) => part.functionCall);
  if (first && turn.usage.thinking) first.thoughtSignature = opaque(turn.usage.thinking);
  return {
    candidates: [{ index: 0, content: { role: 'model', parts }, finishReason: 'STOP' }],
    usageMetadata: usage(turn),
    modelVersion: request.model,
    responseId: randomId('', 22),
  };
}

function partsOf(item: Item, showsThoughts: boolean): Part[] {
  if ('thought' in item) return showsThoughts ? [{ text: item.thought, thought: true }] : [];
  if ('said' in item) return [{ text: item.said }];
  return 'call' in item ? [{ functionCall: { name: item.call, args: item.arguments } }] : [];
}

/** Thinking is not part of the candidates' tokens, and absent when there was none. */
function usage({ usage: { input, output, thinking = 0, cacheRead = 0 } }: Turn): object {
  return {
    promptTokenCount: input,
    candidatesTokenCount: output - thinking,
    totalTokenCount: input + output,
    ...(thinking > 0 && { thoughtsTokenCount: thinking }),
    ...(cacheRead > 0 && { cachedContentTokenCount: cacheRead }),
  };
}

function* stream(response: Response): Iterable<ServerEvent> {
  const [{ content, finishReason }] = response.candidates;
  const pieces = (content.parts ?? []).flatMap(piecesOf);
  for (const [index, part] of pieces.entries()) {
    const end = index === pieces.length - 1 ? { finishReason } : {};
    const candidates = [{ index: 0, content: { role: 'model', parts: [part] }, ...end }];
    yield { data: { ...response, candidates }, tokens: roughTokens(part.text ?? '') };
  }
}

/** A call comes whole, a text in pieces. */
function piecesOf(part: Part): Part[] {
  return part.text === undefined ? [part] : words(part.text, 8).map((text) => ({ ...part, text }));
}
