/**
 * Evaluates the rules of all projects, each once for each full hour:
 *
 *   lock the rule → hourly figures → value and condition → state → history and messages → commit
 *
 * One transaction stores all of it. A second process skips a rule that is locked, and finds the hour evaluated later.
 */
import { randomUUID } from 'node:crypto';
import {
  addAlertEvent,
  dueAlertRules,
  queueAlertMessage,
  withDueAlertRule,
  type AlertRuleKey,
  type AlertRuleRow,
  type AlertRuleState,
  type Sql,
} from '@subtext/db';
import { evaluate, HOUR_MS, hoursNeeded, stepOf, type FiguresByHour } from './evaluate.ts';
import { lostSetting } from './lost-setting.ts';
import { readHours } from './read-hours.ts';
import { ruleMessage } from './rule-message.ts';
import { ALERT_RULE, type AlertRule } from './rule.ts';
import { changeWords, newsWords } from './words.ts';

/** Spans of an hour arrive until a little after it. */
const SETTLE_MS = 5 * 60_000;
/** After a pause of the server, only so many hours are evaluated late. */
const LATEST_HOURS = 24;

export interface EvaluateOptions {
  now: Date;
  /** Where users open Subtext, for links. */
  webUrl: string;
  /** A rule that could not be evaluated. It is tried again. */
  onError: (error: unknown, rule: AlertRuleKey) => void;
}

/** The end of the newest hour whose spans have arrived. */
export const settledHour = (now: Date): Date => new Date(Math.floor((now.getTime() - SETTLE_MS) / HOUR_MS) * HOUR_MS);

export async function evaluateDueRules(sql: Sql, { now, webUrl, onError }: EvaluateOptions): Promise<void> {
  const until = settledHour(now);
  for (const key of await dueAlertRules(sql, until)) {
    const evaluateRule = (transaction: Sql, rule: AlertRuleRow) => catchUp(transaction, rule, { until, webUrl });
    await withDueAlertRule(sql, key, { until, evaluate: evaluateRule }).catch((error: unknown) => onError(error, key));
  }
}

interface CatchUp {
  until: Date;
  webUrl: string;
}

async function catchUp(sql: Sql, row: AlertRuleRow, { until, webUrl }: CatchUp): Promise<AlertRuleState> {
  const rule = ALERT_RULE.parse(row.rule);
  const first = new Date(
    Math.max(row.evaluatedUntil.getTime() + HOUR_MS, until.getTime() - (LATEST_HOURS - 1) * HOUR_MS),
  );
  // The message names the value before the condition held.
  const earliest = new Date(first.getTime() - rule.forHours * HOUR_MS);
  const range = hoursNeeded(rule, earliest, until);
  const hours = await readHours(sql, { projectId: row.projectId, ...range }, rule.scope);
  let state: AlertRuleState = row;
  for (let end = first.getTime(); end <= until.getTime(); end += HOUR_MS)
    state = await takeStep({ sql, row, rule, hours, webUrl }, state, new Date(end));
  return state;
}

interface Evaluating {
  sql: Sql;
  row: AlertRuleRow;
  rule: AlertRule;
  hours: FiguresByHour;
  webUrl: string;
}

async function takeStep(evaluating: Evaluating, before: AlertRuleState, at: Date): Promise<AlertRuleState> {
  const { sql, row, rule, hours } = evaluating;
  const evaluation = evaluate(rule, hours, at.getTime());
  const { after, isChanged, news } = stepOf(rule, before, { ...evaluation, at, incidentId: randomUUID() });
  if (!isChanged) return after;
  const earlierAt = new Date(at.getTime() - rule.forHours * HOUR_MS);
  const earlier = { at: earlierAt, value: evaluate(rule, hours, earlierAt.getTime()).value };
  const setting = news === 'firing' && rule.metric === 'coverage' ? await settingOf(evaluating, at) : undefined;
  const facts = { rule, evaluation, at, earlier, setting };
  const message = news ? newsWords({ ...facts, news }) : changeWords(facts);
  const incidentId = after.incidentId ?? before.incidentId;
  const { value, compared } = evaluation;
  const event = { ruleId: row.id, incidentId, at, state: after.state!, value, compared, message };
  const eventId = await addAlertEvent(sql, row.projectId, event);
  if (news && rule.destinations.length > 0) {
    const sent = await ruleMessage(sql, evaluating, {
      ...{ type: `alert.${news}`, incident: incidentId, at, value, compared },
      ...{ setting: setting?.change ?? null, text: message },
    });
    await queueAlertMessage(sql, row.projectId, { destinations: rule.destinations, eventId, message: sent });
  }
  return after;
}

function settingOf({ sql, row, rule }: Evaluating, at: Date) {
  const { projectId } = row;
  const windowEnding = (end: number) => ({
    projectId,
    from: new Date(end - rule.windowHours * HOUR_MS),
    to: new Date(end),
  });
  const before = windowEnding(at.getTime() - rule.forHours * HOUR_MS);
  return lostSetting(sql, { now: windowEnding(at.getTime()), before }, rule.scope);
}
