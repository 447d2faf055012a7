/**
 * Records what happens to each thought on its way into a conversation. admit.ts asks for the choice of a thought right
 * before it notes its rule.
 */
import type { Part, ToolCallPart } from '../../parts/part.ts';
import type { Entry } from './history.ts';
import type { RuleName } from './common/rules.ts';
import type { Note } from './common/types.ts';

/** One block of thinking of the assistant's turns, with the rule that included it or left it out. */
export interface ThoughtFate {
  part: Part;
  /** Number of the generation it belongs to, from 1; absent when only the history of a request has it. */
  step?: number;
  /** The call that it led to. */
  callId?: string;
  rule: RuleName;
  /** Section of docs/providers.md. */
  section: string;
  /** The reason, for people. */
  what: string;
}

type Choice = (index: number) => 'pin' | 'skip' | undefined;
interface RecordedTurn {
  choice: Choice;
  note: Note;
}
export interface ThoughtOutcomes {
  outcomes: ThoughtFate[];
  /** `choice` and `note` of one turn, wrapped to record both. */
  record: (entry: Entry, choice: Choice, note: Note) => RecordedTurn;
}

export function createOutcomes(): ThoughtOutcomes {
  const outcomes: ThoughtFate[] = [];
  const record = (entry: Entry, choice: Choice, note: Note): RecordedTurn => {
    let currentIndex: number | undefined;
    return {
      choice: (index) => {
        currentIndex = index;
        return choice(index);
      },
      note: (rule, section, what) => {
        const part = currentIndex === undefined ? undefined : entry.parts[currentIndex];
        if (part && currentIndex !== undefined)
          outcomes.push({ part, ...thoughtPosition(entry, currentIndex), rule, section, what });
        currentIndex = undefined;
        note(rule, section, what);
      },
    };
  };
  return { outcomes: outcomes, record: record };
}

function thoughtPosition({ parts, generation }: Entry, index: number): Pick<ThoughtFate, 'step' | 'callId'> {
  const call = callBehind(parts, index);
  return { ...(generation !== undefined && { step: generation + 1 }), ...(call && { callId: call.id }) };
}

/** The call that a thought led to: the first one after it. */
export function callBehind(parts: readonly Part[], index: number): ToolCallPart | undefined {
  const call = parts.slice(index).find((part) => part.kind === 'tool_call');
  return call?.kind === 'tool_call' ? call : undefined;
}
