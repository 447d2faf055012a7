/**
 * Every convention tells the same conversation, as far as it can: same calls, thoughts, results and figures. Also
 * writes docs/conventions.md.
 */
import { JsonTraceSerializer, ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider, type ReadableSpan } from '@opentelemetry/sdk-trace';
import { readFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { describe, expect, it } from 'vitest';
import { decodeJson } from '../otlp/decode-json.ts';
import { decodeProtobuf } from '../otlp/decode-protobuf.ts';
import { FIXTURES } from './fixtures/all.ts';
import {
  ANSWER,
  CALLS,
  FACTS,
  MODEL,
  PREAMBLE,
  SESSION,
  THOUGHT,
  USAGE,
  type ConventionFixture,
  type Fact,
} from './fixtures/conversation.ts';
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

/** What arrived of each fact; a fact is there only when all of it is. */
function told(spans: readonly NormalisedSpan[]): Record<Fact, unknown> {
  const generations = spans.flatMap(({ generation }) => generation ?? []);
  const tools = spans.flatMap(({ execution }) => execution ?? []);
  const [first, second] = [generations[0], generations.at(-1)];
  const asked = first?.response.calls.filter(({ type }) => type !== 'answer') ?? [];
  const calls = asked.length > 0 ? asked : tools;
  return {
    thinking: asked.map(({ reasoning, reasoningRef }) => [reasoning, reasoningRef]),
    'words before the call': asked[0]?.preamble,
    'call ids': calls.map(({ id }) => id),
    arguments: calls.map((call) => [call.name, call.arguments]),
    results: resultsOf(second, tools),
    answer: second?.answered,
    'thinking tokens': [first?.usage?.output, first?.usage?.reasoning, first?.usage?.reasoningSource],
    model: first?.requestModel ?? first?.responseModel,
    // One span of a trace tells it for all.
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
  'words before the call': PREAMBLE,
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
  it.each(ENCODINGS)('tells the conversation in %s', (_name, decode) => {
    const spans = decode(spansOf(fixture)).map(normalise);
    expect(new Set(spans.map(({ convention }) => convention))).toEqual(new Set([fixture.convention]));
    const arrived = told(spans);
    const kept = FACTS.filter((fact) => !fixture.loses.includes(fact));
    expect(Object.fromEntries(kept.map((fact) => [fact, arrived[fact]]))).toEqual(
      Object.fromEntries(kept.map((fact) => [fact, EXPECTED[fact]])),
    );
  });

  it('counts cached tokens and thinking inside the sums, whatever the sender does', () => {
    const spans = decodeProtobuf(ProtobufTraceSerializer.serializeRequest(spansOf(fixture)) as Uint8Array).map(
      normalise,
    );
    const { usage } = spans[0]!.generation!;
    expect([usage?.input, usage?.output]).toEqual([USAGE.input, USAGE.output]);
  });
});

describe.each(FIXTURES.filter(({ loses }) => loses.length > 0))('$title', (fixture) => {
  it('loses what the table says, and makes nothing up for it', () => {
    const arrived = told(
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
  const seen = SEEN_FILES.flatMap((file) => JSON.parse(readFileSync(file, 'utf8')) as Seen[]);
  const real = tableOf(
    ['instrumentation', 'package', ...FACTS],
    seen.map(({ title, package: name, version, loses }) => [title, `\`${name}\` ${version}`, ...marks(loses)]),
  );
  const options = { ...(await resolveConfig(import.meta.filename)), parser: 'markdown' };
  const page = await format(`${INTRODUCTION}\n\n${table}\n\n${SEEN}\n\n${real}\n\n${DIFFERENCES}\n`, options);
  await expect(page).toMatchFileSnapshot('../../../../docs/conventions.md');
});

/** Written by the tests there. */
const SEEN_FILES = ['seen.json', 'large/seen.json', 'python/seen.json'].map(
  (file) => new URL(`../../instrumentations/${file}`, import.meta.url),
);

interface Seen {
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

const SEEN = `## Seen with the real one

The same conversation, by the packages themselves: real clients, fixed bytes of the provider, an ingest and its database
(\`apps/ingest/instrumentations/\`). What is lost here is lost before it is sent. What packages for Python sent was recorded, and is sent again.`;

const DIFFERENCES = `A span is a model call, an embedding, a tool, an agent, a chain or a retriever; all else is a span with its name. So are \`RERANKER\`, \`GUARDRAIL\`, \`EVALUATOR\` and \`PROMPT\`
of OpenInference, and the same words of others: none of the kinds says what these do.

The reasoning effort of a call is the word that was sent. A budget of tokens is none, whoever names it, since it says how much may be spent and not how much is asked for; nor
is the effort with which a conversation of Codex begins (\`codex.conversation_starts\`), which may be another for each of its calls.

What the packages do and their descriptions do not say:

- **OpenInference** flattens into lists that lose \`reasoning_content\`, all but the last of several results of Anthropic, and Anthropic's count of thinking
  tokens; of the Responses API each output item becomes a message of its own. The bodies in \`input.value\` and \`output.value\` have all of it, and are read first.
- **OpenLLMetry** for JavaScript keeps of a Responses output only the words, and writes the whole input as JSON into the text of one message: calls and thoughts are
  filled in from the next request, and those of a turn that no request follows are lost. Of Chat Completions it
  drops \`reasoning_content\`, in the history too. It counts no thinking tokens. The Anthropic package patches a class that version 1 of the client no longer has.
- **Langfuse** keeps of a Responses output only the words; its input is the list of items without the request around it, from which calls and thoughts of the
  turn before are filled in.
- **@anthropic-ai/sdk** writes a tool's result that was plain text as a list of one block of text, and has no count of thinking tokens unless the API sends one.
- **AI SDK 7** counts thinking tokens only with \`usage: true\`.
- A session was given where the package takes one with the call: Langfuse and the AI SDK 6. For the others the span around the run can carry \`session.id\`.
- **Laminar** brings OpenLLMetry for OpenAI, and adds the output items of the Responses API, so their thoughts arrive. It cannot be told the name of the service.
- **Google ADK** tells each model call in two spans with the same figures since 1.24, \`call_llm\` and a \`generate_content …\` in it: one of them counts. With contents switched off the thinking tokens are
  read from \`gen_ai.usage.experimental.reasoning_tokens\` until 2.2, which stand beside the output, and from the name of the conventions from 2.3 on. For Go there is only the latter span.
- **Koog** writes the messages as events, all of one in the attribute \`body\`, and what went into a tool and came out in \`input.value\` and \`output.value\`. It counts no thinking tokens, and was not run.
- **BeeAI** in OpenInference for JavaScript (and for Python, in versions that have targets) makes a span of each event of its framework. The one with which a model call or a tool succeeds or fails is the call; its question
  is in the one before it, and is that of the trace. Agents of **Bedrock** in OpenInference tell a call as a message of the tool. Neither was run.
- **LangSmith** writes the list of messages when the call is over, with the answer in it already. Its OpenTelemetry mode needs version 2 of OpenTelemetry for JavaScript.
- **Mastra** has the figures and the words on \`model_inference\`, the calls on \`model_step\` around it, and thoughts only in the provider's body there, which
  streams do not have: theirs are in chunks that nobody can tell from words, and in what the whole run answered. The question is on the run of the agent. A user is \`userId\` of the metadata,
  or else the \`resourceId\` of a memory.
- **Codex** with traces has the model and the sums of a turn on \`session_task.turn\`, which count; the ends of its responses have figures without a model, and are none. What was asked, and what
  tools were given and returned, are in its log records. Without traces these are the session, refused and broken model calls among them. This is known from its source; it was not run.
- **OpenClaw** tells each request to a model, and beside them an account of the whole run (\`openclaw.model.usage\`), which counts for none: versions whose requests tell no tokens have no cost. A turn of
  Claude Code or Codex within it is a run with its sums. Thoughts it never sends. **Qwen Code** tells its thinking beside the names of the conventions; its sessions without traces are read as those
  of Gemini CLI are. **GitHub Copilot Chat** writes \`[encrypted]\` in the place of thoughts that cannot be read: they are none that can. All three are known from their sources.
- **Opik**'s packages for JavaScript send to its own API: \`opik-vercel\` takes what the AI SDK records, which can be sent here beside it, and \`opik-otel\` adds ids of Opik to spans of others.
- **Braintrust** sends what other instrumentations write: its span processor was tried on OpenLLMetry's spans. What it records itself
  goes to its own API only. Its SDKs for Go and Java send spans of their own, with the messages as the provider has them.
- **OpenTelemetry for Python** captures no content unless \`OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT\` is \`span_only\`, \`event_only\` or \`span_and_event\`; all three
  are read. Its package for OpenAI drops \`reasoning_content\` and, of the Responses API, thoughts without a status and the results of tools; it writes the words of a chat behind
  its calls, and a message for each item of a response. The one for Google writes thoughts as words, a message for each chunk of a stream, and one span for all that the client's own
  loop does. The one for LangChain keeps either the words of a turn or its calls, and writes blocks of content, whole, into one part of text; the one for the Agents SDK has
  neither ids nor arguments of the runs of tools. All of this is put into order as far as it was sent.
- **OpenLLMetry for Python** calls a call of the Responses API by its item and the result by the call: they are joined where a turn has one of each, since the order of several says
  nothing. Of Google it counts no thinking tokens, which are worked out from the sum of all, and keeps of a stream the last chunk. Of LangChain's answers it drops thoughts, which are
  filled in from the next request.
- **OpenInference for Python** keeps of a streamed \`reasoning_content\` the last piece only; the next request has all of it. Of tools it has the schema in
  \`tool.parameters\` and what they were called with in \`input.value\`. LangChain itself drops \`reasoning_content\` of Chat Completions.
- **Pydantic AI** and **Strands Agents** record themselves. Pydantic AI tells summaries of the Responses API as \`thinking\`; those of open models are none.
- **Logfire** writes a stream as a span for the request and a log, as a span too, for the answer. Of Anthropic it drops the thoughts, and of a stream the calls:
  they are filled in from the next request. It replaces a session's id where that looks like a secret to it, as everything with \`session\` in it does.
- **Langfuse for Python** and **LangSmith for Python** pass on whole items and bodies, the latter as bytes; of Chat Completions Langfuse drops \`reasoning_content\`, and
  LangSmith's wrapper of Anthropic's client the thoughts: the next request has them.
- **OpenLIT** has the thought of a response in \`gen_ai.content.reasoning\`, beside the messages, and no thoughts in the history. This is known from its source; it was not run.
- So are **Genkit**, **Spring AI**, **Gemini CLI**, **GitHub Copilot Chat**, **OpenRouter** and **LangWatch**. Spring AI tells no messages, and what tools
  were given and returned only when it is told to. Gemini CLI cuts texts at 10,000 characters and counts thinking in its log records alone, which are a session where there are no
  traces.
- **MLflow** exports over gRPC unless \`OTEL_EXPORTER_OTLP_TRACES_PROTOCOL\` is \`http/protobuf\`. Its own sums leave out the thinking, and Anthropic's cached input: the provider's usage is read
  first, which stands in the answer. Sessions and users stay in MLflow; \`session.id\` can be set as an attribute. With \`MLFLOW_ENABLE_OTEL_GENAI_SEMCONV\` it drops \`reasoning_content\`, the names of tools,
  and all that Anthropic answered: leave it off.
- **Haystack** has contents only with content tracing on; its generator for Chat Completions drops \`reasoning_content\`. Of the Responses API it names calls by their items, with the ids of the calls beside them.
- **Microsoft Agent Framework** for Python drops \`reasoning_content\`, counts Anthropic's input without what was cached, and calls a conversation of the Responses API by the response that it goes on from,
  another with each turn: that is taken for no session.
- **LiteLLM** numbers the calls of an answer without their ids, and drops thoughts; 1.80 flattens what was asked, without calls and without the ids of results. Thinking and cached tokens are read
  from \`metadata.usage_object\`.
- **OpenLLMetry** for JavaScript and **Strands Agents** pass on Anthropic's input without what was cached; the former tells it beside, and it is added. Strands does not tell it.
- **OpenInference** for JavaScript passes on Anthropic's input without what was cached, too: it is read from the body. Of Claude's Agent SDK it stands beside the input.
- **Claude Code** with detailed traces (\`ENABLE_BETA_TRACING_DETAILED\`) has what was asked, answered and returned on its spans. What a request cost (\`cost_usd\` of \`claude_code.api_request\`) it tells in log records
  alone, which name the request by its \`request_id\` and lie in whatever span was open: the span \`claude_code.llm_request\` of that id costs what its record says, whichever of the two came first. Without the records
  its cost is computed from its tokens and the list of prices. What was answered (\`claude_code.assistant_response\`) is kept beside the open span where the spans themselves do not
  have it. Where there are no spans the records are the session, and are joined by that id; \`claude_code.api_error\` is a model call that failed. Version 2.1.330 was run.
- What Claude writes into a cache **for an hour** costs more than for five minutes ([decision 30](decisions/0030-one-hour-cache-writes.md)). It is read in the names of @anthropic-ai/sdk, Mastra,
  Laminar, Pydantic AI, LiteLLM, LangSmith, Langfuse and Braintrust, of OpenInference as some extend it, and from the provider's usage where OpenInference, MLflow, Logfire or versions 5 and 6 of the AI SDK pass it on. This is known
  from their sources. Others tell the sum alone, Claude Code on its spans and version 7 of the AI SDK among them: it costs as what stays for five minutes.
- **Logfire** tells of the steps of Claude's Agent SDK only what went in; what came out is in the sums of the run, which count in their place.

What the run of an agent, a chain or a workflow tells is mostly the sum of its model calls, and counts only where none of these tells what went in and came out
([attribution](attribution.md#runs)): Logfire's run of Claude's Agent SDK, and any sender whose calls are not sent or say nothing. Of Pydantic AI \`gen_ai.aggregated_usage.*\` is
read as such, too.

Laminar, LangSmith, Mastra and Braintrust are too large, or need too old an OpenTelemetry, to be installed with everything else:
\`npm install --prefix apps/ingest/instrumentations/large\`, and the tests there run.`;

const INTRODUCTION = `# Which instrumentation carries what

Subtext reads the spans of all of these; point them at its OTLP endpoint ([sending](sending.md)). The table is written by a test that sends the same conversation (a
thought, a word before two calls at once, their results, an answer) in each convention, as protobuf and as JSON, and compares what arrives. A dash is what the convention
itself does not carry: nothing is made up for it, and the screens say that it is unknown. With the SDK of Subtext nothing is lost.

A convention is one file in \`packages/reasoning/src/dialects/\`, which reads its messages, one in \`apps/ingest/src/normalise/\` for all else, and one row in the \`index.ts\` of each.`;
