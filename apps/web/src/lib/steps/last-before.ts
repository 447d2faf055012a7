/** Index of the last item that begins by then, of items in the order of `beginsAt`; -1 = none. */
export function lastBefore<Item>(items: readonly Item[], moment: number, beginsAt: (item: Item) => number): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (beginsAt(items[middle]!) <= moment) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
