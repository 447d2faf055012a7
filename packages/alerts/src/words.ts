/** The sentences of rules and messages. They contain names and numbers, and never a text of a trace. Pure. */
import type { AlertNews, Evaluation } from './evaluate.ts';
import type { LostSetting } from './lost-setting.ts';
import { METRICS, type AlertRule, type AlertScope, type Metric, type MetricUnit } from './rule.ts';

const decimals = (value: number): Intl.NumberFormatOptions =>
  value === 0 || Math.abs(value) >= 1 ? { maximumFractionDigits: 2 } : { maximumSignificantDigits: 2 };

const number = (value: number) => new Intl.NumberFormat('en-US', decimals(value)).format(value);

const CENTS = new Intl.NumberFormat('en-US', {
  ...{ style: 'currency', currency: 'USD', trailingZeroDisplay: 'stripIfInteger' },
});

/** `$5`, `$0.20`, `$0.0046`. */
const dollars = (value: number) => (value === 0 || Math.abs(value) >= 0.01 ? CENTS.format(value) : `$${number(value)}`);

const WRITERS: Readonly<Record<MetricUnit, (value: number) => string>> = {
  dollars,
  percent: (value) => `${number(value)} %`,
  seconds: (value) => `${number(value)} s`,
  tokens: (value) => `${number(Math.round(value))} tokens`,
};

/** null: the value is not known. */
export function valueWords(metric: Metric, value: number | null): string {
  return value === null ? 'not known' : WRITERS[METRICS[metric].unit](value);
}

const hours = (count: number) => (count === 1 ? 'an hour' : `${count} hours`);

/** "Coverage of model gpt-5.2 in environment production". */
function figureWords({ metric, scope }: Pick<AlertRule, 'metric' | 'scope'>): string {
  return [METRICS[metric].words, ...scopeWords(scope)].join(' ');
}

function scopeWords({ model, agent, tool, environment, release }: AlertScope): string[] {
  const of = [
    model && `model ${model}`,
    agent && `agent ${agent}`,
    tool && `tool ${tool}`,
    release && `release ${release}`,
  ].filter(Boolean);
  return [of.length > 0 && `of ${of.join(' and ')}`, environment && `in environment ${environment}`].filter(
    (words): words is string => Boolean(words),
  );
}

/** "Coverage of model gpt-5.2, over an hour, is below 50 % for 2 hours." */
export function conditionWords(rule: AlertRule): string {
  const { metric, compare, direction, limit, windowHours, forHours } = rule;
  const than = direction === 'above' ? 'higher' : 'lower';
  const condition =
    compare === 'threshold'
      ? `is ${direction} ${valueWords(metric, limit)}`
      : `is more than ${number(limit)} % ${than} than a week before`;
  const lasting = forHours > 1 ? ` for ${hours(forHours)}` : '';
  return `${figureWords(rule)}, over ${hours(windowHours)}, ${condition}${lasting}.`;
}

const MOMENT = new Intl.DateTimeFormat('en-GB', {
  ...{ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  ...{ hourCycle: 'h23', timeZone: 'UTC' },
});

const momentWords = (at: Date) => `${MOMENT.format(at)} UTC`;

export interface NewsFacts {
  rule: AlertRule;
  news: AlertNews;
  evaluation: Evaluation;
  at: Date;
  /** The last window in which the condition did not hold: its end and its value. */
  earlier: { at: Date; value: number | null };
  setting: LostSetting | undefined;
}

/** What happened, in one or a few sentences. */
export function newsWords(facts: NewsFacts): string {
  const { rule, news, at, setting } = facts;
  if (news === 'no_data')
    return `${figureWords(rule)} is not known at ${momentWords(at)}: there is no data, so it is open whether the alert is over.`;
  const happened = news === 'firing' ? firingWords(facts) : resolvedWords(facts);
  return [happened, `Rule: ${conditionWords(rule)}`, setting && settingWords(setting)].filter(Boolean).join(' ');
}

/** Nobody evaluates the rule any more, so it stays open whether its condition holds. */
export function endedWords(rule: AlertRule, { reason, since }: { reason: string; since: Date | null }): string {
  const fired = since ? `, which changed its state last at ${momentWords(since)}` : '';
  return `Ended: rule ${reason}${fired}. It is not known whether the condition still holds. Rule: ${conditionWords(rule)}`;
}

/** A change of state that is no news: in the history, and not sent. */
export function changeWords({ rule, evaluation, at }: Pick<NewsFacts, 'rule' | 'evaluation' | 'at'>): string {
  if (evaluation.value === null) return `${figureWords(rule)} is not known at ${momentWords(at)}.`;
  return `${figureWords(rule)} is ${amountWords(rule, evaluation)} at ${momentWords(at)}.`;
}

function firingWords({ rule, evaluation, at, earlier }: NewsFacts): string {
  const { value, compared } = evaluation;
  const now = amountWords(rule, evaluation);
  if (rule.compare === 'change')
    return `${figureWords(rule)} is ${now} at ${momentWords(at)}; a week before it was ${valueWords(rule.metric, compared)}.`;
  if (earlier.value === null || value === null || earlier.value === value)
    return `${figureWords(rule)} is ${now} at ${momentWords(at)}.`;
  const moved = value > earlier.value ? 'rose' : 'fell';
  return `${figureWords(rule)} ${moved} from ${valueWords(rule.metric, earlier.value)} to ${now} since ${momentWords(earlier.at)}.`;
}

const resolvedWords = ({ rule, evaluation, at }: NewsFacts) =>
  `${figureWords(rule)} is ${amountWords(rule, evaluation)} at ${momentWords(at)}: the alert is over.`;

const amountWords = ({ metric }: AlertRule, { value, isAtLeast }: Evaluation): string =>
  `${isAtLeast && value !== null ? 'at least ' : ''}${valueWords(metric, value)}`;

function settingWords({ model, before, now, change }: LostSetting): string {
  const fell = before !== null && before > now;
  const figures = fell
    ? `fell from ${valueWords('coverage', before)} to ${valueWords('coverage', now)}`
    : `is ${valueWords('coverage', now)}`;
  return `The most thinking without text is of ${model}, whose coverage ${figures}. The setting that shows it: ${change}`;
}
