// What a link shows, in words.
import { SHARED_KINDS, type SharedKind, type Shows } from '../../lib/traces/share.ts';

const SHORT: Record<SharedKind, string> = {
  thoughts: 'thoughts',
  said: 'messages',
  arguments: 'arguments',
  results: 'results',
};

/** `thoughts, results`: the kinds that are shown, or those that are not; empty for none. */
export const kindsIn = (shows: Shows, shown: boolean): string =>
  SHARED_KINDS.filter(({ kind }) => shows[kind] === shown)
    .map(({ kind }) => SHORT[kind])
    .join(', ');

export const shownBy = ({ shows }: { shows: Shows }): string => kindsIn(shows, true) || 'no text';
