/**
 * Answers the model calls of a forked run: from the recording up to its step, and then not at all, so that they are sent.
 */
import {
  answerOfStep,
  isModelPath,
  readRequest,
  requestMarks,
  writeAnswer,
  type ModelRequest,
  type RecordedStep,
  type RequestDifference,
  type WrittenAnswer,
} from '@subtext/reasoning';
import type { Exchange } from '../exchange/exchange.ts';
import { report } from '../platform/report.ts';
import { answerForm } from './answer-form.ts';
import type { ActiveFork } from './forking.ts';
import { matchRequest, type RecordedCall } from './matching.ts';
import { RecordedResults } from './recorded-results.ts';

export interface ForkSettings {
  trace: string;
  step: string;
  tools?: 'run' | 'recorded';
  onDivergence?: 'stop' | 'continue';
}

/** As metadata of the trace they are stored, filtered and exported like all others. */
const ORIGIN_TRACE = 'fork.trace';
const ORIGIN_STEP = 'fork.step';

export class ForkedRun implements ActiveFork {
  readonly #settings: ForkSettings;
  readonly #loaded: Promise<RecordedCall[]>;
  readonly #results: RecordedResults | undefined;
  /** Why no request is answered any more. */
  #stopped: string | undefined;

  constructor(settings: ForkSettings, recording: Promise<RecordedStep[]>) {
    this.#settings = settings;
    this.#loaded = recording.then((steps) => steps.map((step, index) => ({ step, number: index + 1, isGiven: false })));
    // Each request waits for it, and reports why it failed.
    this.#loaded.catch(() => undefined);
    if (settings.tools === 'recorded') this.#results = new RecordedResults();
  }

  link(exchange: Exchange): void {
    const { trace, step } = this.#settings;
    const { run } = exchange.settings;
    const metadata = { [ORIGIN_TRACE]: trace, [ORIGIN_STEP]: step, ...run.metadata };
    exchange.settings = { ...exchange.settings, run: { ...run, metadata } };
  }

  async answer(exchange: Exchange): Promise<Response | undefined> {
    try {
      const request = await requestOf(exchange);
      return request ? this.#answered(exchange, request, await this.#loaded) : undefined;
    } catch (error) {
      return refusal(exchange, `The run is not forked. ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  toolResult(name: string, args: readonly unknown[]): { result: string; failed: boolean } | undefined {
    return this.#results?.take(name, args);
  }

  #answered(exchange: Exchange, request: ModelRequest, calls: readonly RecordedCall[]): Response | undefined {
    if (this.#stopped !== undefined) return refusal(exchange, this.#stopped);
    const match = matchRequest(calls, requestMarks(request));
    if (!match) {
      report(
        'the end of a recording',
        () => `${this.#name}: the recorded answers are given; model calls are sent now.`,
      );
      return undefined;
    }
    const { call, difference } = match;
    if (difference && !this.#continues(difference)) {
      this.#stopped = this.#diverged(call, difference);
      const stopped = this.#stopped;
      report('a fork that stopped', () => stopped);
      return refusal(exchange, stopped);
    }
    if (difference) report(`a fork that differs at ${difference.kind}`, () => this.#diverged(call, difference));
    const written = writeAnswer(answerOfStep(call.step), answerForm(exchange.url, request));
    if (!written) throw new Error(`Requests in the format ${request.api} cannot be answered from a recording.`);
    call.isGiven = true;
    exchange.isReplayed = true;
    this.#results?.add(call.step);
    this.#sayLeftOut(call, written);
    return new Response(written.body, {
      headers: { 'content-type': written.contentType, 'x-subtext-fork': 'replayed' },
    });
  }

  #continues({ kind }: RequestDifference): boolean {
    return (this.#settings.onDivergence ?? (kind === 'settings' ? 'continue' : 'stop')) === 'continue';
  }

  #diverged({ number }: RecordedCall, { path, kind }: RequestDifference): string {
    const what = `${this.#name}: model call ${number} differs from the recorded one, first at ${path}.`;
    if (this.#continues({ path, kind })) return `${what} It gets the recorded answer.`;
    return `${what} The fork has stopped, and nothing is sent. With SUBTEXT_FORK_ON_DIVERGENCE=continue it goes on with the recorded answers.`;
  }

  #sayLeftOut({ number }: RecordedCall, { notes }: WrittenAnswer): void {
    for (const { rule, what } of notes)
      report(
        `a fork leaves out ${rule}`,
        () => `${this.#name}: the answer of model call ${number} comes without a part of it: ${what}.`,
      );
  }

  get #name(): string {
    return `Fork of ${this.#settings.trace}@${this.#settings.step}`;
  }
}

async function requestOf({ requestBody, url }: Exchange): Promise<ModelRequest | null> {
  const body = await requestBody;
  const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : body;
  if (text === undefined) return null;
  const path = URL.parse(url)?.pathname ?? '';
  return readRequest(parsed(text), path);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** An error in the form of every provider (AWS reads `message`), of a kind that clients do not retry. */
function refusal({ url }: Exchange, message: string): Response {
  const fields = { type: 'subtext_fork', code: 400, status: 'FAILED_PRECONDITION', message };
  // Ollama's client shows the error as it is.
  const error = isModelPath(URL.parse(url)?.pathname ?? '', 'ollama.chat') ? message : fields;
  return new Response(JSON.stringify({ type: 'error', message, error }), {
    status: 400,
    headers: { 'content-type': 'application/json', 'x-should-retry': 'false', 'x-subtext-fork': 'refused' },
  });
}
