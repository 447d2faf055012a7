/** Preloaded: OpenInference's instrumentation of LangChain. */
import '../../own-telemetry.mjs';
import { LangChainInstrumentation } from '@arizeai/openinference-instrumentation-langchain';
import * as callbackManager from '@langchain/core/callbacks/manager';

new LangChainInstrumentation().manuallyInstrument(callbackManager);
