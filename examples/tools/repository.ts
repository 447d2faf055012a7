/** A pull request to review: its files, a search over them, and how long a retry waits. */
import { readSections } from './data.ts';

export function openPullRequest() {
  const files = readSections('pull-request-214.md');
  return {
    readFile: ({ path }: { path: string }) => {
      const text = files.get(path);
      if (text === undefined) throw new Error(`There is no file "${path}". Files: ${[...files.keys()].join(', ')}.`);
      return text;
    },
    searchCode: ({ text }: { text: string }) =>
      [...files].flatMap(([path, content]) =>
        content
          .split('\n')
          .filter((line) => line.toLowerCase().includes(text.toLowerCase()))
          .map((line) => `${path}: ${line.trim()}`),
      ),
    retryTime: ({ attempts, base_ms, factor, timeout_ms }: RetryPlan) => {
      const waits = Array.from({ length: attempts - 1 }, (_, index) => base_ms * factor ** index);
      const waiting = waits.reduce((sum, wait) => sum + wait, 0);
      return { waits_ms: waits, waiting_ms: waiting, worst_case_ms: waiting + attempts * timeout_ms };
    },
  };
}

interface RetryPlan {
  attempts: number;
  base_ms: number;
  factor: number;
  timeout_ms: number;
}
