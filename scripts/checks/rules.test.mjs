import { expect, test } from 'vitest';
import { compareRules } from './rules.mjs';

const specification = '- [ABC1] The first.\n- [ABC2] The second.\n';

test('reports nothing when tests cite every rule in their titles', () => {
  const code = ['packages/sync/src/a.ts', '/** Source: [ABC1]. */'];
  const tests = ['packages/sync/src/a.test.ts', "test('[ABC1], [ABC2] both hold', () => {});"];
  expect(compareRules(specification, [code, tests])).toEqual([]);
});

test('a range cites each of its rules', () => {
  const tests = ['packages/sync/src/a.test.ts', "test('[ABC1] to [ABC2] hold', () => {});"];
  expect(compareRules(specification, [tests])).toEqual([]);
});

test('reports a rule that no title cites, even if a comment does, and a citation of an undefined rule', () => {
  const tests = [
    'packages/sync/src/a.test.ts',
    "  // [ABC2] is not tested\ntest('[ABC1], [ABC3] hold', () => {});",
  ];
  expect(compareRules(specification, [tests])).toEqual([
    'packages/sync/SPEC.md: no test cites [ABC2]',
    'packages/sync/src/a.test.ts: [ABC3] is not defined in packages/sync/SPEC.md',
  ]);
});

test('reports a rule that is defined twice', () => {
  const tests = ['packages/sync/src/a.test.ts', "test('[ABC1], [ABC2] hold', () => {});"];
  expect(compareRules(`${specification}- [ABC1] Again.\n`, [tests])).toEqual([
    'packages/sync/SPEC.md: [ABC1] is defined twice',
  ]);
});
