/** An OpenTelemetry context manager over `AsyncLocalStorage`, or over a substitute where a runtime has none. */
import { ROOT_CONTEXT, type Context, type ContextManager } from '@opentelemetry/api';
import type { AsyncStorage } from './platform.ts';

/** The value is visible while the function runs, but not after its first `await`. */
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

/**
 * For providers that were registered without a context manager. Emitters are not bound, because nothing here listens
 * inside a context.
 */
export function storageContextManager(storage: AsyncStorage<Context>): ContextManager {
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
