import { currentPlace } from '../platform/work.ts';
import { textOf } from './statement-times.ts';

/**
 * Records a statement that has ended now as a span of the running code, if that is traced.
 *
 * @param text with placeholders instead of data
 * @param ms its duration
 */
export function traceStatement(text: string, ms: number, isFailed: boolean): void {
  const place = currentPlace();
  if (place?.isSampled !== true) return;
  const to = performance.now();
  const operation = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement';
  place.record({
    name: operation,
    kind: 'client',
    from: to - ms,
    to,
    isFailed,
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      'db.query.text': textOf(text),
    },
  });
}
