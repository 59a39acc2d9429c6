import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

type Value = { stringValue?: string; intValue?: number | string; doubleValue?: number };
type Attribute = { key: string; value: Value };

/** A received span. Times in nanoseconds since 1970. */
export type ReceivedSpan = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly from: bigint;
  readonly to: bigint;
  readonly attributes: Readonly<Record<string, string | number>>;
  /** Attributes of the process that sent it. */
  readonly resource: Readonly<Record<string, string | number>>;
};

/** A collector of traces. */
export type Collector = {
  readonly url: string;
  readonly spans: readonly ReceivedSpan[];
  /** All that was received, as text. */
  text(): string;
  close(): Promise<void>;
};

/** The part of OTLP that is read here. Source: opentelemetry-proto, trace/v1/trace.proto. */
type TraceRequest = {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: {
      spans: {
        traceId: string;
        spanId: string;
        parentSpanId?: string;
        name: string;
        startTimeUnixNano: string;
        endTimeUnixNano: string;
        attributes: Attribute[];
      }[];
    }[];
  }[];
};

function attributesOf(list: readonly Attribute[]): Record<string, string | number> {
  return Object.fromEntries(
    list.map(({ key, value }) => [
      key,
      value.stringValue ?? Number(value.intValue ?? value.doubleValue),
    ]),
  );
}

function spansIn({ resourceSpans }: TraceRequest): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ startTimeUnixNano, endTimeUnixNano, attributes, ...span }) => ({
        ...span,
        from: BigInt(startTimeUnixNano),
        to: BigInt(endTimeUnixNano),
        attributes: attributesOf(attributes),
        resource: attributesOf(resource.attributes),
      })),
    ),
  );
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
  return text;
}

/** Starts a collector that receives traces by OTLP over HTTP, as JSON. */
export async function startCollector(): Promise<Collector> {
  const spans: ReceivedSpan[] = [];
  let all = '';
  const server = createServer(async (request, response) => {
    const text = await bodyOf(request);
    const isTraces = request.method === 'POST' && request.url === '/v1/traces';
    if (!isTraces) return void response.writeHead(404).end();
    all += text;
    spans.push(...spansIn(JSON.parse(text) as TraceRequest));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    text: () => all,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
