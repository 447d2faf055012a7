/**
 * MLflow: every value dumped as JSON, strings with their quotes; inputs and outputs in the provider's own format
 * (otel-genai §5.4).
 */
import { anyInput, anyOutput } from '../wire/bodies.ts';
import type { Dialect } from './sent-span.ts';

export const MLFLOW: Dialect = {
  name: 'mlflow',
  detects: ({ prefixes }) => prefixes.has('mlflow'),
  input: ({ json }, options) => anyInput(json('mlflow.spanInputs'), options),
  output: ({ json }, options) => anyOutput(json('mlflow.spanOutputs'), options),
};
