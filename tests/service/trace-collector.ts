import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

type Value = Readonly<Record<string, unknown>>;

interface WireSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly status: { readonly code?: number; readonly message?: string };
  readonly events: readonly unknown[];
  readonly attributes: readonly WireAttribute[];
}

interface WireAttribute {
  readonly key: string;
  readonly value: Value;
}

interface WireBatch {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly WireAttribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly WireSpan[] }[];
  }[];
}

export interface CollectedSpan extends Omit<WireSpan, 'attributes'> {
  readonly attributes: Value;
  readonly resource: Value;
}

export interface TraceCollector {
  readonly url: string;
  /** Everything that has arrived, as it was sent. */
  readonly raw: () => string;
  readonly spans: () => readonly CollectedSpan[];
  readonly headers: () => readonly IncomingHttpHeaders[];
  readonly close: () => Promise<void>;
}

const attributesOf = (list: readonly WireAttribute[]): Value =>
  Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]]));

function spansOf(body: string): CollectedSpan[] {
  const { resourceSpans } = JSON.parse(body) as WireBatch;
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans
      .flatMap(({ spans }) => spans)
      .map((span) => ({
        ...span,
        attributes: attributesOf(span.attributes),
        resource: attributesOf(resource.attributes),
      })),
  );
}

/** A collector on loopback that takes traces over OTLP/HTTP as JSON; with `answers: false` it never responds. */
export async function openCollector({ responses = true } = {}): Promise<TraceCollector> {
  const bodies: string[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.url !== '/v1/traces') throw new Error(`The collector was asked for ${request.url ?? ''}.`);
      bodies.push(Buffer.concat(chunks).toString());
      headers.push(request.headers);
      if (responses) response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    raw: () => bodies.join('\n'),
    spans: () => bodies.flatMap(spansOf),
    headers: () => headers,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
