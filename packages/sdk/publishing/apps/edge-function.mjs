// A function of an edge runtime that knows no modules: the outside calls what stands on the global object.
import * as sdk from '@subtext/sdk';
import OpenAI from 'openai';
import { runAgent } from './agent.mjs';

globalThis.run = (where) => runAgent(sdk, OpenAI, where).then(JSON.stringify);
