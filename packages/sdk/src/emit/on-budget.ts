/** The application's function for reached budgets. Apart from what reads them, which is loaded with the exporter. */

/** A budget of the project that has reached a threshold. */
export interface BudgetNotice {
  /** Whose spend it limits. */
  subject: 'project';
  /** The share of the limit that is spent: 0.83 is 83 %. May exceed 1. Calls without a price are not in it. */
  used: number;
  /** The highest threshold that is reached: 0.8 is 80 %. */
  threshold: number;
  /** In dollars. */
  limit: number;
  period: 'day' | 'week' | 'month';
  /** The number of calls in the period that have no price, so that `used` is a lower bound; 0 = none. */
  unpriced: number;
  /** When the next period begins. */
  resets: Date;
}

/** Called with each threshold that a budget reaches. What it throws is reported, and nothing waits for it. */
export type OnBudget = (notice: BudgetNotice) => void | Promise<void>;

let listener: OnBudget | undefined;

/** The first wins, as with all settings of the exporter. */
export function rememberOnBudget(onBudget: OnBudget | undefined): void {
  if (typeof onBudget === 'function') listener ??= onBudget;
}

export const rememberedOnBudget = (): OnBudget | undefined => listener;
