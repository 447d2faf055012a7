/** What becomes of each thought on its way into a conversation. The gate of admit.ts asks for the choice of a thought right before it notes its rule. */
import type { Part, ToolCallPart } from '../part.ts';
import type { Entry } from './history.ts';
import type { RuleName } from './rules.ts';
import type { Note } from './types.ts';

/** One block of thinking of the assistant's turns, with the rule that let it go along, or kept it out. */
export interface ThoughtFate {
  part: Part;
  /** Number of the generation that thought it, from 1; absent where only the history of a request tells of it. */
  step?: number;
  /** The call that it led to. */
  callId?: string;
  rule: RuleName;
  /** Of docs/providers.md. */
  section: string;
  /** For people: why. */
  what: string;
}

type Choice = (index: number) => 'pin' | 'skip' | undefined;
interface Listened {
  choice: Choice;
  note: Note;
}
export interface Fates {
  fates: ThoughtFate[];
  /** `choice` and `note` of one turn, listened to. */
  listen: (entry: Entry, choice: Choice, note: Note) => Listened;
}

export function openFates(): Fates {
  const fates: ThoughtFate[] = [];
  const listen = (entry: Entry, choice: Choice, note: Note): Listened => {
    let asked: number | undefined;
    return {
      choice: (index) => {
        asked = index;
        return choice(index);
      },
      note: (rule, section, what) => {
        const part = asked === undefined ? undefined : entry.parts[asked];
        if (part && asked !== undefined) fates.push({ part, ...placeOf(entry, asked), rule, section, what });
        asked = undefined;
        note(rule, section, what);
      },
    };
  };
  return { fates, listen };
}

function placeOf({ parts, generation }: Entry, index: number): Pick<ThoughtFate, 'step' | 'callId'> {
  const call = callBehind(parts, index);
  return { ...(generation !== undefined && { step: generation + 1 }), ...(call && { callId: call.id }) };
}

/** The call that a thought led to: the first one behind it. */
export function callBehind(parts: readonly Part[], index: number): ToolCallPart | undefined {
  const call = parts.slice(index).find((part) => part.kind === 'tool_call');
  return call?.kind === 'tool_call' ? call : undefined;
}
