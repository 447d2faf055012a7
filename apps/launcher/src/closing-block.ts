// The last lines of `npm start`: the address of the web app, and where and how to send spans.
import { styleText } from 'node:util';
import type { DataDirectory } from './data-directory.ts';
import { inRoot } from './paths.ts';
import { signInLink } from './sign-in-link.ts';
import type { System } from './system.ts';

export async function closingBlock(system: System, data: DataDirectory): Promise<string> {
  const strong = (text: string) => styleText('bold', text, { stream: process.stdout });
  return `
  ${strong('Subtext is running.')} Ctrl-C stops it; your data stays in ${system.keptIn}

  Open      ${strong(await signInLink(system.webEnv, data.logs))}
            (works once, for 15 minutes; another one: npm run sign-in-link)
  Send to   ${system.ingestUrl}/v1/traces   (OTLP over HTTP)
            ${system.grpcUrl}             (OTLP over gRPC)
  Key       ${system.ingestKey}

  Wrap your client, with SUBTEXT_URL=${system.ingestUrl} and SUBTEXT_API_KEY=<the key> in the environment:

    npm install ${inRoot('packages', 'sdk')}

    import { observe } from '@subtext/sdk';
    const openai = observe(new OpenAI());
`;
}
