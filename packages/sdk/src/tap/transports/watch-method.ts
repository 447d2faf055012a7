/** Watches the calls of one method of one object. Used by node-http.ts and undici.ts. */
import { reportFailure } from '../../platform/report.ts';

export interface MethodWatch {
  /** Called with the parameters, before the method. */
  before?(parameters: readonly unknown[]): void;
  /** Called after the method, if it did not throw. */
  after?(parameters: readonly unknown[], result: unknown): void;
}

const STEP = 'watch a request';

type Method = (...parameters: unknown[]) => unknown;

/** The method keeps its parameters, its result and its errors, and the object looks the same to code that lists it. */
export function watchMethod(target: object, name: string, { before, after }: MethodWatch): void {
  const method = (target as Record<string, Method>)[name] as Method;
  const value = function (this: unknown, ...parameters: unknown[]): unknown {
    try {
      before?.(parameters);
    } catch (error) {
      reportFailure(STEP, error);
    }
    const result = Reflect.apply(method, this, parameters);
    try {
      after?.(parameters, result);
    } catch (error) {
      reportFailure(STEP, error);
    }
    return result;
  };
  Object.defineProperty(target, name, { value, configurable: true, writable: true });
}
