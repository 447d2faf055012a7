/** What happens when recorded steps are asked again: the same action or not, and what that is worth as a measurement. */
export { ratioOf, shareOf, type Ratio, type Share, type StepPair, type StepShare } from './agreement.ts';
export { compareAnswers, type AnswerComparison, type RequestedCall } from './compare-answers.ts';
export { summarize, type ArmSummary, type MeasuredAnswer, type MeasuredStep, type SummaryInput } from './summary.ts';
export { unsourcedValues, type OfferedTool } from './unsourced-values.ts';
export { NORMAL_QUANTILE, ratioOfSums, wilsonInterval, type Interval } from './statistics.ts';
