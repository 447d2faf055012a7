/** Open models that many hosts serve: which of them never think (their makers' model cards). */

const UNTHINKING =
  /(?:^|[/._:-])(?:llama-?[1-4]|codellama|gemma-?[1-3]|mixtral|mistral-(?:7b|nemo|saba)|allam|phi-?[1-3]|kimi-k2-(?:0|instruct)|qwen-?2|qwen3-coder)/i;
/** Distilled from a model that thinks, and named after it. */
const DISTILLED = /r1|qwq|reason|think|nemotron|hermes/i;

export function neverThinks(model: string): boolean {
  return UNTHINKING.test(model) && !DISTILLED.test(model);
}
