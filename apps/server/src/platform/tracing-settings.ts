import { z } from 'zod';
import { headers, httpUrl, oneOf, optional, share, text } from './setting-types.ts';
import { setting } from './setting.ts';

/** Samplers of traces. Source: OpenTelemetry, Environment Variable Specification. */
export const samplers = [
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
  'always_on',
  'always_off',
  'traceidratio',
] as const;

/** Export of traces, with the standard variables of OpenTelemetry. `endpoint`: null for none. */
export const tracing = z.object({
  endpoint: setting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    '',
    optional(httpUrl),
    'A collector of OpenTelemetry traces that accepts OTLP over HTTP, such as http://127.0.0.1:4318. If empty, nothing is traced.',
  ),
  headers: setting(
    'OTEL_EXPORTER_OTLP_HEADERS',
    '',
    headers,
    'HTTP headers for the collector, such as authorization=Bearer%20secret, separated by commas.',
  ),
  serviceName: setting(
    'OTEL_SERVICE_NAME',
    'longhand',
    text,
    'The name of this service in traces.',
  ),
  sampler: setting(
    'OTEL_TRACES_SAMPLER',
    'parentbased_always_on',
    oneOf(samplers),
    `Which calls and updates are traced: ${samplers.join(', ')}. parentbased: as the trusted proxy says, otherwise as named.`,
  ),
  ratio: setting(
    'OTEL_TRACES_SAMPLER_ARG',
    1,
    share,
    'The share of traces that traceidratio samples, from 0 to 1.',
  ),
});
