/**
 * Every convention carries the same conversation, as far as it can: same calls, thoughts, results and figures. Also
 * writes docs/conventions.md.
 */
import { JsonTraceSerializer, ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider, type ReadableSpan } from '@opentelemetry/sdk-trace';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { describe, expect, it } from 'vitest';
import { decodeJson } from '../otlp/decode-json.ts';
import { decodeProtobuf } from '../otlp/decode-protobuf.ts';
import {
  ANSWER,
  CALLS,
  FACTS,
  FIXTURES,
  MODEL,
  PREAMBLE,
  SESSION,
  THOUGHT,
  USAGE,
  type ConventionFixture,
  type Fact,
} from '@subtext/conventions/testing';
import { normalise, type Generation, type NormalisedSpan } from './index.ts';

/** As the OpenTelemetry SDK sends them. */
function spansOf({ scope, spans }: ConventionFixture): ReadableSpan[] {
  const memory = new InMemorySpanExporter();
  const tracer = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter: memory })] }).getTracer(
    scope,
  );
  for (const { name, attributes, events } of spans) {
    const span = tracer.startSpan(name, { attributes });
    for (const event of events ?? []) span.addEvent(event.name, event.attributes);
    span.end();
  }
  return memory.getFinishedSpans();
}

/** What arrived of each fact; a fact is present only when all of it is. */
function factsOf(spans: readonly NormalisedSpan[]): Record<Fact, unknown> {
  const generations = spans.flatMap(({ generation }) => generation ?? []);
  const tools = spans.flatMap(({ execution }) => execution ?? []);
  const [first, second] = [generations[0], generations.at(-1)];
  const asked = first?.response.calls.filter(({ type }) => type !== 'answer') ?? [];
  const calls = asked.length > 0 ? asked : tools;
  return {
    thinking: asked.map(({ reasoning, reasoningRef }) => [reasoning, reasoningRef]),
    preamble: asked[0]?.preamble,
    'call ids': calls.map(({ id }) => id),
    arguments: calls.map((call) => [call.name, call.arguments]),
    results: resultsOf(second, tools),
    answer: second?.answered,
    'thinking tokens': [first?.usage?.output, first?.usage?.reasoning, first?.usage?.reasoningSource],
    model: first?.requestModel ?? first?.responseModel,
    // One span of a trace reports it for all.
    session: spans.map(({ context }) => context.sessionId).find((id) => id !== undefined),
  };
}

function resultsOf(second: Generation | undefined, tools: readonly { name: string; result?: unknown }[]): unknown {
  const inHistory = (second?.results ?? []).map(({ result }) => plain(result));
  return inHistory.length > 0 ? inHistory : tools.map(({ result }) => plain(result));
}

/** Results pass as JSON text in many conventions, and one wraps them. */
function plain(result: unknown): unknown {
  const value: unknown = typeof result === 'string' ? JSON.parse(result) : result;
  return typeof value === 'object' && value !== null && 'value' in value ? value.value : value;
}

const EXPECTED: Record<Fact, unknown> = {
  thinking: [
    [[THOUGHT], null],
    [[], 'call_1'],
  ],
  preamble: PREAMBLE,
  'call ids': CALLS.map(({ id }) => id),
  arguments: CALLS.map(({ name, arguments: given }) => [name, given]),
  results: CALLS.map(({ result }) => result),
  answer: ANSWER,
  'thinking tokens': [USAGE.output, USAGE.reasoning, 'reported'],
  model: MODEL,
  session: SESSION,
};

const ENCODINGS = [
  [
    'protobuf',
    (spans: ReadableSpan[]) => decodeProtobuf(ProtobufTraceSerializer.serializeRequest(spans) as Uint8Array),
  ],
  ['JSON', (spans: ReadableSpan[]) => decodeJson(JsonTraceSerializer.serializeRequest(spans) as Uint8Array)],
] as const;

