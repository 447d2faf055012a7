/**
 * Reads the options of register.ts from the environment. `SUBTEXT_URL`, `SUBTEXT_API_KEY` and `OTEL_*` are read where
 * they are needed.
 */
import type { CaptureLevel, CapturePolicy } from '../privacy/capture.ts';
import type { ObserveOptions } from './observe.ts';
import { report } from '../platform/report.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns null with `OTEL_SDK_DISABLED=true`. */
export function registerOptions(environment: Environment): ObserveOptions | null {
  if (environment.OTEL_SDK_DISABLED?.trim().toLowerCase() === 'true') return null;
  const capture = capturePolicy(environment.SUBTEXT_CAPTURE ?? '');
  return capture ? { capture } : {};
}

const KINDS = ['reasoning', 'text', 'arguments', 'results'] as const;
const LEVELS: readonly string[] = ['full', 'length', 'none'] satisfies CaptureLevel[];

/** `length` for all kinds, or `reasoning=none,results=length`. An invalid value withholds everything. */
function capturePolicy(source: string): CapturePolicy | undefined {
  const rules = source.split(',').map((rule) => rule.trim());
  if (rules.every((rule) => rule === '')) return undefined;
  const policy: CapturePolicy = {};
  for (const rule of rules.filter((text) => text !== '')) {
    const [kind, level] = rule.includes('=') ? rule.split('=').map((word) => word.trim()) : ['all', rule];
    const kinds = kind === 'all' ? KINDS : KINDS.filter((name) => name === kind);
    if (kinds.length === 0 || !LEVELS.includes(level ?? '')) return everythingWithheld(rule);
    for (const name of kinds) policy[name] = level as CaptureLevel;
  }
  return policy;
}

function everythingWithheld(rule: string): CapturePolicy {
  report(
    'register options',
    () =>
      `SUBTEXT_CAPTURE is not understood at "${rule}", so no content leaves. Give one of full, length, none, for all or as in reasoning=none,results=length.`,
  );
  return Object.fromEntries(KINDS.map((kind) => [kind, 'none']));
}
