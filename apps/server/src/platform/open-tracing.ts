import type { Config } from './config.ts';
import type { TracedProcess } from './open-telemetry.ts';
import type { Tracing } from './tracing.ts';

/**
 * Opens the export of traces; null if no collector is set. The SDK is loaded only if one is.
 *
 * @param about what identifies this process
 */
export async function openTracing(
  { endpoint, ...settings }: Config['tracing'],
  about: TracedProcess,
): Promise<Tracing | null> {
  if (endpoint === null) return null;
  const { openTelemetry } = await import('./open-telemetry.ts');
  return openTelemetry({ endpoint, ...settings }, about);
}
