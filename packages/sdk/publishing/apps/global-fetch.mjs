// Run with `--import @subtext/sdk/register`, or `--require`. It does not import the SDK.
const { providerUrl } = JSON.parse(process.env.WHERE);
const body = JSON.stringify({ model: 'fetch-model', messages: [{ role: 'user', content: 'What is the weather?' }] });
const headers = { 'content-type': 'application/json' };
const response = await fetch(`${providerUrl}/v1/chat/completions`, { method: 'POST', headers, body });
console.log((await response.json()).choices[0].message.content);
