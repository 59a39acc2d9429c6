import type { SpanAbout } from './tracing.ts';
import { currentPlace, under } from './work.ts';

/** Runs `work` as a span of the running code, if that is traced. */
export async function inSpan<Result>(
  about: SpanAbout,
  work: () => Promise<Result>,
): Promise<Result> {
  const span = currentPlace()?.open(about);
  if (span === undefined) return work();
  try {
    const result = await under(span.place, work);
    span.end(false);
    return result;
  } catch (error) {
    span.end(true);
    throw error;
  }
}