describe.each(FIXTURES)('$title', (fixture) => {
  it.each(ENCODINGS)('carries the conversation in %s', (_name, decode) => {
    const spans = decode(spansOf(fixture)).map(normalise);
    expect(new Set(spans.map(({ convention }) => convention))).toEqual(new Set([fixture.convention]));
    const arrived = factsOf(spans);
    const kept = FACTS.filter((fact) => !fixture.loses.includes(fact));
    expect(Object.fromEntries(kept.map((fact) => [fact, arrived[fact]]))).toEqual(
      Object.fromEntries(kept.map((fact) => [fact, EXPECTED[fact]])),
    );
  });

  it('includes cached tokens in input and thinking in output, for every sender', () => {
    const spans = decodeProtobuf(ProtobufTraceSerializer.serializeRequest(spansOf(fixture)) as Uint8Array).map(
      normalise,
    );
    const { usage } = spans[0]!.generation!;
    expect([usage?.input, usage?.output]).toEqual([USAGE.input, USAGE.output]);
  });
});

describe.each(FIXTURES.filter(({ loses }) => loses.length > 0))('$title', (fixture) => {
  it('loses what the table says, and invents nothing for it', () => {
    const arrived = factsOf(
      decodeProtobuf(ProtobufTraceSerializer.serializeRequest(spansOf(fixture)) as Uint8Array).map(normalise),
    );
    for (const fact of fixture.loses) expect(arrived[fact]).not.toEqual(EXPECTED[fact]);
    if (fixture.loses.includes('thinking')) expect(JSON.stringify(arrived.thinking)).not.toContain(THOUGHT);
    if (fixture.loses.includes('thinking tokens')) expect((arrived['thinking tokens'] as unknown[])[1]).toBeUndefined();
  });
});

it('the table in docs/conventions.md says what each convention carries', async () => {
  const table = tableOf(
    ['instrumentation', 'read as', ...FACTS],
    FIXTURES.map(({ title, convention, loses }) => [title, `\`${convention}\``, ...marks(loses)]),
  );
  const seen = SEEN_FILES.flatMap((file) => JSON.parse(readFileSync(file, 'utf8')) as MeasuredPackage[]);
  const real = tableOf(
    ['instrumentation', 'package', ...FACTS],
    seen.map(({ title, package: name, version, loses }) => [title, `\`${name}\` ${version}`, ...marks(loses)]),
  );
  const options = { ...(await resolveConfig(DOCUMENT)), parser: 'markdown' };
  const page = await format(`${INTRODUCTION}\n\n${table}\n\n${SEEN}\n\n${real}\n\n${DIFFERENCES}\n`, options);
  await expect(page).toMatchFileSnapshot(DOCUMENT);
});

const DOCUMENT = fileURLToPath(new URL('../../../../docs/conventions.md', import.meta.url));

/** Written by the tests there. */
const SEEN_FILES = ['seen.json', 'large/seen.json', 'python/seen.json'].map(
  (file) => new URL(`../../instrumentations/${file}`, import.meta.url),
);

interface MeasuredPackage {
  title: string;
  package: string;
  version: string;
  loses: Fact[];
}

