import { expect, test } from 'vitest';
import { compareRules } from './rules.mjs';

const specification = '- [ABC1] The first.\n- [ABC2] The second.\n';

test('rules that tests cite in titles have no fault, wherever else they are cited', () => {
  const code = ['packages/sync/src/a.ts', '/** Source: [ABC1]. */'];
  const tests = ['packages/sync/src/a.test.ts', "test('[ABC1], [ABC2] both hold', () => {});"];
  expect(compareRules(specification, [code, tests])).toEqual([]);
});

test('a range cites each of its rules', () => {
  const tests = ['packages/sync/src/a.test.ts', "test('[ABC1] to [ABC2] hold', () => {});"];
  expect(compareRules(specification, [tests])).toEqual([]);
});

test('a rule without a test, a comment that cites it, and a rule that is not defined are faults', () => {
  const tests = [
    'packages/sync/src/a.test.ts',
    "  // [ABC2] is not tested\ntest('[ABC1], [ABC3] hold', () => {});",
  ];
  expect(compareRules(specification, [tests])).toEqual([
    'packages/sync/SPEC.md: no test cites [ABC2]',
    'packages/sync/src/a.test.ts: [ABC3] is not defined in packages/sync/SPEC.md',
  ]);
});

test('a rule is defined once', () => {
  const tests = ['packages/sync/src/a.test.ts', "test('[ABC1], [ABC2] hold', () => {});"];
  expect(compareRules(`${specification}- [ABC1] Again.\n`, [tests])).toEqual([
    'packages/sync/SPEC.md: [ABC1] is defined twice',
  ]);
});
