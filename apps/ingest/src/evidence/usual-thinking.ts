/**
 * How much thinking the calls of each tool of a project usually take, from the histograms of the last days. Read once in
 * a while for all traces of the project, so that a trace costs no query.
 */
import { thinkingByTool, type Sql } from '@subtext/db';
import type { ThinkingDistribution } from '@subtext/evidence';

export type ThinkingByTool = ReadonlyMap<string, ThinkingDistribution>;

const DAYS = 30;
const DAY_MS = 86_400_000;
const KEPT_MS = 600_000;
const MOST_PROJECTS = 200;

export class UsualThinking {
  readonly #read = new Map<string, { at: number; tools: Promise<ThinkingByTool> }>();

  of(sql: Sql, projectId: string, now = Date.now()): Promise<ThinkingByTool> {
    const stored = this.#read.get(projectId);
    if (stored && now - stored.at < KEPT_MS) return stored.tools;
    const tools = readTools(sql, projectId, now);
    // The next trace tries again.
    tools.catch(() => this.#read.delete(projectId));
    if (this.#read.size >= MOST_PROJECTS) this.#read.clear();
    this.#read.set(projectId, { at: now, tools });
    return tools;
  }
}

async function readTools(sql: Sql, projectId: string, now: number): Promise<ThinkingByTool> {
  const range = { projectId, from: new Date(now - DAYS * DAY_MS), to: new Date(now + DAY_MS) };
  const tools = await thinkingByTool(sql, range);
  return new Map(tools.map(({ tool, tokenHistogram }) => [tool, distributionOf(tokenHistogram)]));
}

/** By nearest rank. Of a bucket the largest size counts, so that nothing is called far above because of its width. */
export function distributionOf(histogram: readonly number[]): ThinkingDistribution {
  const count = histogram.reduce((sum, calls) => sum + calls, 0);
  const atRank = (share: number): number => {
    let left = Math.max(1, Math.ceil(share * count));
    const bucket = histogram.findIndex((calls) => (left -= calls) <= 0);
    return bucket <= 0 ? 0 : 2 ** bucket - 1;
  };
  return { median: atRank(0.5), p95: atRank(0.95), count };
}
