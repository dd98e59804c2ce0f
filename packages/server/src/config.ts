import { z } from 'zod';
import { defaultDataDir, type HostFacts } from './data-dir.js';
import * as kinds from './config-kinds.js';
import { TRIAL_SETTINGS } from './config-trial.js';
import { TRACING_SETTINGS, withoutTracingThatIsOff } from './config-tracing.js';

const MEGABYTE = 1024 * 1024;

/** Every setting, with its default and its meaning. docs/configuration.md is generated from this. */
export const SETTINGS = z.object({
  PORT: kinds.whole(0, 65_535).default(8080).describe('Port to listen on; 0 picks a free one.'),
  HOST: kinds
    .text()
    .default('127.0.0.1')
    .describe('Address to listen on; `0.0.0.0` opens the service to the network.'),
  FACET_MODE: kinds
    .choice('development', 'production')
    .default('development')
    .describe('`development` makes a demo account at the first start; `production` never does.'),
  FACET_DATA_DIR: kinds
    .text()
    .optional()
    .describe(
      'Folder for what the service keeps: the database, unless DATABASE_URL names another, and the secret. Default: the data folder of the user.',
    ),
  FACET_CACHE_DIR: kinds
    .text()
    .optional()
    .describe('Folder for fetched and built models. Default: the cache folder of the user.'),
  FACET_MODELS_DIR: kinds
    .text()
    .optional()
    .describe('Folder that already holds the model source files; nothing is fetched then.'),
  FACET_DEMO_USER_ID: kinds
    .userId()
    .optional()
    .describe('Fixes the user id of the demo account (development mode only). Default: random.'),
  DATABASE_URL: kinds
    .postgresUrl()
    .optional()
    .describe(
      'PostgreSQL to keep accounts and usage in (`postgres://name:password@host/database`), for any number of servers. Default: SQLite, the file `facet.db` in the data folder.',
    ),
  FACET_DATABASE_DEADLINE_MS: kinds
    .whole(10, 60_000)
    .default(2000)
    .describe('Milliseconds for one question to the database; then 503.'),
  FACET_SECRET: kinds
    .secret()
    .optional()
    .describe(
      'The secret from which all keys are derived, 32 signs or more, the same for all servers on one database. Default: random, kept in the file `secret` of the data folder. In production mode with DATABASE_URL it must be given.',
    ),
  FACET_PLANS_FILE: kinds
    .text()
    .optional()
    .describe('JSON file with the catalogue of plans (docs/accounts.md). Default: four plans.'),
  FACET_SIGN_UP: kinds
    .choice('open', 'closed')
    .default('open')
    .describe('`closed`: only the operator makes accounts (`npm run admin -- accounts create`).'),
  FACET_PUBLIC_URL: kinds
    .webOrigin()
    .optional()
    .describe(
      'Address at which people reach the portal (`https://faces.example`). Needed for mail, and wherever the portal is opened by a domain name: without it browsers may sign up and log in only at an address, at `localhost` or at a name without a dot, because a foreign domain could be made to lead here.',
    ),
  FACET_SAMPLES_DIR: kinds
    .text()
    .optional()
    .describe(
      'Folder with sample photos of your own for the portal (JPEG, PNG or WebP, at most 24), in place of those that it brings along.',
    ),
  FACET_SMTP_URL: kinds
    .smtpUrl()
    .optional()
    .describe(
      'Mail server for resetting passwords (`smtps://name:password@host`). Default: none, and no reset.',
    ),
  FACET_MAIL_FROM: kinds
    .mailAddress()
    .optional()
    .describe('Sender of these mails (`Facet <no-reply@faces.example>`).'),
  FACET_WORKERS: kinds
    .whole(1, 256)
    .optional()
    .describe(
      'Workers: calls that are analysed at the same time. Default: one for each core that a container may use (whole cores, at least one), divided by FACET_THREADS.',
    ),
  FACET_THREADS: kinds
    .whole(1, 256)
    .optional()
    .describe(
      'Threads of each worker. One is best for many calls; more may shorten a single call where real cores are idle, so measure (docs/operating.md). Default: one.',
    ),
  FACET_MAX_BODY_BYTES: kinds
    .whole(1024, 2 ** 31)
    .default(48 * MEGABYTE)
    .describe('Largest request body.'),
  FACET_MAX_IMAGE_BYTES: kinds
    .whole(1024, 2 ** 31)
    .default(20 * MEGABYTE)
    .describe('Largest image file.'),
  FACET_MAX_PIXELS: kinds
    .whole(1024, 2 ** 31)
    .default(100_000_000)
    .describe('Largest image, width times height.'),
  FACET_DECODE_DEADLINE_MS: kinds
    .whole(50, 600_000)
    .default(10_000)
    .describe(
      'Milliseconds for decoding one image; then its decoder process is killed and replaced, and the call is answered with 504. It counts against the quota.',
    ),
  FACET_MAX_BUFFERED_BYTES: kinds
    .whole(MEGABYTE, 2 ** 40)
    .default(512 * MEGABYTE)
    .describe(
      'Bytes of request bodies, and of the images made of them, held in memory at once, half of them for one caller; more is answered with 503. At least four times FACET_MAX_BODY_BYTES.',
    ),
  FACET_MAX_WAITING: kinds
    .whole(1, 100_000)
    .default(256)
    .describe(
      'Calls that may wait for the engine; one more is answered with 503. When calls have waited without a break for ten seconds, only what is done in three more may wait.',
    ),
  FACET_DEADLINE_MS: kinds
    .whole(10, 3_600_000)
    .default(30_000)
    .describe(
      'Milliseconds for one request, from the end of its headers on; then 504. A call that would wait for its turn longer than half of that is answered with 503 at once.',
    ),
  FACET_HEADER_DEADLINE_MS: kinds
    .whole(100, 600_000)
    .default(15_000)
    .describe(
      'Milliseconds for the headers of a request, from the opening of its connection on; then 408 and the connection is closed.',
    ),
  FACET_KEEP_ALIVE_MS: kinds
    .whole(100, 3_600_000)
    .default(65_000)
    .describe(
      'Milliseconds for which a connection stays open after an answer, for the next request. A proxy in front that keeps its connections must give them up earlier; most do so after 60 seconds.',
    ),
  FACET_MAX_CONNECTIONS: kinds
    .whole(1, 1_000_000)
    .default(4096)
    .describe(
      'Connections that are open at the same time; one more is closed at once. Where the limit of open files is too low for them, it is as many as that allows.',
    ),
  FACET_FORMATS: kinds
    .listOf('jpeg', 'png', 'webp', 'avif')
    .default(['jpeg', 'png', 'webp', 'avif'])
    .describe('Image formats that are decoded: `jpeg`, `png`, `webp`, `avif`, or some of them.'),
  FACET_URL_ALLOW: kinds
    .allowList()
    .default([])
    .describe(
      'Host names, addresses or networks (`10.0.0.0/8`) from which image URLs may load although they are not public.',
    ),
  FACET_URL_PORTS: kinds
    .portList()
    .default([])
    .describe('Ports that image URLs may use besides 80 (http) and 443 (https).'),
  FACET_URL_DEADLINE_MS: kinds
    .whole(10, 600_000)
    .default(10_000)
    .describe('Milliseconds for fetching one image from its URL, redirects included.'),
  FACET_MAX_FETCHES: kinds
    .whole(1, 10_000)
    .default(32)
    .describe(
      'Images fetched from URLs at the same time, half of them for one caller; others wait, as many as FACET_MAX_WAITING says, and more are answered with 503. Twice as many look-ups of host names may be under way, those of given-up fetches included. What arrives counts towards FACET_MAX_BUFFERED_BYTES.',
    ),
  ...TRIAL_SETTINGS,
  FACET_CORS_ORIGINS: kinds
    .originList()
    .default([])
    .describe('Web origins that may call from a browser (`https://app.example`), or `*`. Default: none.'),
  FACET_TRUST_PROXY: kinds
    .flag()
    .default(false)
    .describe(
      '`1` when one proxy in front sets `X-Forwarded-*`: what that proxy says of the caller is believed, and nothing before it. Else these headers are ignored.',
    ),
  FACET_LOG_LEVEL: kinds
    .choice('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent')
    .default('info')
    .describe('Least severity of the log lines that are written.'),
  FACET_DRAIN_MS: kinds
    .whole(0, 600_000)
    .default(0)
    .describe(
      'Milliseconds for which the service still takes calls when it is told to stop, while `/readyz` already answers 503: as long as a load balancer that asks for readiness needs to send its calls elsewhere.',
    ),
  FACET_SHUTDOWN_MS: kinds
    .whole(0, 600_000)
    .default(10_000)
    .describe(
      'Milliseconds for finishing open requests when the service is told to stop, after FACET_DRAIN_MS.',
    ),
  ...TRACING_SETTINGS,
});

