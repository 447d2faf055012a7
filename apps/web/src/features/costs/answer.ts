// The server's output types, under the names that the screen uses.
import type { RouterOutputs } from '../../lib/requests/trpc.ts';

type Answers = RouterOutputs['costs'];
export type DaysAnswer = Answers['days'];
export type SpendOfDay = DaysAnswer['rows'][number];
export type CutAnswer = Answers['cut'];
export type SpendOfCut = CutAnswer['rows'][number];
export type ToolsAnswer = Answers['tools'];
export type ThinkingOfTool = ToolsAnswer['rows'][number];
export type LatencyRow = Answers['latency']['rows'][number];
export type Percentiles = NonNullable<LatencyRow['duration']>;
export type TopThought = Answers['topThoughts'][number];
export type RetriesAnswer = Answers['retries'];
export type CostHint = Answers['hints'][number];
export type SpendMeasures = Omit<SpendOfDay, 'day'>;
/** null = all traces; otherwise only the newest matching traces. */
export type Looked = CutAnswer['scope'];
export type ScoresAnswer = Answers['scores'];
export type SpendOfScore = ScoresAnswer['rows'][number];
