/** The provider's name in the GenAI conventions, from any sender's spelling: prices, hints and sums depend on it. */

/** Frameworks that write their own name in place of the provider, and older names of providers. */
const FRAMEWORKS = new Set([
  'gcp.vertex.agent',
  'microsoft.agent_framework',
  'langchain',
  'crewai',
  'strands-agents',
  'autogen',
  'spring_ai',
]);

/** Names from older conventions, OpenInference, the AI SDK, Pydantic AI, Genkit and, with underscores, LangChain4j. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  openai: ['open_ai'],
  'azure.ai.openai': ['az.ai.openai', 'azure', 'azure-openai', 'azure_open_ai', 'azure_openai'],
  'azure.ai.inference': ['az.ai.inference'],
  'gcp.vertex_ai': ['vertex_ai', 'vertexai', 'vertex', 'google-vertex', 'google-cloud', 'google_vertexai'],
  'gcp.gemini': ['gemini', 'google-gla', 'googleai', 'google_ai_gemini'],
  'gcp.gen_ai': ['google', 'google-genai', 'google_genai'],
  'aws.bedrock': ['aws', 'amazon', 'bedrock', 'aws_bedrock', 'amazon_bedrock', 'amazon-bedrock', 'bedrock-mantle'],
  x_ai: ['xai', 'x-ai'],
  mistral_ai: ['mistral', 'mistralai'],
  moonshot_ai: ['moonshot', 'moonshotai'],
};

const ALIASES: ReadonlyMap<string, string> = new Map(
  Object.entries(OTHER_NAMES).flatMap(([name, others]) => others.map((other): [string, string] => [other, name])),
);

/** Also accepts common spellings and Java constants. undefined when it is not a provider. */
export function providerOf(said: string | undefined): string | undefined {
  const name = said?.toLowerCase();
  return name === undefined || name === 'unknown' || FRAMEWORKS.has(name) ? undefined : (ALIASES.get(name) ?? name);
}

/** The AI SDK adds the API to the provider: `openai.responses`, `google.vertex.chat`. */
export function providerOfAiSdk(said: string | undefined): string | undefined {
  if (said?.startsWith('google.vertex')) return 'gcp.vertex_ai';
  return said === 'google.generative-ai' ? 'gcp.gemini' : said?.split('.')[0];
}
