/**
 * The answer to too many attempts to sign in: a page for a browser, JSON for a program that asks for it. A route cannot
 * render a component, so the page is written out; the colors are those of app/tokens.css, which a test holds.
 */

interface Refusal {
  /** Seconds. */
  wait: number;
  /** The network whose attempts were counted. */
  network: string;
}

const STYLE = `
:root { color-scheme: light dark; --surface: #ffffff; --bg: #fbfbfa; --ink: #1a1c1e; --ink-2: #45494f; --thought-rail: #4f8089; --part-no-text: #9a5b00; --error: #b3261e; --error-tint: #fbe3e1; --control-border: #84888e; --focus: #1a56db; }
@media (prefers-color-scheme: dark) { :root { --surface: #141718; --bg: #0e1011; --ink: #ecedee; --ink-2: #b9bec3; --thought-rail: #5e8f98; --part-no-text: #e3a94b; --error: #ff9289; --error-tint: #3f1a17; --control-border: #747b82; --focus: #8ab4ff; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--bg); color: var(--ink); font: 0.875rem/1.25rem 'Inter Variable', system-ui, sans-serif; }
main { display: flex; flex-direction: column; align-items: flex-start; gap: 0.75rem; max-width: 30rem; margin: 18vh auto 0; padding: 1.5rem; }
h1 { margin: 0; font-size: 1.25rem; line-height: 1.3; }
p { margin: 0; overflow-wrap: anywhere; }
.reason { align-self: stretch; padding: 0.5rem 0.75rem; border-left: 3px solid var(--error); background: var(--error-tint); }
.quiet { color: var(--ink-2); }
a { display: inline-flex; align-items: center; min-height: 2.75rem; padding: 0.1875rem 0.75rem; border: 1px solid var(--control-border); border-radius: 6px; background: var(--surface); color: var(--ink); text-decoration: none; }
a:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
`;

const LOGO = `<svg width="32" height="32" viewBox="0 0 20 20" aria-hidden="true"><g fill="var(--thought-rail)"><rect x="1" y="2" width="4" height="4" rx="1"/><rect x="1" y="8" width="4" height="4" rx="1"/><rect x="1" y="14" width="4" height="4" rx="1"/></g><rect x="8" y="2" width="11" height="4" rx="1" fill="var(--ink)"/><rect x="8" y="8" width="7" height="4" rx="1" fill="var(--ink)"/><rect x="8" y="14" width="9" height="4" rx="1" fill="var(--part-no-text)"/></svg>`;

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** 429 with Retry-After. `again`: the path to go on from, of this origin; else the request's own. */
export function tooManyAttempts(request: Request, { wait, network }: Refusal, again?: string): Response {
  const headers = { 'retry-after': String(wait), 'cache-control': 'no-store' };
  const seconds = `${wait} ${wait === 1 ? 'second' : 'seconds'}`;
  if (asksForJson(request))
    return Response.json({ error: `Too many attempts to sign in. Try again in ${seconds}.` }, { status: 429, headers });
  const { pathname, search } = new URL(request.url);
  return new Response(page({ seconds, network, again: again ?? `${pathname}${search}` }), {
    status: 429,
    headers: {
      ...headers,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'x-robots-tag': 'noindex, nofollow',
    },
  });
}

function asksForJson({ headers }: Request): boolean {
  const accepted = headers.get('accept') ?? '';
  return accepted.includes('application/json') && !accepted.includes('text/html');
}

interface PageFacts {
  seconds: string;
  network: string;
  again: string;
}

const page = ({ seconds, network, again }: PageFacts): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Too many attempts · Subtext</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${LOGO}
<h1>Too many attempts to sign in</h1>
<p role="alert" class="reason">In the last minute too many sign-ins were tried from your network, ${escaped(network)}.</p>
<p>Try again in ${seconds}. This attempt did not use your link up.</p>
<a href="${escaped(again)}">Try again</a>
<p class="quiet">Other networks are not affected. If everybody sees this page, Subtext runs behind a proxy that it does not know: its operator can name the proxy in <code>SUBTEXT_TRUSTED_PROXIES</code>.</p>
</main>
</body>
</html>
`;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
