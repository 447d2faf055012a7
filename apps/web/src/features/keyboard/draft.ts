// The keys of one command while they are being changed. Pure.

export interface Draft {
  /** What the command will have. */
  ways: readonly string[];
  /** What stands there to be ticked, in the order it came. */
  seen: readonly string[];
}

export const opened = (proposed: readonly string[], known: readonly string[]): Draft => ({
  ways: proposed,
  seen: [...new Set([...proposed, ...known])],
});

/**
 * New keys take the place of the only ones, and stand beside several. `before` is the beginning of the same sequence, told as keys of its own a
 * moment ago: it was not meant.
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
