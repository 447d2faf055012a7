/** The thought names another tool than the call uses. */
import type { Check, Finding } from '../finding.ts';
import type { Run } from '../run.ts';
import { sentences, type Span } from '../text/sentences.ts';
import { mentions, namedTools, toolsOf, type NamedTool } from '../text/tool-names.ts';
import { quote, thinkingDollars, thoughtUses, unreadable, type ThoughtUse } from './thoughts.ts';

/** Directly before the name: `I'll call `, `let me use the `, `need to run `. */
const INTENT =
  /\b(?:call|calling|use|using|invoke|invoking|run|running|execute|executing|try|trying|go with|start with|query|with)\s+(?:the\s+|a\s+)?[`"'“‘*]{0,3}$/i;
/** What makes an intent a report, a condition, an alternative or a refusal. */
const NO_INTENT =
  /\b(?:not|n['’]t|never|avoid|without|instead|rather|or|if|unless|could|might|would|can|may|already|called|used|earlier|previously|before|later|after|then|once|when|either|which|whether|was|were|available|has to be|user (?:wants|asked|said|says))\b|n['’]t\b|\?["'”’)]?$/i;
/** Behind the intent: the model reconsiders, or goes on to something else. */
const RECONSIDERS =
  /\b(?:actually|wait|hmm|alternatively|instead|on second thought|however|but|rather|better|unavailable|not available|doesn['’]t|don['’]t|can['’]t|cannot|then|next|after|finally|first)\b/i;

function find(run: Run): Finding[] {
  const tools = toolsOf(run);
  return thoughtUses(run).flatMap((use) => finding(run, use, tools) ?? []);
}

function finding(run: Run, use: ThoughtUse, tools: readonly string[]): Finding | null {
  const [first] = use.calls;
  if (!first || mentions(use.thought.text, first.call.tool)) return null;
  const intended = intents(use.thought.text, tools);
  const [intent] = intended;
  if (!intent || new Set(intended.map(({ tool }) => tool)).size > 1) return null;
  const step = run.steps[use.step];
  if (!step || calledSoon(run, use.step, intent.tool)) return null;
  const isOnly = step.thoughts.length === 1;
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
    tokens: isOnly ? step.tokens.thinking : first.call.thinkingTokens,
    dollars: thinkingDollars(step, isOnly ? step.tokens.thinking : first.call.thinkingTokens),
  };
}

interface Intent extends NamedTool {
  sentence: Span;
}

/** The tools that the thought says it will call, and does not take back. */
function intents(thought: string, tools: readonly string[]): Intent[] {
  const named = namedTools(thought, tools);
  return sentences(thought).flatMap((sentence) =>
    named
      .filter(({ from, to }) => from >= sentence.from && to <= sentence.to)
      .filter(({ from, to }) => {
        const before = thought.slice(sentence.from, from);
        const behind = thought.slice(to, to + 1_000);
        return INTENT.test(before) && !NO_INTENT.test(sentence.text) && !RECONSIDERS.test(behind);
      })
      .map((place) => ({ ...place, sentence })),
  );
}

/** In this step or the next one: the thought named both in order, and both are called. */
function calledSoon({ steps }: Run, step: number, tool: string): boolean {
  return steps.slice(step, step + 2).some(({ calls }) => calls.some((call) => call.tool === tool));
}

export const otherTool: Check = {
  id: 'other-tool',
  title: 'The thought names another tool than the call uses',
  find,
  notChecked: (run) => unreadable('other-tool', run),
};
