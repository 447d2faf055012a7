/** The environment variables of ingest; no other file reads process.env. */
import { availableParallelism } from 'node:os';
import { isAbsolute } from 'node:path';
import { METRICS_TOKEN } from '@subtext/metrics';
import {
  ALLOWED_ADDRESSES,
  MAIL_VARIABLES,
  mailServer,
  problemOfMail,
  type AllowedAddresses,
  type MailServer,
} from '@subtext/outbound';
import { z } from 'zod';
import type { ExperimentSettings } from '@subtext/experiments';
import type { ExportSettings } from './exports/index.ts';

const MEBIBYTE = 1024 ** 2;
/** What two threads read keeps PostgreSQL busy. */
const MAX_THREADS = 2;
const bytes = (mebibytes: number) =>
  z.coerce
    .number()
    .int()
    .positive()
    .default(mebibytes * MEBIBYTE);

const schema = z
  .object({
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// URL' }),
    SUBTEXT_INGEST_HOST: z.string().min(1).default('127.0.0.1'),
    /** 0 takes a free port. */
    SUBTEXT_INGEST_PORT: z.coerce.number().int().min(0).max(65_535).default(4318),
    /** OTLP over gRPC; 0 or empty = not served. */
    SUBTEXT_INGEST_GRPC_PORT: z.coerce.number().int().min(0).max(65_535).default(4317),
    /** The largest request, before and after inflation. */
    SUBTEXT_INGEST_MAX_BODY_BYTES: bytes(64),
    /** All requests together that are being received, decoded or waiting for the database. */
    SUBTEXT_INGEST_MEMORY_BYTES: bytes(128),
    /** Threads that read and store spans, besides the one that takes requests. 0 = that one does it. */
    SUBTEXT_INGEST_THREADS: z.coerce
      .number()
      .int()
      .min(0)
      .max(64)
      .default(Math.min(availableParallelism(), MAX_THREADS)),
    SUBTEXT_INGEST_QUEUE_SPANS: z.coerce.number().int().positive().default(50_000),
    /** Spans and traces older than this many days are dropped; hourly costs stay. Absent = everything is kept. */
    SUBTEXT_RETENTION_DAYS: z.coerce.number().int().min(1).max(36_500).optional(),
    /** The token that a reader of `/metrics` must send. */
    SUBTEXT_METRICS_TOKEN: METRICS_TOKEN,
    /** Where people open the UI: for the links in messages of alerts. */
    SUBTEXT_WEB_URL: z.url({ protocol: /^https?$/ }).default('http://localhost:3000'),
    /** Addresses in private networks that messages of alerts may be sent to. */
    SUBTEXT_OUTBOUND_ALLOW: ALLOWED_ADDRESSES,
    /** For mails of alerts. */
    ...MAIL_VARIABLES,
    /** As of the web app: opens the secrets of export targets. */
    SUBTEXT_AUTH_SECRET: z.string().min(32).optional(),
    /** Projects may export to folders below it. */
    SUBTEXT_EXPORT_DIRECTORY: z.string().refine(isAbsolute, 'must be an absolute path').optional(),
    /** Whether this process checks the stored traces (docs/checks.md). */
    SUBTEXT_CHECKS: z.enum(['on', 'off']).default('on'),
    SUBTEXT_LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  })
  .superRefine((data, context) => {
    const problem = problemOfMail(data);
    if (problem) context.addIssue(problem);
  });

/** Docker Compose passes a variable that is not set as an empty one. */
const NO_EMPTY: readonly string[] = [
  ...['SUBTEXT_WEB_URL', 'SMTP_URL', 'MAIL_FROM'],
  ...['SUBTEXT_AUTH_SECRET', 'SUBTEXT_EXPORT_DIRECTORY'],
];

export interface IngestEnv {
  databaseUrl: string;
  host: string;
  port: number;
  /** undefined = gRPC is not served. */
  grpcPort: number | undefined;
  /** null = forever. */
  keepDays: number | null;
  /** undefined = only programs on this machine may read `/metrics`. */
  metricsToken: string | undefined;
  alerts: AlertsEnv;
  exports: ExportSettings;
  checks: boolean;
  experiments: ExperimentSettings;
  logLevel: string;
  threads: number;
  limits: Limits;
}

export interface AlertsEnv {
  webUrl: string;
  allowed: AllowedAddresses;
  /** undefined = no mail is sent. */
  mail: MailServer | undefined;
}

export interface Limits {
  bodyBytes: number;
  memoryBytes: number;
  queueSpans: number;
}

/** Throws one sentence that names every invalid variable. */
export function readEnv(environment: NodeJS.ProcessEnv): IngestEnv {
  const given = Object.entries(environment).filter(([name, value]) => value !== '' || !NO_EMPTY.includes(name));
  const parsed = schema.safeParse(Object.fromEntries(given));
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
    throw new Error(`Ingest cannot start: ${problems.join('; ')}.`);
  }
  const { data } = parsed;
  return {
    databaseUrl: data.DATABASE_URL,
    host: data.SUBTEXT_INGEST_HOST,
    port: data.SUBTEXT_INGEST_PORT,
    grpcPort: data.SUBTEXT_INGEST_GRPC_PORT || undefined,
    keepDays: data.SUBTEXT_RETENTION_DAYS ?? null,
    metricsToken: data.SUBTEXT_METRICS_TOKEN,
    alerts: {
      webUrl: data.SUBTEXT_WEB_URL.replace(/\/+$/, ''),
      allowed: data.SUBTEXT_OUTBOUND_ALLOW,
      mail: mailServer(data),
    },
    exports: {
      authSecret: data.SUBTEXT_AUTH_SECRET,
      directory: data.SUBTEXT_EXPORT_DIRECTORY,
      // Read again in the thread that exports.
      allowedAddresses: environment.SUBTEXT_OUTBOUND_ALLOW ?? '',
    },
    checks: data.SUBTEXT_CHECKS === 'on',
    experiments: {
      authSecret: data.SUBTEXT_AUTH_SECRET,
      // Read again in the thread that asks.
      allowedAddresses: environment.SUBTEXT_OUTBOUND_ALLOW ?? '',
    },
    logLevel: data.SUBTEXT_LOG_LEVEL,
    threads: data.SUBTEXT_INGEST_THREADS,
    limits: {
      bodyBytes: data.SUBTEXT_INGEST_MAX_BODY_BYTES,
      memoryBytes: data.SUBTEXT_INGEST_MEMORY_BYTES,
      queueSpans: data.SUBTEXT_INGEST_QUEUE_SPANS,
    },
  };
}
