/** Async context where a runtime may have no `AsyncLocalStorage`. */
import { ROOT_CONTEXT, type Context, type ContextManager } from '@opentelemetry/api';
import type { AsyncStorage } from './platform.ts';

/** Sees a value as long as the function runs, not behind its first `await`. */
export function createStackStorage<T>(): AsyncStorage<T> {
  let current: T | undefined;
  return {
    run(value, work) {
      const outer = current;
      current = value;
      try {
        return work();
      } finally {
        current = outer;
      }
    },
    getStore: () => current,
  };
}

/** A context manager of OpenTelemetry over such a storage. */
export function storageContextManager(create: () => AsyncStorage<Context>): ContextManager {
  const storage = create();
  const manager: ContextManager = {
    active: () => storage.getStore() ?? ROOT_CONTEXT,
    with: (context, work, ...rest) => {
      const [thisArgument, ...parameters] = rest;
      return storage.run(context, () =>
        work.apply(thisArgument as ThisParameterType<typeof work>, parameters as never),
      );
    },
    bind(context, target) {
      if (typeof target !== 'function') return target;
      const bound = function (this: unknown, ...parameters: unknown[]): unknown {
        return storage.run(context, () => Reflect.apply(target, this, parameters));
      };
      return bound as typeof target;
    },
    enable: () => manager,
    disable: () => manager,
  };
  return manager;
}
