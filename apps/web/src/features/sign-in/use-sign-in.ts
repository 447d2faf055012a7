// What the forms that sign in have in common: one attempt at a time, and the sentence of the one that failed.
import { useState, type FormEvent } from 'react';

/** `attempt` resolves to why it was refused; undefined = signed in. */
export function useSignIn(attempt: () => Promise<string | undefined>) {
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    setProblem(undefined);
    const refused = await attempt();
    setProblem(refused);
    // Signed in, the next page is on its way.
    setIsBusy(refused === undefined);
  };
  return { problem, setProblem, isBusy, onSubmit: (event: FormEvent) => void submit(event) };
}
