// The words and units of alerts on the screen. Pure.
import type { TagTone } from '../../components/text/Tag.tsx';
import { duration, money, percent, tokens } from '../../lib/figures/format.ts';
import type { RouterInputs, RouterOutputs } from '../../lib/requests/trpc.ts';

export type AlertRule = RouterInputs['alerts']['preview']['rule'];
export type Metric = AlertRule['metric'];
export type ShownRule = RouterOutputs['alerts']['list']['rules'][number];
export type Destination = RouterOutputs['alerts']['list']['destinations'][number];
export type AlertEvent = RouterOutputs['alerts']['history']['events'][number];
export type Delivery = RouterOutputs['alerts']['deliveries']['deliveries'][number];
type AlertState = AlertEvent['state'];

const NANOS = 1e9;

interface MetricWords {
  label: string;
  /** After the field of a limit. */
  unit: string;
  write: (value: number) => string;
}

const dollars = { unit: 'dollars', write: (value: number) => money(BigInt(Math.round(value * NANOS))) };
const share = { unit: '%', write: (value: number) => percent(value / 100) };
const count = { unit: 'tokens', write: (value: number) => tokens(Math.round(value)) };

export const METRICS: Readonly<Record<Metric, MetricWords>> = {
  spend: { label: 'Spend', ...dollars },
  hidden_spend: { label: 'Hidden spend', ...dollars },
  coverage: { label: 'Coverage: share of thinking with text', ...share },
  error_rate: { label: 'Error rate of model calls', ...share },
  latency_p95: { label: 'Latency (p95)', unit: 'seconds', write: (value) => duration(value * 1_000) },
  thinking_per_call: { label: 'Thinking per call', ...count },
  tokens: { label: 'Tokens, input and output', ...count },
};

/** Only these figures are stored by tool. */
export const TOOL_METRICS: readonly Metric[] = ['hidden_spend', 'latency_p95', 'thinking_per_call'];

/** null: not known. */
export const writeValue = (metric: Metric, value: number | null): string =>
  value === null ? 'not known' : METRICS[metric].write(value);

interface StateWords {
  words: string;
  tone: TagTone;
}

const STATES: Readonly<Record<AlertState, StateWords>> = {
  ended: { words: 'ended', tone: 'plain' },
  ok: { words: 'ok', tone: 'ok' },
  firing: { words: '✕ firing', tone: 'error' },
  no_data: { words: '◌ no data', tone: 'plain' },
};

export const stateWords = (state: AlertState): StateWords => STATES[state];

/** `open`: it fired, and is not known to be over. */
export function ruleStateWords({ state, isPaused, isOpen }: ShownRule): StateWords {
  if (isPaused) return { words: 'paused', tone: 'plain' };
  if (state === null) return { words: 'not evaluated yet', tone: 'plain' };
  if (state === 'no_data' && isOpen) return { words: '◌ no data since it fired', tone: 'error' };
  return STATES[state];
}

const MESSAGES: Readonly<Record<string, string>> = {
  'alert.firing': 'Firing',
  'alert.resolved': 'Resolved',
  'alert.no_data': 'No data',
  'alert.ended': 'Ended',
  'alert.test': 'Test',
  'budget.reached': 'Budget',
};

export const messageWords = ({ title }: Delivery): string =>
  [MESSAGES[title.type] ?? title.type, title.about].filter(Boolean).join(': ');

/** How the delivery stands. */
export function deliveryWords({ deliveredAt, nextAttemptAt, attempts }: Delivery): StateWords {
  if (deliveredAt) return { words: 'delivered', tone: 'ok' };
  if (nextAttemptAt === null) return { words: '✕ given up', tone: 'error' };
  return attempts === 0 ? { words: 'waiting', tone: 'running' } : { words: 'will be sent again', tone: 'running' };
}
