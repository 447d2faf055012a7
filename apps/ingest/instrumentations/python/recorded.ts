/**
 * Recordings of Python instrumentations: what each sent, as OTLP JSON, when its client had the conversation of
 * conversation.ts with a provider on loopback. Attributes that no reader uses are removed. Versions that end in .dev
 * are those of the repository.
 */
import type { Fact } from '../conversation.ts';

export interface Recorded {
  title: string;
  /** The name of the published package. */
  package: string;
  version: string;
  /** The file in `recordings/`. */
  recording: string;
  /** Its name in the table of conventions. */
  convention: string;
  generations: number;
  tools: number;
  /** The reported input tokens, if they do not include cached tokens. */
  input?: number;
  loses: Fact[];
}

const GEN_AI = { version: '1.1b0.dev', convention: 'gen-ai', generations: 2, tools: 0 };
const OPENLLMETRY = { version: '0.62.1', convention: 'openllmetry', generations: 2, tools: 0 };

export const RECORDED: Recorded[] = [
  {
    ...GEN_AI,
    title: 'OpenTelemetry for Python, Chat Completions with reasoning_content',
    package: 'opentelemetry-instrumentation-genai-openai',
    recording: 'genai-openai-chat',
    loses: ['thinking', 'thinking tokens', 'session'],
  },
  {
    ...GEN_AI,
    title: 'OpenTelemetry for Python, Chat Completions, content in events',
    package: 'opentelemetry-instrumentation-genai-openai',
    recording: 'genai-openai-chat-events',
    loses: ['thinking', 'thinking tokens', 'session'],
  },
  {
    ...GEN_AI,
    title: 'OpenTelemetry for Python, Responses',
    package: 'opentelemetry-instrumentation-genai-openai',
    recording: 'genai-openai-responses',
    loses: ['thinking', 'results', 'thinking tokens', 'session'],
  },
  {
    ...GEN_AI,
    version: '2.5b0.dev',
    title: 'OpenTelemetry for Python until 1.36, Chat Completions, content in events',
    package: 'opentelemetry-instrumentation-openai-v2',
    recording: 'openai-v2-chat-events',
    loses: ['thinking', 'thinking tokens', 'session'],
  },
  {
    ...GEN_AI,
    title: 'OpenTelemetry for Python, Anthropic',
    package: 'opentelemetry-instrumentation-genai-anthropic',
    recording: 'genai-anthropic',
    loses: ['thinking tokens', 'session'],
  },
  {
    ...GEN_AI,
    title: 'OpenTelemetry for Python, Google',
    package: 'opentelemetry-instrumentation-google-genai',
    recording: 'genai-google-genai',
    loses: ['thinking', 'preamble', 'session'],
  },
  {
    ...GEN_AI,
    title: 'OpenTelemetry for Python, Google, tools run by the client',
    package: 'opentelemetry-instrumentation-google-genai',
    recording: 'genai-google-genai-loop',
    generations: 1,
    tools: 2,
    loses: ['thinking', 'preamble', 'answer', 'session'],
  },
  {
    ...GEN_AI,
    title: 'OpenTelemetry for Python, LangChain, Chat Completions',
    package: 'opentelemetry-instrumentation-genai-langchain',
    recording: 'genai-langchain-chat',
    tools: 2,
    loses: ['thinking', 'preamble', 'session'],
  },
  {
    ...GEN_AI,
    title: 'OpenTelemetry for Python, LangChain, Responses',
    package: 'opentelemetry-instrumentation-genai-langchain',
    recording: 'genai-langchain-responses',
    tools: 2,
    loses: ['session'],
  },
  {
    ...GEN_AI,
    title: 'OpenTelemetry for Python, OpenAI Agents SDK',
    package: 'opentelemetry-instrumentation-genai-openai-agents',
    recording: 'genai-openai-agents',
    tools: 2,
    loses: ['thinking', 'thinking tokens', 'session'],
  },
  {
    ...OPENLLMETRY,
    title: 'OpenLLMetry for Python, Chat Completions with reasoning_content',
    package: 'opentelemetry-instrumentation-openai',
    recording: 'openllmetry-openai-chat',
    loses: ['session'],
  },
  {
    ...OPENLLMETRY,
    title: 'OpenLLMetry for Python, Responses',
    package: 'opentelemetry-instrumentation-openai',
    recording: 'openllmetry-openai-responses',
    loses: ['call ids', 'session'],
  },
  {
    ...OPENLLMETRY,
    title: 'OpenLLMetry for Python, Anthropic',
    package: 'opentelemetry-instrumentation-anthropic',
    recording: 'openllmetry-anthropic',
    loses: ['thinking tokens', 'session'],
  },
  {
    ...OPENLLMETRY,
    version: '0.21.5',
    title: 'OpenLLMetry for Python, Google',
    package: 'opentelemetry-instrumentation-google-generativeai',
    recording: 'openllmetry-google-generativeai',
    loses: ['session'],
  },
  {
    ...OPENLLMETRY,
    title: 'OpenLLMetry for Python, LangChain, Chat Completions',
    package: 'opentelemetry-instrumentation-langchain',
    recording: 'openllmetry-langchain-chat',
    tools: 2,
    loses: ['thinking', 'thinking tokens'],
  },
  {
    ...OPENLLMETRY,
    title: 'OpenLLMetry for Python, LangChain, Responses',
    package: 'opentelemetry-instrumentation-langchain',
    recording: 'openllmetry-langchain-responses',
    tools: 2,
    loses: ['thinking tokens'],
  },
  {
    ...OPENLLMETRY,
    title: 'OpenLLMetry for Python, OpenAI Agents SDK',
    package: 'opentelemetry-instrumentation-openai-agents',
    recording: 'openllmetry-openai-agents',
    tools: 2,
    loses: ['thinking', 'session'],
  },
];
