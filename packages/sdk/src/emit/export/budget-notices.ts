/**
 * Reads the header with which Subtext answers while a budget of the project has reached a threshold, and says so once
 * per threshold and period: on the console, and to `onBudget`. Never throws into the exporter, and never waits.
 */
import { ROOT_CONTEXT } from '@opentelemetry/api';
import { runInContext } from '../../platform/otel-context.ts';
import { report, reportFailure } from '../../platform/report.ts';
import { rememberedOnBudget, type BudgetNotice } from '../on-budget.ts';

export const BUDGET_HEADER = 'subtext-budget';

const MAX_CHARACTERS = 4_096;
const MAX_ENTRIES = 8;
/** A receiver that names others with every answer must not fill the memory. */
const MAX_HEARD = 1_000;

/** The header of the last answer: usually the next one is the same. */
let last: string | undefined;
let forward: ((header: string) => void) | undefined;
const heard = new Set<string>();

/** The SDK's thread has neither a console nor the application's functions: the thread that started it says what it hears. */
export function forwardBudgets(to: (header: string) => void): void {
  forward = to;
}

/** `header`: of an answer that accepted spans. */
export function hearBudgets(header: string | readonly string[] | null | undefined): void {
  if (typeof header !== 'string' || header === last || header.length > MAX_CHARACTERS) return;
  last = header;
  if (forward) return forward(header);
  for (const notice of budgetNotices(header)) hear(notice);
}

/** Entries that cannot be read, or whose period has ended, are left out. */
export function budgetNotices(header: string): BudgetNotice[] {
  return header
    .split(',', MAX_ENTRIES)
    .map(noticeOf)
    .filter((notice) => notice !== undefined);
}

function noticeOf(entry: string): BudgetNotice | undefined {
  const [subject, ...parts] = entry.split(';').map((part) => part.trim());
  const fields = new Map(parts.map((part) => [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)]));
  const number = (name: string) => Number(fields.get(name) || NaN);
  const period = PERIODS.find((one) => one === fields.get('period'));
  const [used, threshold, limit] = [number('used'), number('threshold'), number('limit')];
  const resets = new Date(fields.get('resets') ?? NaN);
  const isReadable = [used, threshold, limit].every((value) => Number.isFinite(value) && value >= 0);
  if (subject !== 'project' || !period || !isReadable || !(resets.getTime() > Date.now())) return undefined;
  return { subject, used, threshold, limit, period, unpriced: number('unpriced') || 0, resets };
}

const PERIODS = ['day', 'week', 'month'] as const;

function hear(notice: BudgetNotice): void {
  const key = [notice.subject, notice.period, notice.limit, notice.threshold, notice.resets.getTime()].join(' ');
  if (heard.has(key) || heard.size >= MAX_HEARD) return;
  heard.add(key);
  report(`budget ${key}`, () => warning(notice));
  const call = rememberedOnBudget();
  if (!call) return;
  // Outside the context of the exporter, in which nothing is traced.
  runInContext(ROOT_CONTEXT, () => void Promise.resolve(notice).then(call).catch(reportListener));
}

const reportListener = (error: unknown) => reportFailure('call onBudget', error);

const dollars = (value: number) => `$${value.toLocaleString('en-US', { maximumFractionDigits: 2 })}`;

function warning({ used, limit, period, unpriced, resets }: BudgetNotice): string {
  const spent = `${unpriced > 0 ? 'at least ' : ''}${dollars(used * limit)} of ${dollars(limit)}`;
  return `This project has spent ${Math.floor(used * 100 + 1e-9)} % of its budget of this ${period}: ${spent}. The next ${period} begins at ${resets.toISOString()}.`;
}
