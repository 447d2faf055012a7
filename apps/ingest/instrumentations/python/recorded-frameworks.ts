/** As recorded.ts, of OpenInference, of frameworks that record themselves, and of the packages of platforms. */
import type { Recorded } from './recorded.ts';

const OPENINFERENCE = { convention: 'openinference', generations: 2, tools: 0 };
const OF_OPENAI = { ...OPENINFERENCE, package: 'openinference-instrumentation-openai', version: '0.1.54' };
const OF_AGENTS = {
  ...OPENINFERENCE,
  package: 'openinference-instrumentation-openai-agents',
  version: '2.0.0',
  tools: 2,
};
const PYDANTIC_AI = {
  package: 'pydantic-ai-slim',
  version: '2.33.0',
  convention: 'pydantic-ai',
  generations: 2,
  tools: 2,
};
const LOGFIRE = { package: 'logfire', version: '4.41.0', convention: 'logfire', generations: 2, tools: 0 };
const LANGFUSE = { package: 'langfuse', version: '4.14.3', convention: 'langfuse', generations: 2, tools: 0 };
const MLFLOW = { package: 'mlflow', version: '3.10.2.dev', convention: 'mlflow', generations: 2, tools: 2 };
const LITELLM = { package: 'litellm', version: '1.80.11', convention: 'litellm', generations: 2, tools: 0 };
const HAYSTACK = { package: 'haystack-ai', version: '3.2.0rc0', convention: 'haystack', generations: 2, tools: 2 };
const AGENT_FRAMEWORK = {
  package: 'agent-framework-core',
  version: '1.13.0',
  convention: 'microsoft',
  generations: 2,
  tools: 2,
};
const LANGSMITH = { package: 'langsmith', version: '0.14.0', convention: 'langsmith', generations: 2, tools: 0 };

