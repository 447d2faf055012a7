/** A number or a date as it stands in a text: one of its readings. */
import type { Doubt, Rule } from '../origin.ts';

export interface Literal {
  /** Equal for literals that mean the same. */
  key: string;
  start: number;
  end: number;
  doubt?: Doubt;
  /** What this reading leaves out of the text. */
  rule?: Rule;
}
