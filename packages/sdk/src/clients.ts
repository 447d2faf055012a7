/**
 * The table of supported clients: how each is recognized by its shape, and where it takes a fetch. Nothing here imports
 * a client library.
 */
import { awsBedrock } from './clients/aws-bedrock.ts';
import { cohere } from './clients/cohere.ts';
import { googleGenAi } from './clients/google-genai.ts';
import type { ObservableClient } from './clients/observable-client.ts';
import { ollama } from './clients/ollama.ts';
import { speakeasy } from './clients/speakeasy.ts';
import { stainless } from './clients/stainless.ts';

/** The first entry that accepts a client wins. */
export const CLIENTS: readonly ObservableClient[] = [stainless, googleGenAi, ollama, speakeasy, cohere, awsBedrock];
