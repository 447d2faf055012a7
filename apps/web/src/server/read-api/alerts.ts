// Alert rules and their history as rows for programs.
import { METRICS } from '@subtext/alerts';
import type { AlertEvent } from '@subtext/db';
import * as z from 'zod';
import type { TableColumn } from '../../lib/files/table.ts';
import type { ShownRule } from '../routers/settings/alerts.ts';
import { pageOf, TEXT, TIME } from './answers.ts';

const STATE = z.enum(['ok', 'firing', 'no_data']);
const NUMBER = z.number().nullable();

export const ALERT_COLUMNS: readonly TableColumn<ShownRule>[] = [
  ['id', (row) => row.id],
  ['name', (row) => row.name],
  ['condition', (row) => row.condition],
  ['metric', (row) => row.rule.metric],
  ['unit', (row) => METRICS[row.rule.metric].unit],
  ['state', (row) => row.state],
  ['since', (row) => row.stateSince],
  ['open', (row) => row.isOpen],
  ['paused', (row) => row.isPaused],
  ['evaluated_until', (row) => row.evaluatedUntil],
];

const ALERT_ROW = z
  .object({
    id: z.uuid(),
    name: z.string(),
    condition: z.string().meta({ description: 'The whole rule as a sentence.' }),
    metric: z.enum(Object.keys(METRICS) as [string, ...string[]]),
    unit: z.enum(['dollars', 'percent', 'seconds', 'tokens']),
    state: STATE.nullable().meta({ description: 'null: not evaluated yet.' }),
    since: TIME.nullable(),
    open: z.boolean().meta({ description: 'It fired, and is not known to be over.' }),
    paused: z.boolean(),
    evaluated_until: TIME,
  })
  .meta({ id: 'AlertRule' });

export const ALERTS_ANSWER = pageOf('AlertRules', ALERT_ROW);

export const ALERT_EVENT_COLUMNS: readonly TableColumn<AlertEvent>[] = [
  ['id', (row) => row.id],
  ['rule_id', (row) => row.ruleId],
  ['incident_id', (row) => row.incidentId],
  ['at', (row) => row.at],
  ['state', (row) => row.state],
  ['value', (row) => row.value],
  ['compared', (row) => row.compared],
  ['message', (row) => row.message],
];

const ALERT_EVENT_ROW = z
  .object({
    id: z.uuid(),
    rule_id: z.uuid(),
    incident_id: z.uuid().nullable().meta({ description: 'The same from firing until it is over.' }),
    at: TIME.meta({ description: 'The end of the window.' }),
    state: z.enum([...STATE.options, 'ended']).meta({ description: 'ended: the rule was paused or deleted.' }),
    value: NUMBER.meta({ description: 'In the unit of the rule; null: not known.' }),
    compared: NUMBER.meta({ description: 'The value of the week before, where the rule compares with it.' }),
    message: TEXT,
  })
  .meta({ id: 'AlertEvent' });

export const ALERT_EVENTS_ANSWER = pageOf('AlertEvents', ALERT_EVENT_ROW);
