/**
 * Alert rules and budgets of a project. `evaluate`, `preview` and `words` are pure; `evaluateDueRules`,
 * `evaluateDueBudgets` and `deliverDue` are what ingest runs.
 */
export {
  BUDGET,
  BUDGET_HEADER,
  budgetHeaders,
  budgetOfRow,
  budgetWords,
  burnDown,
  evaluateDueBudgets,
  forecastOf,
  periodAt,
  savedBudget,
  type Budget,
  type BurnDown,
  type BurnDownLine,
  type Forecast,
} from './budgets/index.ts';
export { deliverDue, type DeliverOptions } from './deliver-due.ts';
export { endIncident, type EndReason } from './end-incident.ts';
export { evaluate, HOUR_MS, hoursNeeded, type Evaluation, type FiguresByHour } from './evaluate.ts';
export { evaluateDueRules, settledHour, type EvaluateOptions } from './evaluate-due.ts';
export { testMessage } from './message.ts';
export { previewRule, type Preview, type PreviewFiring, type PreviewPoint } from './preview.ts';
export { readHours } from './read-hours.ts';
export { ALERT_RULE, ALERT_SCOPE, METRICS, type AlertRule, type AlertScope, type Metric } from './rule.ts';
export { newWebhookSecret } from './signature.ts';
export { conditionWords, valueWords } from './words.ts';
