// eslint-disable-next-line @typescript-eslint/no-require-imports -- what it is here for
const sdk = require('@subtext/sdk');
// eslint-disable-next-line @typescript-eslint/no-require-imports
const OpenAI = require('openai');

void import('./agent.mjs')
  .then(({ runAgent }) => runAgent(sdk, OpenAI, JSON.parse(process.env.WHERE)))
  .then((said) => console.log(JSON.stringify(said)));
