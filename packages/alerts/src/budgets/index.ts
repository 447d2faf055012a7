/** Budgets: what they are, how much of them is spent, when they are used up, and the messages of their thresholds. */
export { BUDGET, budgetOfRow, savedBudget, type Budget } from './budget.ts';
export { BUDGET_HEADER, budgetHeaders } from './budget-header.ts';
export { budgetWords } from './budget-words.ts';
export { burnDown, type BurnDown, type BurnDownLine } from './burn-down.ts';
export { evaluateDueBudgets, type EvaluateBudgetsOptions } from './evaluate-budgets.ts';
export { forecastOf, type Forecast } from './forecast.ts';
export { periodAt, type Period } from './period.ts';
