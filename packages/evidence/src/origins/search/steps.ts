/** What a search may still do. It counts comparisons, so that the answer does not depend on the machine. */
export class Steps {
  #left: number;
  constructor(left: number) {
    this.#left = left;
  }

  get isOver(): boolean {
    return this.#left <= 0;
  }

  get left(): number {
    return this.#left;
  }

  take(count: number) {
    this.#left -= count;
  }
}