function tableOf(head: readonly string[], rows: readonly string[][]): string {
  const lines = [head, head.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const marks = (loses: readonly string[]) => FACTS.map((fact) => (loses.includes(fact) ? '–' : '✓'));

const SEEN = `## Measured with the real packages

The same conversation, sent by the packages themselves: real clients, replayed provider responses, and ingest with its
database (\`apps/ingest/instrumentations/\`). A dash here means that the package did not send it. The output of Python
packages was recorded, and the test sends the recording.`;

const DIFFERENCES = `## How spans are read

A span is a model call, a model call that does not think (an embedding, an image, speech, a transcription, a
moderation or a reranking), a tool, an agent, a chain or a retriever. Any other span is shown under its name. That
includes \`GUARDRAIL\`, \`EVALUATOR\` and \`PROMPT\` of OpenInference and the same kinds of other conventions, because no
kind of Subtext describes them.

The reasoning effort of a call is the word that was sent, in lower case (Google writes \`HIGH\`). A token budget is not
an effort in any convention: it limits what may be spent and does not say how much thinking was requested. The effort at
the start of a Codex conversation (\`codex.conversation_starts\`) is not used either, because each call may have a
different one.

The figures of a run of an agent, chain or workflow are usually the sum of its model calls. They count only if none of
its model calls reports its own usage ([attribution](attribution.md#runs)): for Logfire's run of Claude's Agent SDK,
and for any sender whose calls are not sent or report no usage. For Pydantic AI, \`gen_ai.aggregated_usage.*\` is read
as such a sum, too.

**1-hour cache writes** of Claude cost more than 5-minute cache writes ([decision
30](development/decisions/0030-one-hour-cache-writes.md)). Subtext reads them from the attributes of @anthropic-ai/sdk, Mastra,
Laminar, Pydantic AI, LiteLLM, LangSmith, Langfuse, Braintrust and an extension of OpenInference, and from the
provider's usage where OpenInference, MLflow, Logfire or AI SDK 5 and 6 pass it on. This is known from their source
code. Other senders report only the total, among them Claude Code on its spans and AI SDK 7; all of it is charged at
the 5-minute rate.

## What each package does

These are facts that the packages' own documentation does not mention. "Not run" means that the fact comes from the
source code.

- **OpenInference** flattens messages into lists. The lists lose \`reasoning_content\`, all but the last of several
  Anthropic results, and Anthropic's count of thinking tokens. Each output item of the Responses API becomes a message
  of its own. The bodies in \`input.value\` and \`output.value\` have everything, so Subtext reads them first.
  OpenInference for JavaScript passes on Anthropic's input tokens without cached tokens, so Subtext reads the usage
  from the body. For Claude's Agent SDK the cached tokens are reported beside the input.
- **OpenLLMetry** for JavaScript keeps only the text of a Responses output, and writes the whole input as JSON into
  the text of one message. Subtext fills in calls and thoughts from the next request; those of a turn without a next
  request are lost. It drops \`reasoning_content\` of Chat Completions, also from the history, and counts no thinking
  tokens. Its Anthropic package patches a class that version 1 of the client no longer has. It passes on Anthropic's
  input tokens without cached tokens and reports those separately; Subtext adds them.
- **Langfuse** keeps only the text of a Responses output. Its input is the list of items without the request around
  it. Subtext fills in calls and thoughts of the previous turn from it.
- **@anthropic-ai/sdk** writes a plain-text tool result as a list of one text block. It has no count of thinking
  tokens unless the API sends one.
- **AI SDK 7** counts thinking tokens only with \`usage: true\`.
- **Sessions** were set in this test where the package accepts one with the call: Langfuse and AI SDK 6. With other
  packages, set \`session.id\` on the span around the run.
- **Laminar** includes OpenLLMetry for OpenAI and adds the output items of the Responses API, so their thoughts
  arrive. Its service name cannot be configured.
- **Google ADK** since 1.24 reports each model call in two spans with the same figures: \`call_llm\`, and a
  \`generate_content …\` inside it. Subtext counts one of them. With content capture off, Subtext reads the thinking
  tokens from \`gen_ai.usage.experimental.reasoning_tokens\` up to 2.2, where they are not part of the output tokens,
  and from the attribute of the GenAI conventions since 2.3. The Go version sends only the \`generate_content …\`
  span.
- **Koog** writes messages as events, each whole message in the attribute \`body\`, and a tool's input and output in
  \`input.value\` and \`output.value\`. It counts no thinking tokens. Not run.
- **BeeAI** in OpenInference for JavaScript (and for Python, in versions that have targets) creates a span for each
  event of its framework. Subtext takes the event that ends a model call or tool, with success or an error, as the
  call. The question is in the event before it and becomes the question of the trace. Not run.
- **Bedrock** agents in OpenInference report a call as a message of the tool. Not run.
- **LangSmith** writes the list of messages after the call, so the list already contains the answer. Its OpenTelemetry
  mode needs OpenTelemetry for JavaScript 2.
- **Mastra** has usage and text on \`model_inference\`, and calls on the \`model_step\` around it. The thoughts are
  only in the provider's body on \`model_step\`. A streamed response has no such body: there the thoughts are in
  chunks that look the same as text, and in the answer of the whole run. The question is on the agent's run. The user
  is \`userId\` of the metadata, or else the \`resourceId\` of a memory.
- **Codex** with traces has the model and the usage of a turn on \`session_task.turn\`, and these count. The spans
  that end its responses have usage without a model, and do not count. The question, the tool arguments and the tool
  results are in its log records. Without traces the log records make up the session, including refused and failed
  model calls. Not run.
- **VoltAgent** has one span around all model calls of an agent (\`llm:streamText\`), with the usage of the last call and
  no answer, so it is no model call. Its agents and tools are read, and give names and exact durations to what the SDK
  records. Run in [frameworks.md](frameworks.md).
- **OpenClaw** reports each request to a model, and also the usage of the whole run (\`openclaw.model.usage\`), which
  does not count. Versions that report no tokens for a request therefore have no cost. A turn of Claude Code or Codex
  inside it is a run with its own sums. OpenClaw never sends thoughts. Not run.
- **Qwen Code** reports thinking in an attribute of its own beside the GenAI attributes. Its sessions without traces
  are read like those of Gemini CLI. Not run.
- **GitHub Copilot Chat** writes \`[encrypted]\` in place of thoughts that cannot be read, and Subtext does not count
  them as readable. Not run.
- **Opik**'s packages for JavaScript send to Opik's own API. \`opik-vercel\` takes what the AI SDK records, which you
  can send to Subtext as well; \`opik-otel\` adds Opik ids to spans of other packages.
- **Braintrust** sends what other instrumentations record; its span processor was tested with OpenLLMetry's spans.
  What Braintrust itself records goes only to its own API. Its SDKs for Go and Java send spans of their own, with the
  messages in the provider's format.
- **OpenTelemetry for Python** captures no content unless \`OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT\` is
  \`span_only\`, \`event_only\` or \`span_and_event\`; Subtext reads all three. As far as the data was sent, Subtext
  corrects the following:
  - The OpenAI package drops \`reasoning_content\` and, of the Responses API, thoughts without a status and tool
    results. It writes the text of a chat answer after its calls, and one message for each item of a response.
  - The Google package writes thoughts as text, one message for each chunk of a stream, and one span for the client's
    whole tool loop.
  - The LangChain package keeps either the text of a turn or its calls, and writes all content blocks into one text
    part.
  - The package for the Agents SDK has neither ids nor arguments for tool executions.
- **OpenLLMetry for Python** identifies a Responses call by its item id, and the result by its call id. Subtext joins
  them if a turn has one of each, because the order of several is not reliable. For Google it counts no thinking
  tokens, which Subtext derives from the total, and it keeps only the last chunk of a stream. For LangChain it drops
  thoughts, which Subtext fills in from the next request.
- **OpenInference for Python** keeps only the last piece of a streamed \`reasoning_content\`; the next request has all
  of it. For tools, \`tool.parameters\` has the schema and \`input.value\` the arguments. LangChain itself drops
  \`reasoning_content\` of Chat Completions.
- **Pydantic AI** and **Strands Agents** record themselves. Pydantic AI reports summaries of the Responses API as
  \`thinking\`; for open models \`thinking\` is not a summary. Strands Agents passes on Anthropic's input tokens
  without cached tokens and does not say so.
- **Logfire** records a stream as a span for the request and a log, sent as a span, for the answer. It drops thoughts
  of Anthropic, and the calls of a stream; Subtext fills them in from the next request. It replaces a session id that
  looks like a secret, as it does with every attribute that has \`session\` in it. For the steps of Claude's Agent SDK
  it reports only the input; the output is in the sums of the run, which count instead.
- **Langfuse for Python** and **LangSmith for Python** pass on whole items and bodies, LangSmith as bytes. For Chat
  Completions Langfuse drops \`reasoning_content\`, and LangSmith's wrapper of the Anthropic client drops thoughts.
  The next request has them.
- **OpenLIT** has the thought of a response in \`gen_ai.content.reasoning\`, beside the messages, and no thoughts in
  the history. Not run.
- **Genkit**, **Spring AI**, **Gemini CLI**, **OpenRouter** and **LangWatch** were not run either. Spring AI reports
  no messages, and tool arguments and results only if configured. Gemini CLI cuts texts at 10,000 characters and
  counts thinking only in its log records; without traces, these make up the session.
- **MLflow** exports over gRPC unless \`OTEL_EXPORTER_OTLP_TRACES_PROTOCOL\` is \`http/protobuf\`. Its own sums omit
  thinking tokens and Anthropic's cached input tokens, so Subtext first reads the provider's usage in the answer.
  MLflow does not export sessions and users; you can set \`session.id\` as an attribute. With
  \`MLFLOW_ENABLE_OTEL_GENAI_SEMCONV\` it drops \`reasoning_content\`, tool names and Anthropic's whole answer: leave
  it off.
- **Haystack** has contents only with content tracing on. Its Chat Completions generator drops \`reasoning_content\`.
  It identifies calls of the Responses API by their item ids, with the call ids beside them.
- **Microsoft Agent Framework** for Python drops \`reasoning_content\` and counts Anthropic's input tokens without
  cached tokens. It uses the id of the previous response as the conversation id of the Responses API. That id changes
  with each turn, so Subtext does not take it as a session.
- **LiteLLM** numbers the calls of an answer, without their ids, and drops thoughts. Version 1.80 flattens the input,
  without calls and without the ids of results. Subtext reads thinking and cached tokens from
  \`metadata.usage_object\`.
- **Claude Code** with detailed traces (\`ENABLE_BETA_TRACING_DETAILED\`) has questions, answers and tool results on
  its spans. Version 2.1.330 was run.
  - The cost of a request (\`cost_usd\` of \`claude_code.api_request\`) is only in log records. They name the request
    by its \`request_id\` and belong to the span that was open at the time. Subtext takes this cost for the span
    \`claude_code.llm_request\` with the same id, in either order of arrival. Without the records the cost is computed
    from tokens and list prices.
  - The answer in a log record (\`claude_code.assistant_response\`) is kept with the open span if the spans themselves
    have no answer.
  - Without spans, the log records make up the session and are joined by that id. \`claude_code.api_error\` is a
    failed model call.

Laminar, LangSmith, Mastra and Braintrust are too large, or need too old a version of OpenTelemetry, to be installed
with the other packages. Install them with \`npm install --prefix apps/ingest/instrumentations/large\`; then the tests
in that folder run.`;

const INTRODUCTION = `# Which instrumentation carries what

Subtext reads the spans of all of these instrumentations. Point them at its OTLP endpoint ([sending](sending.md)). A
test writes the table: it sends the same conversation (a thought, a text before two parallel calls, their results, an
answer) in each convention, as protobuf and as JSON, and compares what arrives. A dash marks what the convention
itself does not carry. Subtext invents nothing for it, and the screens show it as unknown. The Subtext SDK carries
everything.

A convention is one file in \`packages/conventions/src/senders/\`, one row in the table of
\`packages/conventions/src/conventions.ts\`, and a fixture in \`packages/conventions/src/fixtures/\`.`;
