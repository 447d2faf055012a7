// What the server answers for a range, by the names the screen uses.
import type { RouterOutputs } from '../../lib/trpc.ts';

export type SpendAnswer = RouterOutputs['costs']['spend'];
export type SpendOfDay = SpendAnswer['days'][number];
export type SpendOfModel = SpendAnswer['models'][number];
export type ThinkingOfTool = SpendAnswer['tools'][number];
export type SpendMeasures = Omit<SpendOfDay, 'day'>;
