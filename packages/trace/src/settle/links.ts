/** Which spans are linked, and the groups that they form, directly or through others. */
export class Links {
  readonly #links = new Map<string, Set<string>>();

  add(one: string, other: string): void {
    if (one === other) return;
    this.of(one).add(other);
    this.of(other).add(one);
  }

  ids(): Iterable<string> {
    return this.#links.keys();
  }

  of(id: string): Set<string> {
    const own = this.#links.get(id) ?? new Set();
    this.#links.set(id, own);
    return own;
  }

  /** The groups that contain one of these spans. */
  groups(from: ReadonlySet<string>): string[][] {
    const seen = new Set<string>();
    return [...from].flatMap((id) => {
      if (seen.has(id)) return [];
      const group = [id];
      seen.add(id);
      // The array grows during the loop.
      for (const member of group) {
        for (const next of this.of(member)) {
          if (seen.has(next)) continue;
          seen.add(next);
          group.push(next);
        }
      }
      return [group];
    });
  }
}
