/** How generated clients spell what goes over the wire in snake case (Mistral, Cohere, OpenRouter). */
export function camelCasePath(path: string): string {
  return path.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
