/** Which agent made a model call: the nearest span of an agent above it. */
import type { TraceSpanRow } from '@subtext/db';

/** undefined: there is none among these spans. */
export type AgentOf = (spanId: string) => string | undefined;

/** Deeper nesting occurs only in attacks. */
const MOST_LEVELS = 1_000;

export function agentsOf(spans: readonly Pick<TraceSpanRow, 'id' | 'parentId' | 'kind'>[]): AgentOf {
  const byId = new Map(spans.map((span) => [span.id, span]));
  const found = new Map<string, string | undefined>();
  return (spanId) => {
    const passed: string[] = [];
    let [id, agent]: [string | null, string | undefined] = [spanId, undefined];
    for (let level = 0; id !== null && level < MOST_LEVELS; level += 1) {
      if (found.has(id)) {
        agent = found.get(id);
        break;
      }
      passed.push(id);
      const span = byId.get(id);
      if (span?.kind === 'agent') {
        agent = id;
        break;
      }
      id = span?.parentId ?? null;
    }
    for (const each of passed) found.set(each, agent);
    return agent;
  };
}
