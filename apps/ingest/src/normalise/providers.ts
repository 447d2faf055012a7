/** The provider as the GenAI conventions call it, whatever a sender says: prices, hints and sums go by it. */

/** Frameworks that name themselves where the provider belongs, and older names of providers. */
const FRAMEWORKS = new Set([
  'gcp.vertex.agent',
  'microsoft.agent_framework',
  'langchain',
  'crewai',
  'strands-agents',
  'autogen',
  'spring_ai',
]);

/** Those of older conventions, of OpenInference, of the AI SDK, of Pydantic AI, of Genkit and, with underscores, of LangChain4j. */
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

/** Also as people write it, or as a constant of Java. undefined for what names none. */
export function providerOf(said: string | undefined): string | undefined {
  const name = said?.toLowerCase();
  return name === undefined || name === 'unknown' || FRAMEWORKS.has(name) ? undefined : (ALIASES.get(name) ?? name);
}

/** Of the AI SDK, which names the API behind it: `openai.responses`, `google.vertex.chat`. */
export function providerOfAiSdk(said: string | undefined): string | undefined {
  if (said?.startsWith('google.vertex')) return 'gcp.vertex_ai';
  return said === 'google.generative-ai' ? 'gcp.gemini' : said?.split('.')[0];
}
