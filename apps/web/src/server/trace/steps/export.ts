/**
 * A whole trace with its texts, as a stream: JSON for programs, Markdown for people. Steps without texts are held in
 * memory, so a long trace is written by a reader process (large-reads/).
 */
import { streamSpanIds, TraceBlocks, traceSummary, type Sql, type TraceKey, type TraceSummary } from '@subtext/db';
import { plural } from '../../../lib/figures/format.ts';
import { reportedStatus } from '../../../lib/steps/call-outcome.ts';
import { callLabel, type Step, type Timeline } from '../../../lib/steps/step-tree.ts';
import { costStateOf, costWords, moneyWords, thinkingOf, reportedHidden } from '../../../lib/figures/cost-parts.ts';
import { traceTitle } from '../../../lib/traces/trace-title.ts';
import { stepMarkdown } from './step-markdown.ts';
import { withTexts, type StepTexts } from './step-texts.ts';
import { timelineOf } from './timeline-of.ts';

/**
 * The number of spans whose steps fit into the heap of a reader. The files of a longer trace have its first steps and,
 * in JSON, all spans; both say so.
 */
const MAX_SPANS = 500_000;

export interface ExportedTrace {
  summary: TraceSummary;
  timeline: Timeline;
  /** The number of first spans that the steps cover; undefined = all. */
  stepsOfFirstSpans: number | undefined;
}

/** undefined when there is no such trace. Texts are loaded while it is written. */
export async function openExport(sql: Sql, key: TraceKey, mostSpans = MAX_SPANS): Promise<ExportedTrace | undefined> {
  const summary = await traceSummary(sql, key);
  if (!summary) return undefined;
  const { timeline, spans } = await timelineOf(sql, key, mostSpans + 1);
  return { summary, timeline, stepsOfFirstSpans: spans.length > mostSpans ? spans.length : undefined };
}

export async function* traceAsMarkdown(sql: Sql, key: TraceKey, trace: ExportedTrace): AsyncGenerator<string> {
  yield heading(trace.summary, trace.timeline);
  for await (const { step, texts } of withTexts(sql, key, trace.timeline.steps)) yield `\n${stepMarkdown(step, texts)}`;
  const cut = trace.stepsOfFirstSpans;
  if (cut !== undefined)
    yield `\n---\n\nOnly the steps of the first ${plural(cut, 'span')} are listed. The JSON has all spans.\n`;
}

/** One step as in the export of the trace; undefined when there is no such number. */
export async function oneStepAsMarkdown(sql: Sql, key: TraceKey, number: number): Promise<string | undefined> {
  const { timeline } = await timelineOf(sql, key, MAX_SPANS);
  const step = timeline.steps[number - 1];
  if (!step) return undefined;
  for await (const { texts } of withTexts(sql, key, [step])) return stepMarkdown(step, texts);
  return undefined;
}

/** The head of the file: the input, and the known cost. */
export function heading(summary: TraceSummary, { steps }: Pick<Timeline, 'steps'>): string {
  const { models, startedAt } = summary;
  const title = traceTitle(summary).replaceAll(/\s+/g, ' ');
  const sums = [plural(steps.length, 'step'), costWords(summary), ...thinkingWords(summary)].join(', ');
  return `# ${title}\n\n${models.join(', ') || 'no model'} · ${startedAt.toISOString()} · ${sums}\n`;
}

/** In money if it has a price; a figure that is not reported is not 0. */
function thinkingWords(summary: TraceSummary): string[] {
  const hidden = reportedHidden(summary);
  if (hidden === null) return ['thinking not reported'];
  if (costStateOf(summary) !== 'amount') return [];
  return [`thinking ${moneyWords(thinkingOf(summary.costs), summary)}`, `hidden ${moneyWords(hidden, summary)}`];
}

export async function* traceAsJson(sql: Sql, key: TraceKey, trace: ExportedTrace): AsyncGenerator<string> {
  const cut = trace.stepsOfFirstSpans === undefined ? '' : `"stepsOfFirstSpans":${trace.stepsOfFirstSpans},\n`;
  const summary = { ...trace.summary, metadata: Object.fromEntries(trace.summary.metadata) };
  yield `{"format":"subtext.trace/1","trace":${json(summary)},\n${cut}"steps":[`;
  let before = '\n';
  for await (const { step, texts } of withTexts(sql, key, trace.timeline.steps)) {
    yield before + json(exportedStep(step, texts));
    before = ',\n';
  }
  yield '\n],\n"spans":[';
  before = '\n';
  const blocks = await TraceBlocks.open(sql, key);
  for await (const { id, duplicateOf } of streamSpanIds(sql, key)) {
    const body = await blocks.body(id);
    if (body === undefined) continue;
    yield before + (duplicateOf === null ? body : `${body.slice(0, -1)},"duplicateOf":${json(duplicateOf)}}`);
    before = ',\n';
  }
  yield '\n]}\n';
}

/** Times in milliseconds from the start of the trace, money in nano-dollars, null = not reported. */
export function exportedStep(step: Step, { thoughts, said, calls }: StepTexts) {
  const { number, level, kind, agent, start, paid, thought, span } = step;
  return {
    ...{ number, level, kind, agent, start, spanId: span?.id ?? null, model: span?.model ?? null },
    thought: { state: thought.state, tokens: thought.tokens, source: thought.source, texts: thoughts },
    said,
    calls: step.calls.map((call, index) => ({
      ...{ label: callLabel(step, index), tool: call.tool, type: call.type },
      ...{ arguments: calls[index]?.given ?? null, result: calls[index]?.result ?? null },
      ...{ status: reportedStatus(call), durationMs: call.duration, durationInferred: call.durationInferred },
    })),
    paid,
  };
}

/** Amounts of nano-dollars are numbers below 2^53, larger ones text. */
export const json = (value: unknown): string =>
  JSON.stringify(value, (_key, each: unknown) => {
    if (typeof each !== 'bigint') return each;
    return Number.isSafeInteger(Number(each)) ? Number(each) : String(each);
  });
