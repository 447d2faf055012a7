/** A message as it is stored and sent, and its forms for webhooks, Slack and mail. Pure. */
import type { Mail } from '@subtext/outbound';
import * as z from 'zod';

/** The body of a webhook. Fields are only ever added. */
export const ALERT_MESSAGE = z.object({
  type: z.enum(['alert.firing', 'alert.resolved', 'alert.no_data', 'alert.ended', 'alert.test', 'budget.reached']),
  project: z.object({ slug: z.string(), name: z.string() }),
  /** null: a test, or about a budget. */
  rule: z.object({ id: z.uuid(), name: z.string(), condition: z.string() }).nullable(),
  /** The same from firing to resolved; null: no rule. */
  incident: z.uuid().nullable(),
  /** The end of the window, ISO 8601. */
  at: z.string(),
  metric: z.string().nullable(),
  /** dollars, percent, seconds or tokens. */
  unit: z.string().nullable(),
  /** null: not known. */
  value: z.number().nullable(),
  /** The value of the week before, where the rule compares with it. */
  compared: z.number().nullable(),
  /** For a rule on coverage: what would show the thinking. */
  setting: z.string().nullable(),
  /** Only of a budget. Messages that were stored before there were budgets have none. */
  budget: z
    .object({
      id: z.uuid(),
      name: z.string(),
      condition: z.string(),
      subject: z.enum(['project', 'agent', 'user']),
      subject_name: z.string().nullable(),
      period: z.enum(['day', 'week', 'month']),
      /** In dollars. */
      limit: z.number(),
      /** In percent of the limit. */
      threshold: z.number(),
      /** Calls that are not in `value`. */
      unpriced_calls: z.number(),
      period_start: z.string(),
      resets: z.string(),
    })
    .nullable()
    .default(null),
  text: z.string(),
  /** The page of the alerts. */
  url: z.string(),
});
export type AlertMessage = z.infer<typeof ALERT_MESSAGE>;

const TITLES: Readonly<Record<AlertMessage['type'], string>> = {
  'alert.firing': 'Firing',
  'alert.resolved': 'Resolved',
  'alert.no_data': 'No data',
  'alert.ended': 'Ended',
  'alert.test': 'Test',
  'budget.reached': 'Budget',
};

interface MessageProject {
  slug: string;
  name: string;
}

export const alertsUrl = (webUrl: string, { slug }: Pick<MessageProject, 'slug'>): string =>
  `${webUrl}/p/${slug}/settings/alerts`;

export const budgetsUrl = (webUrl: string, { slug }: Pick<MessageProject, 'slug'>): string =>
  `${webUrl}/p/${slug}/settings/budgets`;

export function testMessage(project: MessageProject, { at, webUrl }: { at: Date; webUrl: string }): AlertMessage {
  return {
    ...{ type: 'alert.test', project, rule: null, incident: null, at: at.toISOString() },
    ...{ metric: null, unit: null, value: null, compared: null, setting: null, budget: null },
    text: 'This is a test. Alerts of this project reach you here.',
    url: alertsUrl(webUrl, project),
  };
}

/** "Firing: Coverage of production (shop)", "Budget: Planner, 80 % (shop)". */
function titleOf({ type, rule, budget, project }: AlertMessage): string {
  const about = budget ? `${budget.name}, ${budget.threshold} %` : rule?.name;
  return oneLine(`${TITLES[type]}: ${about ? `${about} (${project.name})` : project.name}`);
}

/** Users choose the names of rules and projects. */
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** `id` is the same for every attempt, so that a receiver can drop a repetition. */
export const webhookBody = (message: AlertMessage, id: string): string => JSON.stringify({ id, ...message });

export function slackBody(message: AlertMessage): string {
  const text = `*${slackText(titleOf(message))}*\n${slackText(message.text)}\n<${message.url}|Open in Subtext>`;
  return JSON.stringify({ text });
}

/** Without this, a name could mention everyone in the channel. */
const slackText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export function alertMail(message: AlertMessage, to: string): Mail {
  return { to, subject: titleOf(message), text: `${message.text}\n\n${message.url}\n` };
}