export type Settings = z.infer<typeof SETTINGS>;
export type Config = Readonly<Settings & { FACET_DATA_DIR: string }> & { readonly unknownSettings: string[] };

/** A setting that cannot be used. The message names it and says what it must be. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** The settings out of the environment; nothing else reads it. An empty value counts as not set. */
export function readConfig(host: HostFacts): Config {
  const given = withoutTracingThatIsOff(
    Object.fromEntries(Object.entries(host.env).filter(([, value]) => value?.trim() !== '')),
  );
  const parsed = SETTINGS.safeParse(given);
  if (!parsed.success) throw new ConfigError(parsed.error.issues.map(sentence(given)).join('\n'));
  const settings = parsed.data;
  if (settings.FACET_MODE === 'production' && settings.FACET_DEMO_USER_ID !== undefined) {
    throw new ConfigError('FACET_DEMO_USER_ID is for development mode only; remove it or FACET_MODE.');
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
  if (settings.FACET_SMTP_URL !== undefined) {
    const missing = (['FACET_MAIL_FROM', 'FACET_PUBLIC_URL'] as const).find(
      (name) => settings[name] === undefined,
    );
    if (missing !== undefined) throw new ConfigError(`${missing} must be set together with FACET_SMTP_URL.`);
  }
  if (settings.FACET_MAX_BUFFERED_BYTES < 4 * settings.FACET_MAX_BODY_BYTES) {
    throw new ConfigError(
      'FACET_MAX_BUFFERED_BYTES must be at least four times FACET_MAX_BODY_BYTES: one caller may hold half of it, and a body needs up to twice its size while its images are decoded.',
    );
  }
  return Object.freeze({
    ...settings,
    FACET_DATA_DIR: settings.FACET_DATA_DIR ?? defaultDataDir(host),
    unknownSettings: Object.keys(given).filter(
      (name) => name.startsWith('FACET_') && !(name in SETTINGS.shape),
    ),
  });
}

const SECRET_SETTINGS = [
  'FACET_DEMO_USER_ID',
  'FACET_SECRET',
  'DATABASE_URL',
  'FACET_SMTP_URL',
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
