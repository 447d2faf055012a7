/** Preloaded: OpenLLMetry's instrumentation of LlamaIndex, which covers Chat Completions. */
import '../../own-telemetry.mjs';
import * as openai from '@llamaindex/openai';
import { LlamaIndexInstrumentation } from '@traceloop/instrumentation-llamaindex';
import * as llamaindex from 'llamaindex';

new LlamaIndexInstrumentation().manuallyInstrument(llamaindex, openai);
