// What to type to send the first span, by language. Pure; the key is the one just made, or a placeholder.

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
  /** What `npm install` takes: the folder of the SDK. */
  sdkSource: string;
}

/** Lines for the environment of the application. */
export const environmentLines = ({ apiKey, ingestUrl }: SnippetInput): string =>
  `SUBTEXT_API_KEY=${apiKey}\nSUBTEXT_URL=${ingestUrl}`;

export const installLine = ({ sdkSource }: SnippetInput): string =>
  `npm install ${/^[\w./@-]+$/.test(sdkSource) ? sdkSource : `"${sdkSource}"`}`;

export const wrapLines = (): string => `import { observe } from '@subtext/sdk';

const client = observe(new OpenAI()); // or new Anthropic()`;

export const otlpLines = ({ apiKey, ingestUrl }: SnippetInput): string =>
  `export OTEL_EXPORTER_OTLP_ENDPOINT=${ingestUrl}
export OTEL_EXPORTER_OTLP_HEADERS="authorization=Bearer ${apiKey}"
export OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf
export OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=SPAN_ONLY`;

const attribute = (key: string, value: Record<string, unknown>) => ({ key, value });

/** One generation with one readable thought, as OTLP/JSON; `$TRACE`, `$SPAN`, `$NOW` are filled in by the shell. */
const SAMPLE = {
  resourceSpans: [
    {
      resource: { attributes: [attribute('service.name', { stringValue: 'hello' })] },
      scopeSpans: [
        {
          spans: [
            {
              traceId: '$TRACE',
              spanId: '$SPAN',
              name: 'chat deepseek-v4-flash',
              kind: 3,
              startTimeUnixNano: '${NOW}000000000',
              endTimeUnixNano: '${NOW}900000000',
              attributes: [
                attribute('gen_ai.operation.name', { stringValue: 'chat' }),
                attribute('gen_ai.provider.name', { stringValue: 'deepseek' }),
                attribute('gen_ai.request.model', { stringValue: 'deepseek-v4-flash' }),
                attribute('gen_ai.usage.input_tokens', { intValue: '12' }),
                attribute('gen_ai.usage.output_tokens', { intValue: '40' }),
                attribute('gen_ai.usage.reasoning.output_tokens', { intValue: '31' }),
                attribute('gen_ai.output.messages', {
                  stringValue: JSON.stringify([
                    {
                      role: 'assistant',
                      parts: [
                        { type: 'reasoning', content: 'They want a greeting. Short is fine.' },
                        { type: 'text', content: 'Hello!' },
                      ],
                    },
                  ]),
                }),
              ],
            },
          ],
        },
      ],
    },
  ],
};

/** In a here-document the shell takes a backslash before a backslash away. */
const forHereDocument = (text: string) => text.replaceAll('\\', '\\\\');

export const curlLines = ({ apiKey, ingestUrl }: SnippetInput): string =>
  `TRACE=$(openssl rand -hex 16) SPAN=$(openssl rand -hex 8) NOW=$(date +%s)
curl -s ${ingestUrl}/v1/traces -H "authorization: Bearer ${apiKey}" \\
  -H "content-type: application/json" -d @- <<JSON
${forHereDocument(JSON.stringify(SAMPLE))}
JSON`;

/** For those who let another program edit their code. */
export const promptLines = (input: SnippetInput): string =>
  `Add Subtext to this project so that every model call is recorded:
1. ${installLine(input)}
2. Wherever an OpenAI or Anthropic client is made, wrap it: import { observe } from '@subtext/sdk'; const client = observe(new OpenAI());
   Where the client takes a fetch instead, pass observeFetch(fetch).
3. Name each agent run: await trace('what it does', () => run(), { session, user }).
4. Read SUBTEXT_API_KEY and SUBTEXT_URL (${input.ingestUrl}) from the environment; never write the key into the code.
5. Turn on visible thinking: OpenAI reasoning.summary = 'detailed'; Anthropic thinking.display = 'summarized'.
Change nothing else.`;
