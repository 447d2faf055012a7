/**
 * Ends the alert of a rule that fires and is paused or deleted: nobody would say otherwise that it is over. Runs in the
 * transaction of that change.
 */
import { addAlertEvent, queueAlertMessage, type AlertRuleRow, type Sql } from '@subtext/db';
import { ruleMessage } from './rule-message.ts';
import { ALERT_RULE } from './rule.ts';
import { endedWords } from './words.ts';

export type EndReason = 'paused' | 'deleted';

interface End {
  reason: EndReason;
  at: Date;
  webUrl: string;
}

/** Does nothing when the rule does not fire. `row` is locked. */
export async function endIncident(sql: Sql, row: AlertRuleRow, { reason, at, webUrl }: End): Promise<void> {
  const { incidentId, projectId } = row;
  if (incidentId === null) return;
  const rule = ALERT_RULE.parse(row.rule);
  const text = endedWords(rule, { reason, since: row.stateSince });
  const unknown = { value: null, compared: null };
  const event = { ruleId: row.id, incidentId, at, state: 'ended', ...unknown, message: text } as const;
  const eventId = await addAlertEvent(sql, projectId, event);
  if (rule.destinations.length === 0) return;
  const news = { type: 'alert.ended', incident: incidentId, at, ...unknown, setting: null, text } as const;
  const message = await ruleMessage(sql, { row, rule, webUrl }, news);
  await queueAlertMessage(sql, projectId, { destinations: rule.destinations, eventId, message });
}
