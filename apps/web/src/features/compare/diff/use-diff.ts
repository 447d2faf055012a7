'use client';
// The diff of two texts from two traces: loaded when visible, computed in the worker, cached.
import { useQuery } from '@tanstack/react-query';
import { useTRPCClient, type RouterInputs, type RouterOutputs } from '../../../lib/requests/trpc.ts';
import { heldDiff } from './held-diff.ts';
import { diffTexts } from './worker-client.ts';

export interface TextOf {
  project: string;
  trace: string;
  /** `<span id>:<index>` of a call, the most likely first; the span id of a model call for what it was given. */
  keys: readonly string[];
  field: RouterInputs['trace']['text']['field'] | RequestField;
  /** The response has not ended: load the text again when it has. */
  isPartial: boolean;
}

type RequestField = keyof NonNullable<RouterOutputs['compare']['request']>;

/** Maximum characters compared per text; the screen says when a text is longer. */
const MAX_CHARACTERS = 400_000;
const MAX_BLOCKS = 50;

type Client = ReturnType<typeof useTRPCClient>;

/** Loads nothing when neither side has a text. */
export function useDiff(kind: 'thoughts' | 'values', a: TextOf, b: TextOf) {
  const client = useTRPCClient();
  return useQuery({
    queryKey: ['comparison', kind, a, b],
    enabled: a.keys.length + b.keys.length > 0,
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const [left, right] = await Promise.all([wholeText(client, a, signal), wholeText(client, b, signal)]);
      return {
        hasA: left.text !== '',
        hasB: right.text !== '',
        isCut: left.isCut || right.isCut,
        diff: heldDiff(left.text, right.text) ?? (await diffTexts(kind, left.text, right.text)),
      };
    },
  });
}

/** Both texts as they are; undefined while they load, and when one of them is missing. */
export function useTexts(a: TextOf | undefined, b: TextOf | undefined): { a: string; b: string } | undefined {
  const client = useTRPCClient();
  const { data } = useQuery({
    queryKey: ['comparison', 'texts', a, b],
    enabled: a !== undefined && b !== undefined,
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const [left, right] = await Promise.all([wholeText(client, a!, signal), wholeText(client, b!, signal)]);
      return { a: left.text, b: right.text };
    },
  });
  return data && data.a !== '' && data.b !== '' ? data : undefined;
}

interface Whole {
  text: string;
  isCut: boolean;
}

/** All blocks of a thought, or the whole of another text. */
async function wholeText(client: Client, { project, trace, keys, field }: TextOf, signal: AbortSignal): Promise<Whole> {
  for (const key of keys) {
    if (field === 'system' || field === 'input' || field === 'tools') {
      const given = await client.compare.request.query({ project, trace, spanId: key }, { signal });
      const text = given?.[field] ?? '';
      return { text: text.slice(0, MAX_CHARACTERS), isCut: text.length > MAX_CHARACTERS };
    }
    const [spanId = '', index = '0'] = key.split(':');
    const pieces: string[] = [];
    let [length, block, offset] = [0, 0, 0];
    while (length < MAX_CHARACTERS && block < MAX_BLOCKS) {
      const piece = await client.trace.text.query(
        { project, trace, spanId, index: Number(index), field, block, offset },
        { signal },
      );
      if (!piece) break;
      pieces.push(offset === 0 && block > 0 ? `\n\n${piece.text}` : piece.text);
      length += piece.text.length;
      offset += PIECE;
      if (offset < piece.totalCharacters) continue;
      [block, offset] = [block + 1, 0];
      if (block >= piece.blocks) return { text: pieces.join(''), isCut: false };
    }
    if (pieces.length > 0) return { text: pieces.join(''), isCut: true };
  }
  return { text: '', isCut: false };
}

/** Characters per response of the server. */
const PIECE = 64_000;