export const FRAMEWORKS: Recorded[] = [
  {
    ...OF_OPENAI,
    title: 'OpenInference for Python, Chat Completions with reasoning_content',
    recording: 'openinference-openai-chat',
    loses: [],
  },
  {
    ...OF_OPENAI,
    title: 'OpenInference for Python, Chat Completions with reasoning_content, streamed',
    recording: 'openinference-openai-chat-stream',
    loses: [],
  },
  {
    ...OF_OPENAI,
    title: 'OpenInference for Python, Responses',
    recording: 'openinference-openai-responses',
    loses: [],
  },
  {
    ...OPENINFERENCE,
    title: 'OpenInference for Python, Anthropic',
    package: 'openinference-instrumentation-anthropic',
    version: '1.1.2',
    recording: 'openinference-anthropic',
    loses: [],
  },
  {
    ...OPENINFERENCE,
    title: 'OpenInference for Python, Google',
    package: 'openinference-instrumentation-google-genai',
    version: '1.4.1',
    recording: 'openinference-google-genai',
    loses: ['session'],
  },
  {
    ...OPENINFERENCE,
    title: 'OpenInference for Python, LangChain, Responses',
    package: 'openinference-instrumentation-langchain',
    version: '0.1.70',
    recording: 'openinference-langchain-responses',
    tools: 2,
    loses: [],
  },
  {
    ...OF_AGENTS,
    title: 'OpenInference for Python, OpenAI Agents SDK, Chat Completions with reasoning_content',
    recording: 'openinference-openai-agents-chat',
    loses: ['thinking tokens', 'session'],
  },
  {
    ...OF_AGENTS,
    title: 'OpenInference for Python, OpenAI Agents SDK, Responses',
    recording: 'openinference-openai-agents-responses',
    loses: ['session'],
  },
  {
    ...PYDANTIC_AI,
    title: 'Pydantic AI, Chat Completions with reasoning_content',
    recording: 'pydantic-ai-chat',
    loses: [],
  },
  { ...PYDANTIC_AI, title: 'Pydantic AI, Responses', recording: 'pydantic-ai-responses', loses: [] },
  { ...PYDANTIC_AI, title: 'Pydantic AI, Anthropic', recording: 'pydantic-ai-anthropic', loses: ['thinking tokens'] },
  {
    ...LOGFIRE,
    title: 'Logfire, Chat Completions with reasoning_content',
    recording: 'logfire-openai-chat',
    loses: ['session'],
  },
  {
    ...LOGFIRE,
    title: 'Logfire, Chat Completions with reasoning_content, streamed',
    recording: 'logfire-openai-chat-stream',
    loses: ['session'],
  },
  { ...LOGFIRE, title: 'Logfire, Responses', recording: 'logfire-openai-responses', loses: ['session'] },
  { ...LOGFIRE, title: 'Logfire, Anthropic', recording: 'logfire-anthropic', loses: ['session'] },
  {
    ...LOGFIRE,
    title: 'Logfire, OpenAI Agents SDK, Responses',
    recording: 'logfire-openai-agents',
    tools: 2,
    loses: ['session'],
  },
  {
    ...LANGFUSE,
    title: 'Langfuse for Python, Chat Completions with reasoning_content',
    recording: 'langfuse-openai-chat',
    loses: [],
  },
  { ...LANGFUSE, title: 'Langfuse for Python, Responses', recording: 'langfuse-openai-responses', loses: [] },
  {
    ...LANGFUSE,
    title: 'Langfuse for Python, LangChain, Responses',
    recording: 'langfuse-langchain-responses',
    tools: 2,
    loses: [],
  },
  {
    ...LANGSMITH,
    title: 'LangSmith for Python, Chat Completions with reasoning_content',
    recording: 'langsmith-openai-chat',
    loses: [],
  },
  { ...LANGSMITH, title: 'LangSmith for Python, Responses', recording: 'langsmith-openai-responses', loses: [] },
  {
    ...LANGSMITH,
    title: 'LangSmith for Python, Anthropic',
    recording: 'langsmith-anthropic',
    loses: ['thinking tokens'],
  },
  {
    title: 'Strands Agents, Anthropic',
    package: 'strands-agents',
    version: '1.40.0',
    recording: 'strands-anthropic',
    convention: 'strands',
    generations: 2,
    tools: 2,
    input: 110,
    loses: ['thinking tokens'],
  },
  {
    ...MLFLOW,
    title: 'MLflow, Chat Completions with reasoning_content',
    recording: 'mlflow-openai-chat',
    loses: ['session'],
  },
  { ...MLFLOW, title: 'MLflow, Responses', recording: 'mlflow-openai-responses', loses: ['session'] },
  { ...MLFLOW, title: 'MLflow, Anthropic', recording: 'mlflow-anthropic', loses: ['session'] },
  {
    ...MLFLOW,
    convention: 'gen-ai',
    title: 'MLflow, Chat Completions, in the names of the GenAI conventions',
    recording: 'mlflow-semconv-openai-chat',
    loses: ['thinking', 'thinking tokens', 'session'],
  },
  {
    ...MLFLOW,
    convention: 'gen-ai',
    title: 'MLflow, Responses, in the names of the GenAI conventions',
    recording: 'mlflow-semconv-openai-responses',
    loses: ['thinking tokens', 'session'],
  },
  {
    ...MLFLOW,
    convention: 'gen-ai',
    title: 'MLflow, Anthropic, in the names of the GenAI conventions',
    recording: 'mlflow-semconv-anthropic',
    input: 110,
    loses: ['thinking', 'preamble', 'call ids', 'arguments', 'answer', 'thinking tokens', 'session'],
  },
  {
    ...HAYSTACK,
    title: 'Haystack, Chat Completions with reasoning_content',
    recording: 'haystack-openai-chat',
    loses: ['thinking', 'session'],
  },
  { ...HAYSTACK, title: 'Haystack, Responses', recording: 'haystack-openai-responses', loses: ['session'] },
  {
    ...AGENT_FRAMEWORK,
    title: 'Microsoft Agent Framework, Chat Completions with reasoning_content',
    recording: 'agent-framework-openai-chat',
    loses: ['thinking', 'session'],
  },
  {
    ...AGENT_FRAMEWORK,
    title: 'Microsoft Agent Framework, Responses',
    recording: 'agent-framework-openai-responses',
    loses: ['session'],
  },
  {
    ...AGENT_FRAMEWORK,
    title: 'Microsoft Agent Framework, Anthropic',
    recording: 'agent-framework-anthropic',
    loses: ['thinking tokens', 'session'],
  },
  {
    ...LITELLM,
    title: 'LiteLLM, OpenAI',
    recording: 'litellm-chat',
    loses: ['thinking', 'call ids', 'results', 'session'],
  },
  {
    ...LITELLM,
    title: 'LiteLLM, DeepSeek',
    recording: 'litellm-deepseek',
    loses: ['thinking', 'call ids', 'results', 'session'],
  },
  {
    ...LITELLM,
    title: 'LiteLLM, Anthropic',
    recording: 'litellm-anthropic',
    loses: ['thinking', 'call ids', 'results', 'thinking tokens', 'session'],
  },
];
