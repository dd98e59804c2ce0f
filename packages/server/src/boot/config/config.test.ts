import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig, SETTINGS } from './config.js';

const read = (env: Record<string, string>): ReturnType<typeof readConfig> =>
  readConfig({ env, platform: 'linux', homeDir: '/home/someone' });

describe('readConfig', () => {
  it('has a default for everything, and listens on the loopback address only', () => {
    const config = read({});
    expect(config.PORT).toBe(8080);
    expect(config.HOST).toBe('127.0.0.1');
    expect(config.FACET_FORMATS).toEqual(['jpeg', 'png', 'webp', 'avif']);
    expect(config.FACET_DATA_DIR).toBe('/home/someone/.local/share/facet');
    expect(Object.isFrozen(config)).toBe(true);
  });

  it.each([
    ['PORT', 'eighty', 'PORT must be a whole number from 0 to 65535, but is "eighty".'],
    ['PORT', '65536', 'PORT must be a whole number from 0 to 65535, but is "65536".'],
    ['FACET_MODE', 'prod', 'FACET_MODE must be one of development, production, but is "prod".'],
    [
      'FACET_FORMATS',
      'jpeg,gif',
      'FACET_FORMATS must be a list of jpeg, png, webp, avif, joined by commas, but is "jpeg,gif".',
    ],
    ['FACET_TRUST_PROXY', 'yes', 'FACET_TRUST_PROXY must be 1 or 0, but is "yes".'],
    [
      'FACET_URL_PORTS',
      '80,x',
      'FACET_URL_PORTS must be a list of ports (1 to 65535) joined by commas, but is "80,x".',
    ],
    [
      'FACET_URL_ALLOW',
      'http://a/b',
      'FACET_URL_ALLOW must be a list of hosts, addresses or networks, joined by commas, but is "http://a/b".',
    ],
    [
      'FACET_CORS_ORIGINS',
      'https://a.example,app.example',
      'FACET_CORS_ORIGINS must be a list of origins such as https://app.example, joined by commas, or *, but is "https://a.example,app.example".',
    ],
  ])('stops at a wrong %s with a sentence that names it', (name, value, sentence) => {
    expect(() => read({ [name]: value })).toThrow(new ConfigError(sentence));
  });

  it('names every wrong setting at once, and shows no API key', () => {
    const wrong = (): unknown => read({ PORT: 'x', FACET_DEMO_API_KEY: 'short' });
    expect(wrong).toThrow(/PORT must be .*\nFACET_DEMO_API_KEY must be /);
    expect(wrong).not.toThrow(/short/);
  });

  it('reads the settings of tracing as other programs do', () => {
    const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://127.0.0.1:4318';
    const config = read({
      OTEL_EXPORTER_OTLP_ENDPOINT,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a%3Db, x-tenant = faces',
      OTEL_RESOURCE_ATTRIBUTES: 'service.namespace=a,deployment.environment.name=b%2Cc',
      OTEL_TRACES_SAMPLER_ARG: '.25',
      OTEL_SDK_DISABLED: 'False',
    });
    expect(config).toMatchObject({
      OTEL_EXPORTER_OTLP_HEADERS: { authorization: 'Bearer a=b', 'x-tenant': 'faces' },
      OTEL_RESOURCE_ATTRIBUTES: { 'service.namespace': 'a', 'deployment.environment.name': 'b,c' },
      OTEL_TRACES_SAMPLER: 'parentbased_always_on',
      OTEL_TRACES_SAMPLER_ARG: 0.25,
      OTEL_SDK_DISABLED: false,
    });
    for (const wrong of ['1.5', '-0.1', 'half', '1e-2'])
      expect(() => read({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER_ARG: wrong }), wrong).toThrow(
        /^OTEL_TRACES_SAMPLER_ARG must be /,
      );
  });

  it('ignores the settings of tracing if nothing is traced', () => {
    const unknown = { OTEL_TRACES_SAMPLER: 'jaeger_remote', OTEL_EXPORTER_OTLP_TIMEOUT: '10s' };
    expect(read(unknown).OTEL_TRACES_SAMPLER).toBe('parentbased_always_on');
    const collector = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:4318/v1/traces' };
    expect(read({ ...unknown, ...collector, OTEL_SDK_DISABLED: 'True' })).not.toHaveProperty(
      'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    );
    expect(() => read({ ...unknown, ...collector })).toThrow(/^OTEL_/);
  });

  it('treats an empty value as not set', () => {
    expect(read({ PORT: ' ' }).PORT).toBe(8080);
  });

  it('reads origins in the form in which browsers send them', () => {
    const { FACET_CORS_ORIGINS: origins } = read({
      FACET_CORS_ORIGINS: 'https://App.example/, http://localhost:3000, capacitor://localhost, *',
    });
    expect(origins).toEqual(['https://app.example', 'http://localhost:3000', 'capacitor://localhost', '*']);
    for (const wrong of ['https://a.example/path', 'https://', 'null', 'https://user@a.example']) {
      expect(() => read({ FACET_CORS_ORIGINS: wrong }), wrong).toThrow(/^FACET_CORS_ORIGINS must be /);
    }
  });

  it('rejects a demo API key in production mode', () => {
    expect(() => read({ FACET_MODE: 'production', FACET_DEMO_API_KEY: 'demo-user-id' })).toThrow(
      /FACET_DEMO_API_KEY/,
    );
  });

  it('offers the trial in production mode only if told to', () => {
    const production = { FACET_MODE: 'production' };
    expect(read({}).FACET_TRIAL).toBe('on');
    expect(read(production).FACET_TRIAL).toBe('off');
    expect(read({ ...production, FACET_SIGN_UP: 'closed' }).FACET_TRIAL).toBe('off');
    expect(read({ ...production, FACET_TRIAL: 'on' }).FACET_TRIAL).toBe('on');
    expect(read({ FACET_TRIAL: 'off' }).FACET_TRIAL).toBe('off');
  });

  it.each([
    ['FACET_PUBLIC_URL', 'faces.example'],
    ['FACET_PUBLIC_URL', 'https://faces.example/portal'],
    ['FACET_MAIL_FROM', 'nobody'],
    ['DATABASE_URL', 'mysql://secret-word@host/database'],
    ['FACET_SMTP_URL', 'https://secret-word@host'],
    ['FACET_SECRET', 'secret-word'],
    ['FACET_SECRET_FALLBACK', 'secret-word'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'secret-word:4317'],
    ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'grpc://secret-word@host'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization:secret-word'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=secret-word%'],
  ])('rejects a wrong %s, and shows no credential', (name, value) => {
    const wrong = (): unknown =>
      read({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', [name]: value });
    expect(wrong).toThrow(new RegExp(`^${name} must be `));
    expect(wrong).not.toThrow(/secret-word/);
  });

  it('requires the secret for servers that share a database in production mode', () => {
    const shared = { FACET_MODE: 'production', DATABASE_URL: 'postgres://a@b/c' };
    expect(() => read(shared)).toThrow(/^FACET_SECRET must be set together with DATABASE_URL/);
    expect(read({ ...shared, FACET_SECRET: 'x'.repeat(32) }).DATABASE_URL).toBe('postgres://a@b/c');
  });

  it('requires a second secret that differs from the first', () => {
    const [one, other] = ['x'.repeat(32), 'y'.repeat(32)];
    const both = { FACET_SECRET: one, FACET_SECRET_FALLBACK: one };
    expect(() => read(both)).toThrow(/^FACET_SECRET_FALLBACK must differ from FACET_SECRET/);
    expect(read({ ...both, FACET_SECRET: other })).toMatchObject({ FACET_SECRET_FALLBACK: one });
  });

  it('requires a sender and a public address for mail', () => {
    const mail = { FACET_SMTP_URL: 'smtp://mail.example', FACET_MAIL_FROM: 'Facet <a@b.example>' };
    expect(() => read(mail)).toThrow(/^FACET_PUBLIC_URL must be set together with FACET_SMTP_URL/);
    expect(read({ ...mail, FACET_PUBLIC_URL: 'https://faces.example/' }).FACET_PUBLIC_URL).toBe(
      'https://faces.example',
    );
  });

  it('rejects a memory budget that could not hold two of the largest bodies', () => {
    expect(() => read({ FACET_MAX_BODY_BYTES: '500000000' })).toThrow(
      /FACET_MAX_BUFFERED_BYTES must be at least/,
    );
  });

  it('reports an unknown setting, which may be misspelt', () => {
    expect(read({ FACET_WORKER: '2' }).unknownSettings).toEqual(['FACET_WORKER']);
  });

  it('describes every setting', () => {
    for (const [name, schema] of Object.entries(SETTINGS.shape))
      expect(schema.description, name).toBeTruthy();
  });
});
