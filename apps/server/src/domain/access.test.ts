import { describe, expect, test } from 'vitest';
import { refusals } from '@longhand/contract';
import { requireRole, requireChange, can, type Action } from './access.ts';
import { Refusal } from '../platform/refusal.ts';

/** Expected rights according to the API: viewer, reviewer, editor, owner. */
const rows: [Action, boolean, boolean, boolean, boolean][] = [
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

test.each(rows)(
  '%s: viewer %s, reviewer %s, editor %s, owner %s',
  (verb, viewer, reviewer, editor, owner) => {
    expect(can('viewer', verb)).toBe(viewer);
    expect(can('reviewer', verb)).toBe(reviewer);
    expect(can('editor', verb)).toBe(editor);
    expect(can('owner', verb)).toBe(owner);
    expect(can(null, verb)).toBe(false);
  },
);

function statusOf(act: () => void): number | null {
  try {
    act();
    return null;
  } catch (error) {
    if (error instanceof Refusal) return refusals[error.code].status;
    throw error;
  }
}

describe('an archived or deleted resource', () => {
  const archivedAt = new Date(0);

  test('can be read and shared, but not changed', () => {
    expect(statusOf(() => requireRole({ role: 'viewer', archivedAt }, 'read'))).toBe(null);
    expect(statusOf(() => requireRole({ role: 'owner', archivedAt }, 'share'))).toBe(null);
    expect(statusOf(() => requireChange({ role: 'editor', archivedAt }, 'write'))).toBe(409);
    expect(
      statusOf(() =>
        requireChange({ role: 'editor', archivedAt: null, deletedAt: archivedAt }, 'write'),
      ),
    ).toBe(409);
  });

  test('checks the role before the state', () => {
    expect(statusOf(() => requireChange({ role: 'viewer', archivedAt }, 'write'))).toBe(403);
  });
});
