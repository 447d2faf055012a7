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
    loses: ['thinking tokens'],
  },
];
