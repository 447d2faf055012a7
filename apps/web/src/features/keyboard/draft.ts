// The keys of one command while they are edited. Pure.

export interface Draft {
  /** The command's new keys. */
  ways: readonly string[];
  /** The listed checkboxes, in the order they were added. */
  seen: readonly string[];
}

export const opened = (proposed: readonly string[], known: readonly string[]): Draft => ({
  ways: proposed,
  seen: [...new Set([...proposed, ...known])],
});

/**
 * New keys replace a single existing shortcut, and are added to several. `before` is the beginning of the same
 * sequence, which was reported as a shortcut a moment ago: it is removed.
 */
export function pressed({ ways, seen }: Draft, way: string, before: string | undefined): Draft {
  if (ways.includes(way)) return { ways, seen };
  const rest = ways.filter((one) => one !== before);
  const isInstead = before === undefined ? ways.length === 1 : rest.length === 0;
  return {
    ways: isInstead ? [way] : [...rest, way],
    seen: [...seen.filter((one) => one !== before && one !== way), way],
  };
}

export const toggled = ({ ways, seen }: Draft, way: string): Draft => ({
  ways: ways.includes(way) ? ways.filter((one) => one !== way) : [...ways, way],
  seen,
});

export const dropped = ({ ways, seen }: Draft, way: string): Draft => ({
  ways: ways.filter((one) => one !== way),
  seen,
});
