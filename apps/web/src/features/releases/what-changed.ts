// The clear changes in sentences, those of figures first. Pure.
import { percent } from '../../lib/figures/format.ts';
import type { ComparedFigure } from '../../lib/releases/release-figures.ts';
import type { ComparedTool } from '../../lib/releases/release-paths.ts';
import { estimatedWords, figureWords, relativeIntervalWords, relativeWords } from '../../lib/releases/release-words.ts';

interface Compared {
  figures: readonly ComparedFigure[];
  tools: readonly ComparedTool[];
}

const MAX_TOOLS = 5;

export function whatChanged({ figures, tools }: Compared): string[] {
  return [
    ...figures.filter(({ change }) => change.isSignificant).map(figureSentence),
    ...tools
      .filter(({ what }) => what !== 'same')
      .slice(0, MAX_TOOLS)
      .map(toolSentence),
  ];
}

function toolSentence({ tool, what, a, b }: ComparedTool): string {
  const runs = (of: typeof a) => `${percent(of.share.value ?? 0)} of runs`;
  if (what === 'appeared') return `${tool} is called in ${runs(b)} of B, and in none of A.`;
  if (what === 'vanished') return `${tool} was called in ${runs(a)} of A, and is in none of B.`;
  return `${tool} is called ${what}: in ${runs(a)} of A, ${runs(b)} of B; ${figureWords(a.callsPerRun.value ?? 0, 'count')} → ${figureWords(b.callsPerRun.value ?? 0, 'count')} calls per run.`;
}

function figureSentence({ label, unit, a, b, change }: ComparedFigure): string {
  const interval = relativeIntervalWords(change);
  const values = `${estimatedWords(a, unit)} → ${estimatedWords(b, unit)}`;
  return `${label}: ${values}, ${relativeWords(change, a, b)}${interval ? ` (${interval})` : ''}.`;
}
