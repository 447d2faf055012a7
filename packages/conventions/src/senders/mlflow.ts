/**
 * MLflow: every value dumped as JSON, strings with their quotes; inputs and outputs in the provider's own format
 * (otel-genai §5.4).
 */
import { anyInput, anyOutput } from '@subtext/reasoning';
import type { Convention } from '../convention.ts';

export const MLFLOW: Convention = {
  name: 'mlflow',
  detects: ({ prefixes }) => prefixes.has('mlflow'),
  messages: {
    input: ({ json }, options) => anyInput(json('mlflow.spanInputs'), options),
    output: ({ json }, options) => anyOutput(json('mlflow.spanOutputs'), options),
  },
};
