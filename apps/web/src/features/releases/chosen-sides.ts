// Which two releases are compared when the address names none, or one of them. Pure.
interface Listed {
  key: string | null;
}

interface Chosen {
  a: string | null;
  b: string | null;
}

/** `rows`: the one with the newest run first. B is the newest, and A the one before it. */
export function chosenSides(rows: readonly Listed[], { a, b }: Chosen): Chosen {
  const keys = rows.flatMap(({ key }) => key ?? []);
  const chosenB = b ?? keys.find((key) => key !== a) ?? null;
  const after = keys.slice(chosenB === null ? 0 : keys.indexOf(chosenB) + 1);
  return { a: a ?? after[0] ?? keys.find((key) => key !== chosenB) ?? null, b: chosenB };
}
