import { describe, expect, test } from 'vitest';
import { refusals } from '@longhand/contract';
import { demand, demandChange, may, type Verb } from './access.ts';
import { Refusal } from '../platform/refusal.ts';

/** Expected rights according to the API: viewer, reviewer, editor, owner. */
const rows: [Verb, boolean, boolean, boolean, boolean][] = [
  ['read', true, true, true, true],
  ['comment', false, true, true, true],
  ['suggest', false, true, true, true],
  ['write', false, false, true, true],
  ['rename_document', false, false, true, true],
  ['create_document', false, false, true, true],
  ['order_documents', false, false, true, true],
  ['change_status', false, false, true, true],
  ['move_document', false, false, true, true],
  ['archive_document', false, false, true, true],
  ['restore_document', false, false, true, true],
  ['delete_document', false, false, true, true],
  ['tag_document', false, false, true, true],
  ['make_template', false, false, true, true],
  ['share', false, false, false, true],
  ['rename_project', false, false, false, true],
  ['hand_over', false, false, false, true],
  ['archive_project', false, false, false, true],
  ['delete_project', false, false, false, true],
];

test.each(rows)('%s: viewer %s, reviewer %s, editor %s, owner %s', (verb, viewer, reviewer, editor, owner) => {
  expect(may('viewer', verb)).toBe(viewer);
  expect(may('reviewer', verb)).toBe(reviewer);
  expect(may('editor', verb)).toBe(editor);
  expect(may('owner', verb)).toBe(owner);
  expect(may(null, verb)).toBe(false);
});

function statusOf(act: () => void): number | null {
  try {
    act();
    return null;
  } catch (error) {
    if (error instanceof Refusal) return refusals[error.code].status;
    throw error;
  }
}

describe('what is put away', () => {
  const archivedAt = new Date(0);

  test('can be read, and shared or taken away, and not changed', () => {
    expect(statusOf(() => demand({ role: 'viewer', archivedAt }, 'read'))).toBe(null);
    expect(statusOf(() => demand({ role: 'owner', archivedAt }, 'share'))).toBe(null);
    expect(statusOf(() => demandChange({ role: 'editor', archivedAt }, 'write'))).toBe(409);
    expect(statusOf(() => demandChange({ role: 'editor', archivedAt: null, deletedAt: archivedAt }, 'write'))).toBe(409);
  });

  test('rights come before state', () => {
    expect(statusOf(() => demandChange({ role: 'viewer', archivedAt }, 'write'))).toBe(403);
  });
});
