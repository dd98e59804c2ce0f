import * as kinds from './kinds.js';

/** The OpenTelemetry settings that the service supports, under their standard names. */
export const TRACING_SETTINGS = {
  OTEL_EXPORTER_OTLP_ENDPOINT: kinds
    .httpUrl()
    .optional()
    .describe(
      'Collector that gets the traces, over HTTP (`http://127.0.0.1:4318`); `/v1/traces` is added. Default: no tracing.',
    ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: kinds
    .httpUrl()
    .optional()
    .describe('The same as a complete URL, to which nothing is added; it takes precedence.'),
  OTEL_EXPORTER_OTLP_HEADERS: kinds
    .pairs()
    .optional()
    .describe('Headers for the collector, such as `authorization=Bearer%20abc`.'),
  OTEL_EXPORTER_OTLP_TIMEOUT: kinds
    .integer(1, 60_000)
    .default(10_000)
    .describe('Timeout for sending a batch to the collector, in milliseconds; then the batch is dropped.'),
  OTEL_SERVICE_NAME: kinds.text().optional().describe('Name of the service in traces. Default: `facet`.'),
  OTEL_RESOURCE_ATTRIBUTES: kinds
    .pairs()
    .optional()
    .describe('Further attributes of this server, such as `deployment.environment.name=test`.'),
  OTEL_TRACES_SAMPLER: kinds
    .choice(
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    )
    .default('parentbased_always_on')
    .describe(
      'Which requests are traced. With `parentbased_`, the `traceparent` header of a request decides if it has one.',
    ),
  OTEL_TRACES_SAMPLER_ARG: kinds
    .share()
    .default(1)
    .describe('Share of requests that `traceidratio` traces, from 0 to 1.'),
  OTEL_SDK_DISABLED: kinds.trueOrFalse().optional().describe('`true` switches tracing off.'),
};

type Given = Readonly<Record<string, string | undefined>>;

/**
 * All programs on a machine share these names, and may support values that the service does not. If tracing is off,
 * such a value must not prevent the start.
 */
export function withoutTracingThatIsOff(given: Given): Given {
  const hasCollector =
    given['OTEL_EXPORTER_OTLP_ENDPOINT'] !== undefined ||
    given['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] !== undefined;
  if (hasCollector && given['OTEL_SDK_DISABLED']?.trim().toLowerCase() !== 'true') return given;
  return Object.fromEntries(Object.entries(given).filter(([name]) => !(name in TRACING_SETTINGS)));
}
