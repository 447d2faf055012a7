/**
 * What the model had before each step of a run: its requests in their order. Each adds an index of what is new in it, so
 * that a long conversation is indexed once and not with every request that repeats it.
 */
import type { Message, Part } from '@subtext/reasoning';
import type { SeenEntry } from '../origins/origin.ts';
import { textsOfTool } from '../origins/schema.ts';
import { MOST_TOOLS } from './offered-tools.ts';
import type { SeenIndex } from '../origins/search/seen-index.ts';
import { GrowingIndex } from './growing-index.ts';
import type { CallPlace, StoredContext } from './stored-step.ts';

/** What an entry of the index is: a text of an earlier call, or of the request. */
export interface EntrySource {
  call?: CallPlace & { field: 'arguments' | 'result' | 'thought' | 'preamble' };
  system?: number;
  message?: number;
  part?: number;
}

export interface StepContext extends Pick<StoredContext, 'lacksInstructions'> {
  indexes: readonly SeenIndex[];
  sources: readonly EntrySource[];
  newUserMessage: boolean | null;
  /** The same request as that of the step before. null: one of them is not stored. */
  isSameAsBefore: boolean | null;
  /** The messages of the model in this request. null: not all of them are stored. */
  turns: readonly Message[] | null;
  /** Results of tools that are new in this request, by the id of the call. */
  results: ReadonlyMap<string, string>;
  /** Calls in the same messages to which the provider gave no id, in their order. */
  unnamed: readonly UnnamedCall[];
}

export interface UnnamedCall {
  tool: string;
  /** As JSON. */
  arguments: string;
  result: string | undefined;
}

interface Request {
  /** Each message as text, for comparison. */
  messages: string[];
  system: string;
  tools: string;
  users: number;
  responseId: string | undefined;
}

/** Characters of new texts that may be indexed for all runs of a trace. */
export interface IndexBudget {
  characters: number;
}

export const INSTRUCTIONS: ReadonlySet<string> = new Set(['system', 'developer']);
/** Something is missing: what is not found in the rest is unknown. */
const MISSING: SeenEntry = { kind: 'user', text: '', isIncomplete: true };

export class ContextOfRun {
  readonly #placeOf: (callId: string) => CallPlace | undefined;
  readonly #budget: IndexBudget;
  readonly #index = new GrowingIndex();
  #sources: EntrySource[] = [];
  #before: Request | undefined;
  #output: readonly Part[] = [];

  /** `placeOf`: the call of this id in the trace. */
  constructor(placeOf: (callId: string) => CallPlace | undefined, budget: IndexBudget) {
    this.#placeOf = placeOf;
    this.#budget = budget;
  }

  next(context: StoredContext | null): StepContext {
    if (!context?.hasInput) return this.#unknown();
    const { generation } = context;
    const before = this.#before;
    const goesOn = generation.previousResponseId !== undefined;
    const isFollowed = goesOn && before?.responseId === generation.previousResponseId;
    const own = generation.messages.map(comparable);
    const messages = isFollowed ? [...before!.messages, ...own] : own;
    const system = textOf(generation.system ?? []);
    const common = isFollowed ? before!.messages.length : commonLength(before?.messages ?? [], own);
    const isRewritten = before !== undefined && !isFollowed && common < before.messages.length;
    if (isRewritten || (goesOn && !isFollowed)) this.#forget();
    const from = isFollowed ? 0 : isRewritten ? 0 : common;
    const entries = this.#entriesOf(generation.messages.slice(from), from);
    if (isFollowed) entries.push(...this.#entriesOf([{ role: 'assistant', parts: [...this.#output] }], undefined));
    if (isRewritten || system !== before?.system) entries.push(...systemEntries(generation.system ?? []));
    const tools = textOf(generation.toolDefinitions ?? []);
    if (isRewritten || tools !== before?.tools) entries.push(...toolEntries(generation.toolDefinitions ?? []));
    if (context.isIncomplete || (goesOn && !isFollowed)) entries.push([MISSING, {}]);
    this.#add(entries);
    const users = generation.messages.filter(isOfUser).length + (isFollowed ? before!.users : 0);
    this.#before = { messages, system, tools, users, responseId: generation.responseId };
    this.#output = generation.output;
    const isWhole = !context.isIncomplete && !goesOn;
    return {
      indexes: this.#index.indexes,
      sources: this.#sources,
      newUserMessage: goesOn && !isFollowed ? null : hasNewUser(before, { users, isRewritten }),
      isSameAsBefore: before ? messages.length === common && before.messages.length === common : false,
      lacksInstructions: context.lacksInstructions,
      turns: isWhole ? generation.messages.filter(({ role }) => role === 'assistant') : null,
      ...resultsIn(generation.messages.slice(from)),
    };
  }

  #unknown(): StepContext {
    this.#before = undefined;
    this.#add([[MISSING, {}]]);
    return { ...UNKNOWN, indexes: this.#index.indexes, sources: this.#sources };
  }

  #forget(): void {
    this.#index.clear();
    this.#sources = [];
  }

