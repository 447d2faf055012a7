/** Arithmetic for models that should not calculate themselves: + - * / and parentheses; nothing else is evaluated. */

/** @throws when the text is not an expression. */
export function calculate(expression: string): number {
  const tokens = expression.match(/\d+(?:\.\d+)?|[-+*/()]|\S/g) ?? [];
  const value = sum(tokens);
  const rest = tokens.shift();
  if (rest !== undefined) throw new Error(`Unexpected "${rest}" in the expression.`);
  // Rounds away the noise of binary fractions: 0.35 * 42000 * 2 is 29400.
  return Number(value.toPrecision(12));
}

function sum(tokens: string[]): number {
  let value = product(tokens);
  while (tokens[0] === '+' || tokens[0] === '-') value += (tokens.shift() === '+' ? 1 : -1) * product(tokens);
  return value;
}

function product(tokens: string[]): number {
  let value = factor(tokens);
  while (tokens[0] === '*' || tokens[0] === '/')
    value = tokens.shift() === '*' ? value * factor(tokens) : value / factor(tokens);
  return value;
}

function factor(tokens: string[]): number {
  const token = tokens.shift();
  if (token === '-') return -factor(tokens);
  if (token === '(') {
    const value = sum(tokens);
    if (tokens.shift() !== ')') throw new Error('A ")" is missing in the expression.');
    return value;
  }
  if (token === undefined || !/^\d/.test(token)) throw new Error(`Expected a number, got ${token ?? 'the end'}.`);
  return Number(token);
}
