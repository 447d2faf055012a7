/** Arithmetic such as `(158 + 141) * 2`: its numbers came from somewhere, and the model put them together. */
import { datesIn } from './dates.ts';

const MAX_LENGTH = 1000;
const MAX_NUMBERS = 64;
const ONLY_ARITHMETIC = /^[\d\s().,+\-−*/×÷^%$€£]+$/;
/** A minus or a slash between digits alone is also that of a phone number, a date or a range. */
const OPERATOR = /[\d)]\s*[+*×÷^]\s*[$€£]?[\d(]|[\d)]\s+[-−/]\s+[$€£]?[\d(]|\)\s*[-−/]\s*\(/;
const NUMBER = /\d+(?:[.,]\d+)*/g;

/** The numbers of an expression in their order; undefined when the text is none. */
export function numbersOfExpression(text: string): { text: string; start: number }[] | undefined {
  if (text.length > MAX_LENGTH || !ONLY_ARITHMETIC.test(text) || !OPERATOR.test(text)) return undefined;
  const numbers = Array.from(text.matchAll(NUMBER), ({ 0: number, index: start }) => ({ text: number, start }));
  if (numbers.length < 2 || numbers.length > MAX_NUMBERS || datesIn(text).length > 0) return undefined;
  return numbers;
}
