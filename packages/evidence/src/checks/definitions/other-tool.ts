/** The thought names another tool than the call uses. */
import type { Check, Finding } from '../finding.ts';
import type { Run } from '../run.ts';
import { sentences, type Span } from '../text/sentences.ts';
import { mentions, namedTools, namesTool, toolsOf, type NamedTool } from '../text/tool-names.ts';
import { quote, thinkingDollars, thoughtUses, unreadable, type ThoughtUse } from './thoughts.ts';

/** Directly before the name: `I'll call `, `let me use the `, `need to run `. */
const INTENT =
  /\b(?:call|calling|use|using|invoke|invoking|run|running|execute|executing|try|trying|activate|activating|query|(?:check|verify|confirm|look|find|fetch|retrieve|load|start|go)\b.{0,60}\bwith)\s+(?:the\s+|a\s+)?[`"'“‘*]{0,3}$/i;
/** In the sentence: a refusal, an alternative, a condition or a question. */
const NO_INTENT =
  /\b(?:not|never|avoid|without|instead|rather|or|if|unless|could|might|would|may|either|whether)\b|n['’]t\b|\?["'”’)]?$/i;
/** Before the name: a report of what was done, or a plan for later. */
const NOT_NOW =
  /\b(?:already|called|used|earlier|previously|was|were|before|after|then|once|when|later|user (?:wants|asks|asked|said|says))\b/i;
/** Behind the name: the model reconsiders. */
const RECONSIDERS =
  /\b(?:actually|wait|hmm|alternatively|instead|on second thought|however|but|rather|better|unavailable|not available|doesn['’]t|don['’]t|can['’]t|cannot)\b/i;
/** Enough for the sentences in which a model changes its mind. */
const READ_BEHIND = 1_000;
const ORDER = /\bfirst\b|\bbefore\b/i;

function find(run: Run): Finding[] {
  const tools = toolsOf(run);
  return thoughtUses(run).flatMap((use) => finding(run, use, tools) ?? []);
}

function finding(run: Run, use: ThoughtUse, tools: readonly string[]): Finding | null {
  const [first] = use.calls;
  const step = run.steps[use.step];
  const intended = first ? intents(use.thought.text, tools) : [];
  const [intent] = intended;
  if (!first || !step || !intent || intended.some(({ tool }) => tool !== intent.tool)) return null;
  if (isCalledSoon(run, use.step, intent.tool) || isAlsoMeant(run, use, { intent, tool: first.call.tool })) return null;
  const thinking = step.thoughts.length === 1 ? step.tokens.thinking : first.call.thinkingTokens;
  return {
    check: 'other-tool',
    step: use.step,
    call: first.index,
    confidence: 'likely',
    evidence: [
      quote(use, intent.sentence),
      { kind: 'value', name: 'named tool', value: intent.tool },
      { kind: 'value', name: 'called tool', value: first.call.tool },
    ],
    tokens: thinking,
    dollars: thinkingDollars(step, thinking),
  };
}

interface Intent extends NamedTool {
  sentence: Span;
}

/** The tools that the thought says it calls now, and does not take back. */
function intents(thought: string, tools: readonly string[]): Intent[] {
  const named = namedTools(thought, tools);
  return sentences(thought).flatMap((sentence) =>
    named
      .filter(({ from, to }) => from >= sentence.from && to <= sentence.to && isIntent(thought, sentence, { from, to }))
      .map((place) => ({ ...place, sentence })),
  );
}

function isIntent(thought: string, sentence: Span, { from, to }: { from: number; to: number }): boolean {
  const before = thought.slice(sentence.from, from);
  if (!INTENT.test(before) || NOT_NOW.test(before) || NO_INTENT.test(sentence.text)) return false;
  return !RECONSIDERS.test(thought.slice(to, to + READ_BEHIND));
}

/**
 * The called tool is in the thought, too: by its name, or described after the intent. Still it is not meant before
 * another one that the thought puts first, and that was never called.
 */
function isAlsoMeant(
  { steps }: Run,
  { step, thought }: ThoughtUse,
  { intent, tool }: { intent: Intent; tool: string },
) {
  const behind = thought.text.slice(intent.to);
  if (!namesTool(thought.text, tool)) return mentions(behind, tool);
  const isPutFirst = ORDER.test(intent.sentence.text) && !namesTool(thought.text.slice(0, intent.from), tool);
  return !isPutFirst || steps.slice(0, step).some(({ calls }) => calls.some((call) => call.tool === intent.tool));
}

/** In this step or the next one: the thought names both in order, and both are called. */
function isCalledSoon({ steps }: Run, step: number, tool: string): boolean {
  return steps.slice(step, step + 2).some(({ calls }) => calls.some((call) => call.tool === tool));
}

export const otherTool: Check = {
  id: 'other-tool',
  title: 'The thought names another tool than the call uses',
  find,
  notChecked: (run) => unreadable('other-tool', run),
};
