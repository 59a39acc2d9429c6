import type { erasuresEndpoints } from '@longhand/contract';
import { testPassword } from '../../app.testing.ts';
import type { Rows, Stage } from './row.ts';

/** Id of the user whom the calls erase. */
const erasedId = '0192f0c1-7a00-7000-8000-00000000e001';

/** Id of the hold that the calls end. */
const holdId = '0192f0c1-7a00-7000-8000-00000000e002';

/** Creates the user to erase, or restores it. `deletedAt`: when the account was deleted. */
async function addErased({ db }: Stage, deletedAt: Date | null = null): Promise<void> {
  const row = {
    username: 'to-be-erased',
    username_key: 'to-be-erased',
    name: 'To Be Erased',
    email: 'erased@example.org',
    email_key: 'erased@example.org',
    deleted_at: deletedAt,
    disabled_at: null,
  };
  await db
    .insertInto('users')
    .values({ id: erasedId, password_hash: '!', avatar_color: '#000000', ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}

async function clearHolds({ db }: Stage): Promise<void> {
  await db.deleteFrom('holds').execute();
}

async function addHold(stage: Stage): Promise<void> {
  await clearHolds(stage);
  await addErased(stage);
  await stage.db
    .insertInto('holds')
    .values({ id: holdId, kind: 'person', object_id: erasedId, reason: 'A dispute' })
    .execute();
}

const ofErased = { of: 'administrator', params: () => ({ id: erasedId }) } as const;

/** Access rules of erasures and legal holds. */
export const erasuresRows: Rows<typeof erasuresEndpoints> = {
  previewErasure: { ...ofErased, status: 200, prepare: addErased },
  createErasure: {
    ...ofErased,
    status: 202,
    prepare: async (stage) => {
      await clearHolds(stage);
      await addErased(stage);
    },
    body: () => ({ username: 'to-be-erased', removeWords: true, currentPassword: testPassword }),
  },
  listErasures: { of: 'administrator', status: 200 },
  listFormerMembers: { of: 'administrator', status: 200 },
  eraseFormerMember: {
    of: 'administrator',
    status: 202,
    prepare: async (stage) => {
      await clearHolds(stage);
      await addErased(stage, new Date());
      await stage.db.deleteFrom('erasures').execute();
    },
    params: () => ({ id: erasedId }),
    body: () => ({ currentPassword: testPassword }),
  },
  listHolds: { of: 'administrator', status: 200 },
  createHold: {
    of: 'administrator',
    status: 201,
    prepare: async (stage) => {
      await clearHolds(stage);
      await addErased(stage);
    },
    body: () => ({ kind: 'person', object: 'to-be-erased', reason: 'A dispute' }),
  },
  endHold: { of: 'administrator', status: 200, prepare: addHold, params: () => ({ id: holdId }) },
};
