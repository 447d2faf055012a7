/**
 * The table of supported clients: how each is recognized by its shape, and where it takes a fetch. Nothing here imports
 * a client library.
 */
import { awsBedrock } from './aws-bedrock.ts';
import { cohere } from './cohere.ts';
import { googleGenAi } from './google-genai.ts';
import type { ObservableClient } from './observable-client.ts';
import { ollama } from './ollama.ts';
import { speakeasy } from './speakeasy.ts';
import { stainless } from './stainless.ts';

/** The first entry that accepts a client wins. */
export const CLIENTS: readonly ObservableClient[] = [stainless, googleGenAi, ollama, speakeasy, cohere, awsBedrock];
