/** Preloaded: OpenInference's tracing processor, in the place of the one that sends to OpenAI. */
import '../../own-telemetry.mjs';
import { OpenAIAgentsInstrumentation } from '@arizeai/openinference-instrumentation-openai-agents';
import * as agents from '@openai/agents';

new OpenAIAgentsInstrumentation().manuallyInstrument(agents);
