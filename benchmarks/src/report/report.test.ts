import { describe, expect, it } from 'vitest';
import { createFigures, isReached, ratioOf, type Goal } from './figures.ts';
import { replaceFigures } from './page.ts';
import { tableOf } from './table.ts';

function figureOf(goal: Goal | null, longhand: number[], hocuspocus: number[]) {
  const figures = createFigures();
  const measure = { workload: 'W1', size: '2 people', what: 'seen, p50', unit: 'ms', goal };
  for (const value of longhand) figures.add(measure, 'longhand', value);
  for (const value of hocuspocus) figures.add(measure, 'hocuspocus', value);
  return figures.list();
}

describe('benchmark results', () => {
  it('are compared by round, with a check whether the median reaches the goal', () => {
    const [figure] = figureOf({ of: 'ratio', atMost: 0.5 }, [1, 3, 10], [2, 10, 10]);
    expect(figure && ratioOf(figure)).toEqual({ median: 0.5, min: 0.3, max: 1 });
    expect(figure && isReached(figure)).toBe(true);
    const [missed] = figureOf({ of: 'value', atMost: 0 }, [0, 1, 1], [8, 8, 8]);
    expect(missed && isReached(missed)).toBe(false);
    const [alone] = figureOf({ of: 'ratio', atMost: 1 }, [1], [0]);
    expect(alone && isReached(alone)).toBeNull();
  });

  it('are formatted as a table', () => {
    expect(tableOf(figureOf({ of: 'ratio', atMost: 0.5 }, [1, 3, 1234.5], [2, 4, 4]))).toBe(
      [
        '| workload | size     | measured      | Longhand    | Hocuspocus | bare relay | ratio          | goal  |                 |',
        '| -------- | -------- | ------------- | ----------- | ---------- | ---------- | -------------- | ----- | --------------- |',
        '| W1       | 2 people | seen, p50, ms | 3 (1–1,235) | 4 (2–4)    | –          | 0.75 (0.5–309) | ≤ 0.5 | **not reached** |',
      ].join('\n'),
    );
  });

  it('replace the text between two markers of a page, and leave the rest unchanged', () => {
    const page = 'before\n<!-- figures -->\nold\n<!-- end of figures -->\nafter\n';
    expect(replaceFigures(page, 'new')).toBe(
      'before\n<!-- figures -->\n\nnew\n\n<!-- end of figures -->\nafter\n',
    );
    expect(() => replaceFigures('nothing', 'new')).toThrow('has no place for figures');
  });
});
