/** How generated clients spell snake-case wire names (Mistral, Cohere, OpenRouter). */
export function camelCasePath(path: string): string {
  return path.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
