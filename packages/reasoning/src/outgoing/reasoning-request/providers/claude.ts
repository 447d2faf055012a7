/**
 * What each generation of Claude accepts, by model name: on Anthropic's own API, on clouds and behind proxies
 * (providers.md §4).
 */
import type { ReasoningEffort } from '../common/target.ts';

export interface Claude {
  /** The name identifies the generation. */
  isKnownGeneration: boolean;
  thinks: boolean;
  /** `thinking.type` values beside `disabled`. */
  adaptive: boolean;
  budget: 'usual' | 'deprecated' | 'refused';
  betweenTools: boolean;
  off: 'yes' | 'up to effort high' | 'no';
  efforts: readonly ReasoningEffort[];
  /** temperature, top_p and top_k are refused with or without thinking. */
  refusesSampling: boolean;
  /** Forced tools and prefill are refused with or without thinking. */
  refusesForcedTools: boolean;
  refusesPrefill: boolean;
  /** `display` must be requested. */
  omitsText: boolean;
  /** With a budget, thinking between tool calls needs a beta header. */
  interleavesByHeader: boolean;
}

/**
 * `claude-opus-4-7`, `claude-sonnet-4-20250514`, `anthropic/claude-opus-4.8`,
 * `us.anthropic.claude-haiku-4-5-20251001-v1:0`.
 */
const LINE_FIRST = /claude[-_](opus|sonnet|haiku|fable|mythos)[-_](\d+)(?:[-_.](\d{1,2})(?!\d))?/i;
/** `claude-3-7-sonnet-latest`, `claude-4.7-opus`. */
const VERSION_FIRST = /claude[-_](\d)(?:[-_.](\d))?[-_](opus|sonnet|haiku)/i;
const CLAUDE_1_AND_2 = /claude[-_ ]?(?:instant|v?[12](?!\d))/i;
/** Newest generation known here; a later one is treated like it. */
const NEWEST = 5.5;
const EFFORTS = ['low', 'medium', 'high', 'max'] as const;
const EFFORTS_WITH_XHIGH = ['low', 'medium', 'high', 'xhigh', 'max'] as const;

export function isClaude(model: string): boolean {
  return /claude/i.test(model);
}

export function claudeOf(model: string): Claude {
  const { line, version, known } = generationOf(model);
  const capable = line === 'fable' || line === 'mythos';
  // Fable and Mythos are one model under two names, and always think; so do Opus and Sonnet since 5.5.
  const alwaysThinks = capable || (version >= 5.5 && line !== 'haiku');
  const offWithLimit = (line === 'opus' && version === 5) || (line === 'haiku' && version >= 5.5);
  return {
    isKnownGeneration: known,
    thinks: version >= 3.7,
    adaptive: version >= 4.6,
    budget: version >= 4.7 ? 'refused' : version >= 4.6 ? 'deprecated' : 'usual',
    betweenTools: line === 'sonnet' && version >= 5.5,
    off: alwaysThinks ? 'no' : offWithLimit ? 'up to effort high' : 'yes',
    efforts: effortsOf(line, version),
    refusesSampling: version >= 4.7,
    refusesForcedTools: (capable && version >= 5.1) || (alwaysThinks && !capable),
    refusesPrefill: version >= 5,
    omitsText: version >= 4.7,
    interleavesByHeader: version >= 4 && version < 4.6,
  };
}

function generationOf(model: string): { line: string; version: number; known: boolean } {
  const first = LINE_FIRST.exec(model);
  const second = VERSION_FIRST.exec(model);
  const line = (first?.[1] ?? second?.[3] ?? '').toLowerCase();
  const [major, minor = '0'] = first ? [first[2], first[3]] : [second?.[1], second?.[2]];
  if (major === undefined) return CLAUDE_1_AND_2.test(model) ? { line, version: 2, known: true } : newest(line);
  const version = Number(major) + Number(minor) / 10;
  return version > NEWEST ? newest(line) : { line, version, known: true };
}

function newest(line: string): { line: string; version: number; known: boolean } {
  return { line: line || 'opus', version: NEWEST, known: false };
}

/** `xhigh` came with 4.7; of the 4.5 models only Opus takes an effort. */
function effortsOf(line: string, version: number): readonly ReasoningEffort[] {
  if (version >= 4.7) return EFFORTS_WITH_XHIGH;
  if (version >= 4.6) return EFFORTS;
  return line === 'opus' && version === 4.5 ? ['low', 'medium', 'high'] : [];
}
