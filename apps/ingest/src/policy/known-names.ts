/**
 * Attributes that are certainly not content: what a raw span keeps when a project stores less than everything. An
 * allowlist, so that an unknown convention keeps no contents. The names are from reference otel-genai.
 */

/** Their values are ids, names of models, kinds and reasons: words, never sentences. */
export const WORDS: ReadonlySet<string> = new Set(
  `gen_ai.operation.name gen_ai.provider.name gen_ai.system gen_ai.request.model gen_ai.response.model gen_ai.response.id
  gen_ai.request.previous_response.id gen_ai.response.finish_reasons gen_ai.request.reasoning.level gen_ai.request.reasoning_effort
  gen_ai.request.reasoning.effort gen_ai.response.reasoning_effort
  gen_ai.conversation.id gen_ai.agent.name gen_ai.agent.id gen_ai.tool.name gen_ai.tool.call.id gen_ai.tool.type gen_ai.output.type
  subtext.reasoning_ref subtext.parent_refs subtext.reasoning_tokens.source subtext.thinking.state subtext.reasoning.format subtext.reasoning.field
  subtext.tool.type subtext.tool.item_type subtext.tool.namespace subtext.tool.parent_id subtext.usage.reasoning.source subtext.usage.output.source subtext.usage.tier subtext.usage.beside subtext.api
  subtext.incomplete.reason subtext.tags subtext.withheld subtext.truncated subtext.unreported masking.withheld
  openinference.span.kind llm.provider llm.system llm.model_name llm.request.model_name llm.response.model_name llm.finish_reason
  embedding.model_name tool.name tool.id agent.name
  traceloop.span.kind traceloop.entity.name traceloop.workflow.name llm.request.type
  ai.operationId ai.model.id ai.model.provider ai.response.id ai.response.model ai.response.finishReason ai.toolCall.name ai.toolCall.id
  ai.telemetry.functionId operation.name
  langfuse.observation.type langfuse.observation.model.name langfuse.session.id langfuse.user.id langfuse.environment langfuse.release
  langsmith.span.kind langsmith.trace.name
  session.id user.id enduser.id service.name service.version service.namespace service.instance.id deployment.environment
  deployment.environment.name telemetry.sdk.name telemetry.sdk.language telemetry.sdk.version telemetry.distro.name host.name host.arch
  os.type process.runtime.name process.runtime.version server.address error.type http.request.method event.name`.split(
    /\s+/,
  ),
);

/** Their values are kept when they are numbers or booleans. */
export const FIGURES =
  /^(?:gen_ai\.(?:usage|request|response|client)|llm\.(?:token_count|usage|cost)|ai\.(?:usage|settings|response|stream)|subtext|langsmith\.usage|http|server|process)\.[\w.]{1,80}$/;

/** Segments that a kept name may begin with: other names might themselves contain personal data. */
const FAMILIES: ReadonlySet<string> = new Set(
  `gen_ai subtext masking openinference llm embedding tool agent traceloop ai operation langfuse langsmith session user enduser service
  deployment telemetry host os process server error http event input output exception code url db rpc mlflow lmnr logfire pydantic_ai
  gcp codex lk mastra mcp retrieval message`.split(/\s+/),
);

export const isKnownName = (name: string): boolean =>
  /^[a-zA-Z_][\w.-]{0,119}$/.test(name) && FAMILIES.has(name.split('.', 1)[0] ?? '');

/** A short single line: a name or an id. Longer ids hold more than an id: gateways put thought signatures there. */
export const isWord = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= 128 && !/[\n\r]|__thought__/.test(value);

/** The conventions' own values; the only words kept when the rules cannot be used at all. */
export const VOCABULARY: ReadonlySet<string> = new Set(
  `chat generate_content text_completion embeddings retrieval execute_tool invoke_agent create_agent LLM CHAIN TOOL AGENT RETRIEVER EMBEDDING
  llm chain tool agent retriever embedding generation span event stop length tool_calls tool_call tool_use end_turn max_tokens content_filter
  function server mcp answer readable summary redacted encrypted withheld shared none unreported reported apportioned estimated derived
  openai anthropic ai.generateText ai.streamText ai.generateText.doGenerate ai.streamText.doStream ai.toolCall nodejs python @subtext/sdk
  langfuse-sdk`.split(/\s+/),
);
