/** What was found, as lines for the terminal and as the table of docs/frameworks.md. */
import type { RunResult, Scenario } from './conformance.ts';
import { SCENARIOS } from './conformance.ts';
import { variantName, type Framework } from './frameworks.ts';
import { PROPERTIES, type Property } from './properties.ts';

export interface Miss {
  framework: Framework;
  scenario: Scenario;
  property: Property;
  variant: string;
  reason: string;
}

export interface Tally {
  passed: number;
  misses: Miss[];
}

const PROGRAM_FAILED = 'the program failed, which fails every property: ';

/** One check for each run and property that the run has something for. */
export function tally(results: readonly RunResult[], properties: readonly Property[] = PROPERTIES): Tally {
  const misses: Miss[] = [];
  let passed = 0;
  for (const { framework, variant, scenario, failure, findings } of results) {
    for (const property of properties) {
      const finding = failure === undefined ? findings?.[property] : PROGRAM_FAILED + failure;
      if (finding === undefined) passed += 1;
      else if (finding !== null) {
        misses.push({ framework, scenario, property, variant: variantName(variant), reason: finding });
      }
    }
  }
  return { passed, misses };
}

/** `✓` when it holds in all variants, `✗` when it does not in one of them, blank when no run has anything for it. */
export function cell(results: readonly RunResult[], property: Property): string {
  const { passed, misses } = tally(results, [property]);
  if (misses.length > 0) return '✗';
  return passed > 0 ? '✓' : '';
}

/** Equal misses in several variants are one line. */
export function missLines(misses: readonly Miss[]): string[] {
  const byReason = new Map<string, { all: number; variants: Set<string> }>();
  for (const { framework, scenario, property, variant, reason } of misses) {
    const what = reason.startsWith(PROGRAM_FAILED) ? '' : `${property}: `;
    const line = `${framework.name}, ${SCENARIOS[scenario]}: ${what}${reason.split('\n')[0]}`;
    const { variants } = byReason.get(line) ?? { variants: new Set<string>() };
    byReason.set(line, { all: framework.variants.length, variants: variants.add(variant) });
  }
  return [...byReason].map(([line, { all, variants }]) =>
    variants.size === all ? line : `${line} (only ${[...variants].join('; ')})`,
  );
}
