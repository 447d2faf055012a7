'use client';
// The scores of a trace, and their changes: shown at once, and taken back when the server refuses them.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '../../../lib/requests/trpc.ts';
import { toast } from '../../../lib/toast.ts';
import type { TraceAddress } from '../navigation/trace-address.ts';
import type { ScoreContent } from '../../../lib/traces/score-figures.ts';
import type { NewScore, Score } from './score-words.ts';

type Change = (scores: readonly Score[]) => Score[];

export interface Scores {
  /** undefined while they load. */
  scores: readonly Score[] | undefined;
  /** They could not be loaded. */
  error: unknown;
  add: (score: NewScore & ScoreContent) => void;
  change: (score: Score, content: ScoreContent) => void;
  remove: (score: Score) => void;
}

export function useScores(address: TraceAddress): Scores {
  const trpc = useTRPC();
  const client = useQueryClient();
  const options = trpc.scores.list.queryOptions(address);
  const { data, error } = useQuery(options);
  const show = async (change: Change) => {
    await client.cancelQueries({ queryKey: options.queryKey });
    const before = client.getQueryData(options.queryKey);
    client.setQueryData(options.queryKey, (scores) => change(scores ?? []));
    return { before };
  };
  const takenBack =
    (title: string) =>
    (reason: { message: string }, _input: unknown, shown: { before: Score[] | undefined } | undefined) => {
      client.setQueryData(options.queryKey, shown?.before);
      toast(title, reason.message);
    };
  const onSettled = () => client.invalidateQueries({ queryKey: options.queryKey });
  const set = useMutation(
    trpc.scores.set.mutationOptions({
      onMutate: (score) => show((scores) => [...scores, shownAs(score, address.trace)]),
      onError: takenBack('The score could not be saved'),
      onSettled,
    }),
  );
  const changed = useMutation(
    trpc.scores.change.mutationOptions({
      onMutate: ({ id, project: _project, trace: _trace, ...content }) =>
        show((scores) => scores.map((score) => (score.id === id ? { ...score, ...content } : score))),
      onError: takenBack('The score could not be changed'),
      onSettled,
    }),
  );
  const removed = useMutation(
    trpc.scores.remove.mutationOptions({
      onMutate: ({ id }) => show((scores) => scores.filter((score) => score.id !== id)),
      onError: takenBack('The score could not be removed'),
      onSettled,
    }),
  );
  return {
    scores: data,
    error,
    add: (score) => set.mutate({ ...address, ...score, id: crypto.randomUUID() }),
    change: ({ id }, content) => changed.mutate({ ...address, id, ...content }),
    remove: ({ id }) => removed.mutate({ ...address, id }),
  };
}

/** A score until the server has it. It cannot be edited before, because its id is not known. */
function shownAs({ id, span = null, target = 'trace', ...content }: NewScore & { id: string }, trace: string): Score {
  const { name = null, number = null, label = null, thumbs = null, comment = null } = content;
  const now = new Date();
  return {
    ...{ id, traceId: trace, spanId: span, target, name, number, label, thumbs, comment },
    ...{ source: 'screen', author: null, createdAt: now, updatedAt: now, isMine: true, mayEdit: false },
  };
}
