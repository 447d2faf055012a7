/** The message about a rule, as it is stored in the outbox. */
import type { AlertRuleRow, Sql } from '@subtext/db';
import { alertsUrl, type AlertMessage } from './message.ts';
import { METRICS, type AlertRule } from './rule.ts';
import { conditionWords } from './words.ts';

export interface MessageRule {
  row: Pick<AlertRuleRow, 'projectId' | 'id' | 'name'>;
  rule: AlertRule;
  webUrl: string;
}

type News = Pick<AlertMessage, 'type' | 'incident' | 'value' | 'compared' | 'setting' | 'text'> & { at: Date };

export async function ruleMessage(sql: Sql, { row, rule, webUrl }: MessageRule, news: News): Promise<AlertMessage> {
  const [project] = await sql<[{ slug: string; name: string }]>`
    SELECT slug, name FROM projects WHERE id = ${row.projectId}`;
  return {
    ...news,
    project: { ...project },
    rule: { id: row.id, name: row.name, condition: conditionWords(rule) },
    at: news.at.toISOString(),
    metric: rule.metric,
    unit: METRICS[rule.metric].unit,
    budget: null,
    url: alertsUrl(webUrl, project),
  };
}
