// The code that sends the first span, by language. Pure; the key is the one just created, or a placeholder.
import { sampleRequest } from '../../lib/traces/sample-run.ts';

export const LANGUAGES = ['ts', 'otlp', 'curl'] as const;
export type Language = (typeof LANGUAGES)[number];
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  ts: 'TypeScript',
  otlp: 'Any OTLP client',
  curl: 'curl',
};

export const KEY_PLACEHOLDER = 'sbtx_live_…';

export interface SnippetInput {
  apiKey: string;
  ingestUrl: string;
  /** The argument of `npm install`: the folder of the SDK. */
  sdkSource: string;
}

/**
 * Environment variables of the application. `export` makes them visible to programs that a shell starts, and .env files
 * accept it too.
 */
export const environmentLines = ({ apiKey, ingestUrl }: SnippetInput): string =>
  `export SUBTEXT_API_KEY=${apiKey}\nexport SUBTEXT_URL=${ingestUrl}`;

export const installLine = ({ sdkSource }: SnippetInput): string =>
  `npm install ${/^[\w./@-]+$/.test(sdkSource) ? sdkSource : `"${sdkSource}"`}`;

export const wrapLines = (): string => `import { observe } from '@subtext/sdk';

const client = observe(new OpenAI()); // or new Anthropic()`;

export const otlpLines = ({ apiKey, ingestUrl }: SnippetInput): string =>
  `export OTEL_EXPORTER_OTLP_ENDPOINT=${ingestUrl}
export OTEL_EXPORTER_OTLP_HEADERS="authorization=Bearer ${apiKey}"
export OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf
export OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=SPAN_ONLY`;

/** In a here-document the shell removes a backslash that stands before another one. */
const forHereDocument = (text: string) => text.replaceAll('\\', '\\\\');

/** The shell fills in these variables. */
const SAMPLE = sampleRequest({ trace: '$TRACE', span: '${SPAN}', seconds: '${NOW}' });

/** Loads the sample trace from any shell. */
export const curlLines = ({ apiKey, ingestUrl }: SnippetInput): string =>
  `TRACE=$(openssl rand -hex 16) SPAN=$(openssl rand -hex 7) NOW=$(date +%s)
curl -s ${ingestUrl}/v1/traces -H "authorization: Bearer ${apiKey}" \\
  -H "content-type: application/json" -d @- <<JSON
${forHereDocument(JSON.stringify(SAMPLE))}
JSON`;

/**
 * A prompt for users whose coding agent edits their code. It never contains the key, because agents may store what they
 * read.
 */
export const promptLines = (input: SnippetInput): string =>
  `Add Subtext to this project, so that every model call, the tool calls it leads to and the thinking behind them are recorded.

1. Find every place that makes a model client (OpenAI, Anthropic, Groq, Cerebras, Google GenAI, Mistral, Ollama) or calls a model over HTTP. List them first.
2. TypeScript or JavaScript: ${installLine(input)}
   Wrap each client where it is made, and nowhere else:
     import { observe } from '@subtext/sdk';
     const client = observe(new OpenAI());
   The result has the same type: no call changes. Where a library takes a fetch instead (AI SDK, LangChain, own code): fetch: observeFetch(fetch).
   Where neither can be reached: start with node --import @subtext/sdk/register.
3. Other languages: keep the OpenTelemetry instrumentation that is there, or add one that follows the GenAI semantic conventions, and send OTLP over HTTP to ${input.ingestUrl} with the header authorization: Bearer <the key>.
4. Give each agent run a name: await trace('what it does', () => run(), { session, user }), with trace from '@subtext/sdk' and ids the project already has.
5. A process that ends by itself (script, job, function) awaits shutdown() from '@subtext/sdk' as its last act.
6. Read SUBTEXT_API_KEY and SUBTEXT_URL=${input.ingestUrl} from the environment, the way the project reads its other settings. Never write the key into code, tests or logs; name both in the example of the environment, if there is one.
7. Let thinking be seen, for models that think: OpenAI Responses: reasoning: { summary: 'detailed' }; Anthropic: thinking: { type: 'adaptive', display: 'summarized' }; Groq: reasoning_format: 'parsed'. Keep what a request sets already.

Change nothing else: no prompts, no models, no tools, no error handling. Run the tests and the type check. Then say which clients are wrapped, which are not and why, and how to run one agent once to see its first trace.`;
