import { z } from 'zod';
import { defaultDataDir, type HostFacts } from './data-dir.js';
import { IDENTITY_SETTINGS } from './identity-settings.js';
import * as kinds from './kinds.js';
import { DOOR_SETTINGS, requireDoorSettings } from './door-settings.js';
import { TRIAL_SETTINGS } from './trial-settings.js';
import { TRACING_SETTINGS, withoutTracingThatIsOff } from './tracing-settings.js';

const MEGABYTE = 1024 * 1024;

/** Every setting, with its default and description. docs/configuration.md is generated from this. */
export const SETTINGS = z.object({
  PORT: kinds.integer(0, 65_535).default(8080).describe('Port to listen on; 0 picks a free one.'),
  HOST: kinds
    .text()
    .default('127.0.0.1')
    .describe('Address to listen on; `0.0.0.0` opens the service to the network.'),
  FACET_MODE: kinds
    .choice('development', 'production')
    .default('development')
    .describe('`development` creates a demo account at the first start; `production` never does.'),
  FACET_DATA_DIR: kinds
    .text()
    .optional()
    .describe(
      'Folder for the secret and, without DATABASE_URL, for the database. Default: the user’s data folder.',
    ),
  FACET_CACHE_DIR: kinds
    .text()
    .optional()
    .describe('Folder for downloaded and built models. Default: the user’s cache folder.'),
  FACET_MODELS_DIR: kinds
    .text()
    .optional()
    .describe('Folder that already holds the model source files; nothing is downloaded then.'),
  FACET_DEMO_API_KEY: kinds
    .apiKey()
    .optional()
    .describe('API key of the demo account (development mode only). Default: random.'),
  DATABASE_URL: kinds
    .postgresUrl()
    .optional()
    .describe(
      'PostgreSQL (`postgres://name:password@host/database`), shared by any number of servers. Default: SQLite, the file `facet.db` in the data folder.',
    ),
  FACET_DATABASE_DEADLINE_MS: kinds
    .integer(10, 60_000)
    .default(2000)
    .describe('Timeout of a database query; then 503.'),
  FACET_SECRET: kinds
    .secret()
    .optional()
    .describe(
      'Secret of at least 32 characters, the same for all servers (docs/operating.md). Default: the file `secret` in the data folder. Required in production mode with DATABASE_URL.',
    ),
  FACET_SECRET_FALLBACK: kinds
    .secret()
    .optional()
    .describe('A second secret, only while you change the secret (docs/operating.md).'),
  FACET_PLANS_FILE: kinds
    .text()
    .optional()
    .describe('JSON file with the catalogue of plans (docs/accounts.md). Default: four plans.'),
  FACET_SIGN_UP: kinds
    .choice('open', 'closed')
    .default('open')
    .describe('`closed`: only the operator creates accounts.'),
  FACET_PASSWORD_PERCENT: kinds
    .integer(1, 100)
    .default(45)
    .describe(
      'Share of one core, in per cent, that hashing passwords may take: a third each for sign-ups, log-ins from new browsers, and known users. Further ones wait for up to ten seconds, or get 503.',
    ),
  FACET_PUBLIC_URL: kinds
    .webOrigin()
    .optional()
    .describe(
      'Address at which users reach the portal (`https://faces.example`). Required for mail, and for log-in at a domain name: without it, users can log in only at an IP address, `localhost` or a name without a dot (against DNS rebinding).',
    ),
  FACET_SAMPLES_DIR: kinds
    .text()
    .optional()
    .describe('Folder with your own sample photos for the portal (JPEG, PNG or WebP, at most 24).'),
  FACET_SMTP_URL: kinds
    .smtpUrl()
    .optional()
    .describe('Mail server for password resets (`smtps://name:password@host`).'),
  FACET_MAIL_FROM: kinds
    .mailAddress()
    .optional()
    .describe('Sender of these mails (`Facet <no-reply@faces.example>`).'),
  ...IDENTITY_SETTINGS,
  FACET_WORKERS: kinds
    .integer(1, 256)
    .optional()
    .describe(
      'Workers, each with one call at a time. Default: one for each whole core, divided by FACET_THREADS.',
    ),
  FACET_THREADS: kinds
    .integer(1, 256)
    .optional()
    .describe(
      'Threads of each worker. More than one can shorten a single call while other cores are idle. Default: 1.',
    ),
  FACET_MAX_BODY_BYTES: kinds
    .integer(1024, 2 ** 31)
    .default(48 * MEGABYTE)
    .describe('Largest request body.'),
  FACET_MAX_IMAGE_BYTES: kinds
    .integer(1024, 2 ** 31)
    .default(20 * MEGABYTE)
    .describe('Largest image file.'),
  FACET_MAX_PIXELS: kinds
    .integer(1024, 2 ** 31)
    .default(100_000_000)
    .describe('Largest image, width times height.'),
  FACET_DECODE_DEADLINE_MS: kinds
    .integer(50, 600_000)
    .default(10_000)
    .describe('Timeout for decoding one image; then 504, and the call counts.'),
  FACET_MAX_BUFFERED_BYTES: kinds
    .integer(MEGABYTE, 2 ** 40)
    .default(512 * MEGABYTE)
    .describe(
      'Bytes of request bodies and their images held in memory at once; one caller may use half. Requests beyond that get 503. At least four times FACET_MAX_BODY_BYTES.',
    ),
  FACET_MAX_WAITING: kinds
    .integer(1, 100_000)
    .default(256)
    .describe(
      'Calls that may wait for a worker; further ones get 503. After ten seconds without an empty queue, it is cut to about three seconds of work.',
    ),
  FACET_DEADLINE_MS: kinds
    .integer(10, 3_600_000)
    .default(30_000)
    .describe(
      'Timeout of a request, from the end of its headers; then 504. A call that would have to queue for more than half of it gets 503 immediately.',
    ),
  FACET_HEADER_DEADLINE_MS: kinds
    .integer(100, 600_000)
    .default(15_000)
    .describe('Timeout for the headers of a request, from the opening of the connection; then 408.'),
  FACET_KEEP_ALIVE_MS: kinds
    .integer(100, 3_600_000)
    .default(65_000)
    .describe('Milliseconds for which an idle connection stays open. A proxy must close its own earlier.'),
  FACET_MAX_CONNECTIONS: kinds
    .integer(1, 1_000_000)
    .default(4096)
    .describe('Connections open at the same time; further ones are closed immediately.'),
  FACET_FORMATS: kinds
    .listOf('jpeg', 'png', 'webp', 'avif')
    .default(['jpeg', 'png', 'webp', 'avif'])
    .describe('Accepted image formats: any of `jpeg`, `png`, `webp`, `avif`.'),
  FACET_URL_ALLOW: kinds
    .allowList()
    .default([])
    .describe(
      'Hosts, addresses or networks (`10.0.0.0/8`) that image URLs may reach although they are not public.',
    ),
  FACET_URL_PORTS: kinds
    .portList()
    .default([])
    .describe('Ports that image URLs may use besides 80 (http) and 443 (https).'),
  FACET_URL_DEADLINE_MS: kinds
    .integer(10, 600_000)
    .default(10_000)
    .describe('Timeout for fetching an image URL, redirects included.'),
  FACET_MAX_FETCHES: kinds
    .integer(1, 10_000)
    .default(32)
    .describe(
      'Image URLs fetched at the same time; one caller may use half. Up to FACET_MAX_WAITING more wait; further ones get 503.',
    ),
  FACET_COLLECTIONS: kinds
    .flag()
    .default(false)
    .describe(
      '`1` lets accounts keep people and their vectors (docs/collections.md). Otherwise no vector is stored.',
    ),
  FACET_COLLECTIONS_BYTES: kinds
    .integer(MEGABYTE, 2 ** 40)
    .default(512 * MEGABYTE)
    .describe(
      'Memory for the collections that are searched, on SQLite; about 160 bytes for each face. Those that nobody searched for a minute make room, then those of accounts with more than an equal share.',
    ),
  ...DOOR_SETTINGS,
  ...TRIAL_SETTINGS,
  FACET_CORS_ORIGINS: kinds
    .originList()
    .default([])
    .describe('Web origins that may call from a browser (`https://app.example`), or `*`.'),
  FACET_TRUST_PROXY: kinds
    .flag()
    .default(false)
    .describe('`1` if one proxy in front sets `X-Forwarded-*`: only the entry that it added is trusted.'),
  FACET_LOG_LEVEL: kinds
    .choice('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent')
    .default('info')
    .describe('Lowest severity that is logged.'),
  FACET_REQUEST_LOG_DAYS: kinds
    .integer(0, 90)
    .default(7)
    .describe(
      'Days for which an account can look up its own requests; about 1,000 per account at most. `0`: no request log.',
    ),
  FACET_USAGE_DAYS: kinds
    .integer(62, 36_500)
    .default(1100)
    .describe('Days for which usage is kept, for bills.'),
  FACET_AUDIT_DAYS: kinds
    .integer(1, 36_500)
    .default(400)
    .describe('Days for which the audit log is kept: changes by admins and by `facet-admin`.'),
  FACET_DRAIN_MS: kinds
    .integer(0, 600_000)
    .default(0)
    .describe(
      'Milliseconds for which the service accepts calls after SIGTERM, while `/readyz` already returns 503: the time that your load balancer needs to notice.',
    ),
  FACET_SHUTDOWN_MS: kinds
    .integer(0, 600_000)
    .default(10_000)
    .describe('Milliseconds for finishing open requests when the service stops, after FACET_DRAIN_MS.'),
  ...TRACING_SETTINGS,
});

