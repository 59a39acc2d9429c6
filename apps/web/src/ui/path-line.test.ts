import { expect, test } from 'vitest';
import { pathText } from './path-line.tsx';

const pathOf = (...titles: string[]) => titles.map((title) => ({ id: title, title }));

test.each([
  [[], ''],
  [['Handbook', ''], 'Handbook › Untitled'],
  [['A', 'B', 'C', 'D'], 'A › B › C › D'],
  [['A', 'B', 'C', 'D', 'E', 'F'], 'A › … › E › F'],
])('the path %j is shown as “%s”', (titles, shown) => {
  expect(pathText(pathOf(...titles))).toBe(shown);
});
