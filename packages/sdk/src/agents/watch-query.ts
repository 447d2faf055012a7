/**
 * Watches a running query in place: the application keeps the object that `query()` returned, and the promises of its
 * generator. A later stage reads what passed (query-recording.ts).
 */
import { guarded } from '../platform/report.ts';

type Step = (this: unknown, ...args: unknown[]) => unknown;

export interface IterationWatch {
  /** A value was yielded. */
  value(value: unknown): void;
  /** `complete`: the last value was taken. `abort`: the caller stopped. */
  ended(how: 'complete' | 'abort'): void;
  failed(error: unknown): void;
}

/** Watches an async iterable: it may be its own iterator, or create one. */
export function watchIterable(iterable: object, watch: IterationWatch): void {
  const seen = new WeakSet<object>();
  watchIterator(iterable, watch, seen);
  replaceMethod(
    iterable,
    Symbol.asyncIterator,
    (create) =>
      function (this: unknown) {
        const iterator = create.call(this);
        if (isObject(iterator)) watchIterator(iterator, watch, seen);
        return iterator;
      },
  );
}

/** `seen`: a query passes its calls on to an inner generator, which is watched, too. */
function watchIterator(iterator: object, watch: IterationWatch, seen: WeakSet<object>): void {
  if (seen.has(iterator)) return;
  seen.add(iterator);
  const value = (item: unknown) => {
    if (isObject(item) && seen.has(item)) return;
    if (isObject(item)) seen.add(item);
    watch.value(item);
  };
  replaceMethod(
    iterator,
    'next',
    (next) =>
      function (this: unknown, ...args) {
        const step = next.apply(this, args);
        if (step instanceof Promise) {
          step.then(
            (result: IteratorResult<unknown> | undefined) =>
              guarded('read an agent', () => (result?.done ? watch.ended('complete') : value(result?.value))),
            (error: unknown) => guarded('read an agent', () => watch.failed(error)),
          );
        }
        return step;
      },
  );
  for (const name of ['return', 'throw'] as const) {
    replaceMethod(
      iterator,
      name,
      (native) =>
        function (this: unknown, ...args) {
          if (name === 'throw') watch.failed(args[0]);
          else watch.ended('abort');
          return native.apply(this, args);
        },
    );
  }
}

/** Not enumerable, as methods of classes are. Objects that refuse stay as they are. */
export function replaceMethod(target: object, name: string | symbol, replace: (native: Step) => Step): void {
  const native: unknown = Reflect.get(target, name);
  if (typeof native !== 'function') return;
  const value = replace(native as Step);
  Reflect.defineProperty(target, name, { value, configurable: true, writable: true, enumerable: false });
}

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
