/** A whole trace with its texts, a few steps at a time: the only answer that holds them all, so it is a stream. JSON to work with, Markdown to read. */
import { tracePayloads, traceSummary, type Sql, type TraceKey, type TraceSummary } from '@subtext/db';
import { plural } from '../../lib/format.ts';
import { callLabel, type Step, type Timeline } from '../../lib/steps/step-tree.ts';
import { costStateOf, costWords, moneyWords, thinkingOf, toldHiddenOf } from '../../lib/cost-parts.ts';
import { stepMarkdown } from './step-markdown.ts';
import { textsOfSteps, type StepTexts } from './step-texts.ts';
import { timelineOf } from './timeline-of.ts';

const MOST_SPANS = 100_000;
const STEPS_AT_ONCE = 10;
const SPANS_AT_ONCE = 16;

export interface ExportedTrace {
  summary: TraceSummary;
  timeline: Timeline;
  spanIds: string[];
}

/** undefined when there is no such trace. Without texts: those come while it is written. */
export async function openExport(sql: Sql, key: TraceKey): Promise<ExportedTrace | undefined> {
  const summary = await traceSummary(sql, key);
  if (!summary) return undefined;
  const { timeline, spans } = await timelineOf(sql, key, MOST_SPANS);
  return { summary, timeline, spanIds: spans.map(({ id }) => id) };
}

export async function* traceAsMarkdown(sql: Sql, key: TraceKey, trace: ExportedTrace): AsyncGenerator<string> {
  yield heading(trace.summary, trace.timeline);
  for await (const { step, texts } of withTexts(sql, key, trace.timeline.steps)) yield `\n${stepMarkdown(step, texts)}`;
}

/** One step, as the trace's export has it; undefined when there is none of that number. */
export async function oneStepAsMarkdown(
  sql: Sql,
  key: TraceKey,
  { timeline, number }: { timeline: Timeline; number: number },
): Promise<string | undefined> {
  const step = timeline.steps[number - 1];
  if (!step) return undefined;
  const [texts] = await textsOfSteps(sql, key, [step]);
  return texts && stepMarkdown(step, texts);
}

/** What the file begins with: what was asked, and what it cost as far as anybody knows. */
export function heading(summary: TraceSummary, { steps }: Pick<Timeline, 'steps'>): string {
  const { asked, name, id, models, startedAt } = summary;
  const title = (asked ?? name ?? `Trace ${id.slice(0, 8)}`).replaceAll(/\s+/g, ' ');
  const sums = [plural(steps.length, 'step'), costWords(summary), ...thinkingWords(summary)].join(', ');
  return `# ${title}\n\n${models.join(', ') || 'no model'} · ${startedAt.toISOString()} · ${sums}\n`;
}

/** In money where it has a price; what nobody told is not 0. */
function thinkingWords(summary: TraceSummary): string[] {
  const hidden = toldHiddenOf(summary);
  if (hidden === null) return ['thinking not reported'];
  if (costStateOf(summary) !== 'amount') return [];
  return [`thinking ${moneyWords(thinkingOf(summary.costs), summary)}`, `hidden ${moneyWords(hidden, summary)}`];
}

export async function* traceAsJson(sql: Sql, key: TraceKey, trace: ExportedTrace): AsyncGenerator<string> {
  yield `{"format":"subtext.trace/1","trace":${json(trace.summary)},\n"steps":[`;
  let before = '\n';
  for await (const { step, texts } of withTexts(sql, key, trace.timeline.steps)) {
    yield before + json(exportedStep(step, texts));
    before = ',\n';
  }
  yield '\n],\n"spans":[';
  before = '\n';
  for (let at = 0; at < trace.spanIds.length; at += SPANS_AT_ONCE) {
    const ids = trace.spanIds.slice(at, at + SPANS_AT_ONCE);
    const bodies = await tracePayloads(sql, key, ids);
    for (const id of ids) {
      const body = bodies.get(id);
      if (body === undefined) continue;
      yield before + body;
      before = ',\n';
    }
  }
  yield '\n]}\n';
}

async function* withTexts(sql: Sql, key: TraceKey, steps: readonly Step[]) {
  for (let at = 0; at < steps.length; at += STEPS_AT_ONCE) {
    const some = steps.slice(at, at + STEPS_AT_ONCE);
    const texts = await textsOfSteps(sql, key, some);
    for (const [index, step] of some.entries()) yield { step, texts: texts[index]! };
  }
}

/** Times in milliseconds from the start of the trace, money in nano-dollars, null = not said. */
function exportedStep(step: Step, { thoughts, said, calls }: StepTexts) {
  const { number, level, kind, agent, start, paid, thought, span } = step;
  return {
    ...{ number, level, kind, agent, start, spanId: span?.id ?? null, model: span?.model ?? null },
    thought: { state: thought.state, tokens: thought.tokens, source: thought.source, texts: thoughts },
    said,
    calls: step.calls.map((call, index) => ({
      ...{ label: callLabel(step, index), tool: call.tool, type: call.type },
      ...{ arguments: calls[index]?.given ?? null, result: calls[index]?.result ?? null },
      ...{ status: call.status, durationMs: call.duration },
    })),
    paid,
  };
}

/** Amounts of nano-dollars are whole numbers below 2^53, or text where they are not. */
const json = (value: unknown): string =>
  JSON.stringify(value, (_key, each: unknown) => {
    if (typeof each !== 'bigint') return each;
    return Number.isSafeInteger(Number(each)) ? Number(each) : String(each);
  });
