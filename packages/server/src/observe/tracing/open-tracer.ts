import type { OtelOptions } from './otel/otel-tracer.js';
import type { Tracer } from './trace.js';

/** The settings of OpenTelemetry, by the names that all programs share. */
export interface TracingSettings {
  readonly OTEL_SDK_DISABLED?: boolean | undefined;
  readonly OTEL_SERVICE_NAME?: string | undefined;
  readonly OTEL_RESOURCE_ATTRIBUTES?: Readonly<Record<string, string>> | undefined;
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  readonly OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?: string | undefined;
  readonly OTEL_EXPORTER_OTLP_HEADERS?: Readonly<Record<string, string>> | undefined;
  readonly OTEL_EXPORTER_OTLP_TIMEOUT: number;
  readonly OTEL_TRACES_SAMPLER: OtelOptions['sampler'];
  readonly OTEL_TRACES_SAMPLER_ARG: number;
}

export interface TracerParts {
  readonly config: TracingSettings;
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

function collectorOf(config: TracingSettings): string | undefined {
  const base = config.OTEL_EXPORTER_OTLP_ENDPOINT;
  const own = config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT;
  return own ?? (base === undefined ? undefined : `${base.replace(/\/$/, '')}/v1/traces`);
}
