/** The processes that a process has started, as Linux lists them; none where /proc is not. */
import { readdir, readFile } from 'node:fs/promises';

export async function childrenOf(processId: number): Promise<number[]> {
  const threads = await readdir(`/proc/${processId}/task`).catch(() => []);
  const lists = await Promise.all(
    threads.map((thread) => readFile(`/proc/${processId}/task/${thread}/children`, 'utf8').catch(() => '')),
  );
  return lists.flatMap((list) => list.split(' ').flatMap((id) => Number(id) || []));
}
