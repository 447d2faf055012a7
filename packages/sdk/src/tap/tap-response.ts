/**
 * The tap for untouched responses of Node's own `fetch`. Most answers are read whole by `json()` or `text()`. These are
 * implemented here with the same steps as the native methods and cost little more. All other access to the body uses
 * the tap of tap.ts.
 */
import { BodyWatch, Watched, type Body, type Tap } from './body-watch.ts';
import { joinedBytes } from '../exchange/kept-body.ts';
import { guarded } from '../platform/report.ts';
import { canBeTapped, watchBody } from './tap.ts';

/** Returns false, and changes nothing, for other kinds of responses, whose body must be tapped instead. */
export function tapWhole(response: Response, tap: Tap): boolean {
  const { native, tapped } = (kind ??= responsesHere());
  if (!tapped || Object.getPrototypeOf(response) !== native) return false;
  const watch = new BodyWatch(tap);
  new Watched(response, watch);
  Object.setPrototypeOf(response, tapped);
  watch.trackHolder(response);
  return true;
}

interface Kind {
  native: Response;
  /** Absent when the runtime's methods use other steps. */
  tapped?: Response;
}

let kind: Kind | undefined;

/** Created on demand, since Node loads its `fetch` on demand. */
function responsesHere(): Kind {
  const native = Response.prototype;
  const isNodes = usesSteps(native.json, 'parseJSONFromBytes') && usesSteps(native.text, 'utf8DecodeBytes');
  return isNodes ? { native, tapped: tappedResponse(native) } : { native };
}

/**
 * Only methods that are known to use these steps are replaced. In a sandbox, methods of another realm would return
 * values of that realm.
 */
function usesSteps(method: unknown, steps: string): boolean {
  return method instanceof Function && Function.prototype.toString.call(method).includes(`consumeBody(this, ${steps}`);
}

type Getter<T> = (this: Response) => T;

/**
 * Overrides all members that access the body. The native methods are looked up at each call, because an application may
 * replace them.
 */
function tappedResponse(native: Response): Response {
  const { json, text } = native;
  const bodyOf = getterOf(native, 'body') as Getter<Body | null>;
  const isUsed = getterOf(native, 'bodyUsed') as Getter<boolean>;
  /**
   * Watches the body instead of the response. A body that is read without its methods is left alone: only its garbage
   * collection is observed.
   */
  const touch = (response: Response) => {
    const body = bodyOf.call(response);
    if (!body || body.locked || !canBeTapped(body)) return;
    const watch = Watched.takeFrom(response);
    if (watch) guarded('tap a body', () => watchBody(body, watch));
  };
  /** Returns undefined when reading has begun. (Clients access `body` without reading it.) */
  const takeWhole = (response: Response): Whole | undefined => {
    const body = bodyOf.call(response);
    if (!body || body.locked || isUsed.call(response)) return undefined;
    const watch = Watched.takeFrom(response) ?? Watched.watchOf(body);
    return watch && { body, watch };
  };
  const members = {
    get body() {
      touch(this as never);
      return bodyOf.call(this as never);
    },
    json(this: Response) {
      const whole = native.json === json && takeWhole(this);
      if (whole) return wholeJson(whole);
      touch(this);
      return native.json.call(this);
    },
    text(this: Response) {
      const whole = native.text === text && takeWhole(this);
      if (whole) return wholeText(whole);
      touch(this);
      return native.text.call(this);
    },
  };
  for (const name of ['arrayBuffer', 'blob', 'bytes', 'formData', 'clone'] as const) {
    const method = {
      [name](this: Response): unknown {
        touch(this);
        return (native[name] as () => unknown).call(this);
      },
    };
    Object.assign(members, method);
  }
  return Object.create(native, Object.getOwnPropertyDescriptors(members)) as Response;
}

function getterOf(target: object, name: string): unknown {
  return Object.getOwnPropertyDescriptor(target, name)?.get;
}

interface Whole {
  body: Body;
  watch: BodyWatch;
}

async function wholeJson(whole: Whole): Promise<unknown> {
  return JSON.parse(await wholeText(whole)) as unknown;
}

async function wholeText({ body, watch }: Whole): Promise<string> {
  const chunks: Uint8Array[] = [];
  try {
    const reader = readerOf(body);
    watch.trackHolder(reader);
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (!isUint8Array(value)) throw new TypeError('Received non-Uint8Array chunk');
      chunks.push(value);
      watch.keepReference(value);
    }
  } catch (error) {
    watch.end({ how: 'failed', error });
    throw error;
  }
  const text = decoded(chunks);
  watch.end({ how: 'complete', text });
  return text;
}

/** The native reader, whether or not the body is watched. */
function readerOf(body: Body): ReadableStreamDefaultReader<Uint8Array> {
  const native: unknown = ReadableStream.prototype.getReader.call(body);
  return native as ReadableStreamDefaultReader<Uint8Array>;
}

function isUint8Array(value: unknown): boolean {
  return value instanceof Uint8Array || Object.prototype.toString.call(value) === '[object Uint8Array]';
}

const decoder = new TextDecoder();

/** The native methods remove one byte order mark, and their decoder another one. */
function decoded(chunks: readonly Uint8Array[]): string {
  const whole = chunks.length === 1 && chunks[0] ? chunks[0] : joinedBytes(chunks);
  const isMarked = whole[0] === 0xef && whole[1] === 0xbb && whole[2] === 0xbf;
  return decoder.decode(isMarked ? whole.subarray(3) : whole);
}
