import type { Config } from '../../boot/config/config.js';
import type { Tracer } from './trace.js';

export interface TracerParts {
  readonly config: Config;
  /** Called from time to time if spans are lost. */
  readonly onLoss: (message: string) => void;
}

/** The configured tracer. Without one, OpenTelemetry is not loaded. */
export async function openTracer({ config, onLoss }: TracerParts): Promise<Tracer | undefined> {
  const url = collectorOf(config);
  if (url === undefined || config.OTEL_SDK_DISABLED === true) return undefined;
  const { OtelTracer } = await import('./otel/otel-tracer.js');
  return new OtelTracer({
    url,
    headers: config.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    timeoutMs: config.OTEL_EXPORTER_OTLP_TIMEOUT,
    sampler: config.OTEL_TRACES_SAMPLER,
    share: config.OTEL_TRACES_SAMPLER_ARG,
    attributes: {
      'service.name': 'facet',
      ...config.OTEL_RESOURCE_ATTRIBUTES,
      ...(config.OTEL_SERVICE_NAME !== undefined && { 'service.name': config.OTEL_SERVICE_NAME }),
    },
    onLoss,
  });
}

function collectorOf(config: Config): string | undefined {
  const base = config.OTEL_EXPORTER_OTLP_ENDPOINT;
  const own = config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT;
  return own ?? (base === undefined ? undefined : `${base.replace(/\/$/, '')}/v1/traces`);
}