export type Settings = z.infer<typeof SETTINGS>;
export type Config = Readonly<Settings & { FACET_DATA_DIR: string; FACET_TRIAL: 'on' | 'off' }> & {
  readonly unknownSettings: string[];
};

/** An invalid setting. The message names it and says what it must be. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Reads the settings from the environment; nothing else does. An empty value counts as not set. */
export function readConfig(host: HostFacts): Config {
  const given = withoutTracingThatIsOff(
    Object.fromEntries(Object.entries(host.env).filter(([, value]) => value?.trim() !== '')),
  );
  const parsed = SETTINGS.safeParse(given);
  if (!parsed.success) throw new ConfigError(parsed.error.issues.map(sentence(given)).join('\n'));
  const settings = parsed.data;
  if (settings.FACET_MODE === 'production' && settings.FACET_DEMO_API_KEY !== undefined) {
    throw new ConfigError(
      'FACET_DEMO_API_KEY is for development mode only; unset it, or do not set FACET_MODE=production.',
    );
  }
  if (
    settings.FACET_MODE === 'production' &&
    settings.DATABASE_URL !== undefined &&
    settings.FACET_SECRET === undefined
  ) {
    throw new ConfigError(
      'FACET_SECRET must be set together with DATABASE_URL in production mode: all servers on one database share it.',
    );
  }
  if (
    settings.FACET_SECRET_FALLBACK !== undefined &&
    settings.FACET_SECRET_FALLBACK === settings.FACET_SECRET
  ) {
    throw new ConfigError(
      'FACET_SECRET_FALLBACK must differ from FACET_SECRET; unset it unless you are changing the secret.',
    );
  }
  const missingOfDoor = requireDoorSettings(settings);
  if (missingOfDoor !== undefined) throw new ConfigError(missingOfDoor);
  if (settings.FACET_SMTP_URL !== undefined) {
    const missing = (['FACET_MAIL_FROM', 'FACET_PUBLIC_URL'] as const).find(
      (name) => settings[name] === undefined,
    );
    if (missing !== undefined) throw new ConfigError(`${missing} must be set together with FACET_SMTP_URL.`);
  }
  if (settings.FACET_OIDC_ISSUER !== undefined) {
    const missing = (['FACET_OIDC_CLIENT_ID', 'FACET_PUBLIC_URL'] as const).find(
      (name) => settings[name] === undefined,
    );
    if (missing !== undefined)
      throw new ConfigError(`${missing} must be set together with FACET_OIDC_ISSUER.`);
  }
  if (settings.FACET_MAX_BUFFERED_BYTES < 4 * settings.FACET_MAX_BODY_BYTES) {
    throw new ConfigError(
      'FACET_MAX_BUFFERED_BYTES must be at least four times FACET_MAX_BODY_BYTES: one caller may hold half of it, and a body needs up to twice its size while its images are decoded.',
    );
  }
  return Object.freeze({
    ...settings,
    FACET_DATA_DIR: settings.FACET_DATA_DIR ?? defaultDataDir(host),
    FACET_TRIAL: settings.FACET_TRIAL ?? (settings.FACET_MODE === 'development' ? 'on' : 'off'),
    unknownSettings: Object.keys(given).filter(
      (name) => name.startsWith('FACET_') && !(name in SETTINGS.shape),
    ),
  });
}

const SECRET_SETTINGS = [
  'FACET_DEEPSTACK_KEY',
  'FACET_DEMO_API_KEY',
  'FACET_SECRET',
  'FACET_SECRET_FALLBACK',
  'DATABASE_URL',
  'FACET_SMTP_URL',
  'FACET_OIDC_CLIENT_SECRET',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_EXPORTER_OTLP_HEADERS',
];

const sentence =
  (given: Readonly<Record<string, string | undefined>>) =>
  (issue: z.core.$ZodIssue): string => {
    const name = String(issue.path[0]);
    // Credentials do not belong on a screen or in a log.
    const shown = SECRET_SETTINGS.includes(name) ? '' : `, but is "${given[name] ?? ''}"`;
    return `${name} must be ${issue.message}${shown}.`;
  };
