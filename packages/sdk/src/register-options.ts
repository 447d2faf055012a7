/** What the environment says to register.ts. Where to send (`SUBTEXT_URL`, `SUBTEXT_API_KEY`, `OTEL_*`) is read where it is needed. */
import type { CaptureLevel, CapturePolicy } from './capture.ts';
import type { ObserveOptions } from './observe-options.ts';
import { tell } from './report.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** null: `OTEL_SDK_DISABLED=true`, the standard's word for off. */
export function registerOptions(environment: Environment): ObserveOptions | null {
  if (environment.OTEL_SDK_DISABLED?.trim().toLowerCase() === 'true') return null;
  const capture = capturePolicy(environment.SUBTEXT_CAPTURE ?? '');
  return capture ? { capture } : {};
}

const KINDS = ['reasoning', 'text', 'arguments', 'results'] as const;
const LEVELS: readonly string[] = ['full', 'length', 'none'] satisfies CaptureLevel[];

/** `length` for all, or `reasoning=none,results=length`. What is not understood withholds everything. */
function capturePolicy(source: string): CapturePolicy | undefined {
  const rules = source.split(',').map((rule) => rule.trim());
  if (rules.every((rule) => rule === '')) return undefined;
  const policy: CapturePolicy = {};
  for (const rule of rules.filter((text) => text !== '')) {
    const [kind, level] = rule.includes('=') ? rule.split('=').map((word) => word.trim()) : ['all', rule];
    const kinds = kind === 'all' ? KINDS : KINDS.filter((known) => known === kind);
    if (kinds.length === 0 || !LEVELS.includes(level ?? '')) return everythingWithheld(rule);
    for (const known of kinds) policy[known] = level as CaptureLevel;
  }
  return policy;
}

function everythingWithheld(rule: string): CapturePolicy {
  tell(
    'register options',
    () =>
      `SUBTEXT_CAPTURE is not understood at "${rule}", so no content leaves. Give one of full, length, none, for all or as in reasoning=none,results=length.`,
  );
  return Object.fromEntries(KINDS.map((kind) => [kind, 'none']));
}
