// A function for an edge runtime without modules: the caller finds it on the global object.
import * as sdk from '@subtext/sdk';
import OpenAI from 'openai';
import { runAgent } from './agent.mjs';

globalThis.run = (where) => runAgent(sdk, OpenAI, where).then(JSON.stringify);