  #add(entries: readonly [SeenEntry, EntrySource][]): void {
    if (entries.length === 0) return;
    const added = this.#index.add(this.#withinBudget(entries.map(([entry]) => entry)), this.#sources.length);
    this.#sources = [...this.#sources, ...entries.map(([, source]) => source)];
    this.#budget.characters -= added;
  }

  #withinBudget(entries: SeenEntry[]): SeenEntry[] {
    return this.#budget.characters > 0 ? entries : entries.map(() => MISSING);
  }

  #entriesOf(messages: readonly Message[], first: number | undefined): [SeenEntry, EntrySource][] {
    return messages.flatMap(({ role, parts }, at) =>
      parts.flatMap((part, index): [SeenEntry, EntrySource][] => {
        const place = first === undefined ? {} : { message: first + at, part: index };
        return this.#entryOf(role, part, place);
      }),
    );
  }

  #entryOf(role: string, part: Part, place: EntrySource): [SeenEntry, EntrySource][] {
    const ofCall = (callId: string, field: 'arguments' | 'result'): EntrySource => {
      const call = this.#placeOf(callId);
      return call ? { ...place, call: { ...call, field } } : place;
    };
    switch (part.kind) {
      case 'text':
        return [[{ kind: kindOfRole(role), text: part.text }, place]];
      case 'reasoning':
        return [[{ kind: 'thought', text: part.text }, place]];
      case 'tool_call':
        return [[{ kind: 'argument', json: part.arguments }, ofCall(part.id, 'arguments')]];
      case 'tool_result':
        return [[{ kind: 'tool_result', json: part.result ?? '' }, ofCall(part.callId, 'result')]];
      case 'other':
        // An image, a file or an unknown block: what is in it is not known.
        return [[{ ...MISSING, kind: kindOfRole(role) }, place]];
      default:
        return [];
    }
  }
}

const UNKNOWN = {
  ...{ newUserMessage: null, isSameAsBefore: null, turns: null, lacksInstructions: true },
  ...{ results: new Map<string, string>(), unnamed: [] },
};

function kindOfRole(role: string): SeenEntry['kind'] {
  if (role === 'assistant') return 'message';
  if (INSTRUCTIONS.has(role)) return 'instructions';
  return role === 'tool' ? 'tool_result' : 'user';
}

const systemEntries = (system: readonly string[]): [SeenEntry, EntrySource][] =>
  system.map((text, index) => [{ kind: 'instructions', text }, { system: index }]);

/** All of them: the model may copy a value for one tool from what another one says. */
const toolEntries = (definitions: readonly unknown[]): [SeenEntry, EntrySource][] =>
  definitions.slice(0, MOST_TOOLS).map((definition) => [{ kind: 'schema', json: textsOfTool(definition) }, {}]);

const isOfUser = ({ role, parts }: Message): boolean =>
  role === 'user' && parts.some(({ kind }) => kind === 'text' || kind === 'other');

/** A request that was written anew has no earlier messages to compare with, only their number. */
function hasNewUser(before: Request | undefined, { users, isRewritten }: { users: number; isRewritten: boolean }) {
  if (!before) return users > 0;
  if (users > before.users) return true;
  return isRewritten && users !== before.users ? null : false;
}

function commonLength(before: readonly string[], after: readonly string[]): number {
  const differs = after.findIndex((message, index) => before[index] !== message);
  return differs < 0 ? after.length : differs;
}

/** Generated ids differ from request to request. */
function comparable(message: Message): string {
  const parts = message.parts.map((part) => {
    if (part.kind === 'tool_call' && part.idGenerated) return { ...part, id: '' };
    return part.kind === 'tool_result' ? { ...part, callId: '' } : part;
  });
  return textOf({ ...message, parts });
}

function resultsIn(messages: readonly Message[]): Pick<StepContext, 'results' | 'unnamed'> {
  const results = messages.flatMap(({ parts }) =>
    parts.flatMap((part) =>
      part.kind === 'tool_result' && part.callId !== '' && part.result !== undefined
        ? [[part.callId, typeof part.result === 'string' ? part.result : textOf(part.result)] as const]
        : [],
    ),
  );
  const byId = new Map(results);
  const unnamed = messages.flatMap(({ parts }) =>
    parts.flatMap((part): UnnamedCall[] => {
      if (part.kind !== 'tool_call' || !part.idGenerated) return [];
      const args = typeof part.arguments === 'string' ? part.arguments : textOf(part.arguments);
      return [{ tool: part.name, arguments: args, result: byId.get(part.id) }];
    }),
  );
  return { results: byId, unnamed };
}

/** Thousands of levels occur only in attacks. */
export function textOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return '[nested too deeply]';
  }
}
