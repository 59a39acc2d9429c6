import type { scimEndpoints } from '@longhand/contract';
import { testPassword } from '../../app.testing.ts';
import type { Rows, Stage } from './row.ts';

/** Id of the connection that the calls end. */
const connectionId = '0192f0c1-7a00-7000-8000-00000000f001';

async function addConnection({ db }: Stage): Promise<void> {
  await db
    .insertInto('scim_connections')
    .values({
      id: connectionId,
      name: 'Directory',
      token_hash: Buffer.alloc(32),
      link_rule: 'never',
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Access rules of connections to directories. */
export const scimRows: Rows<typeof scimEndpoints> = {
  listScimConnections: { of: 'administrator', status: 200 },
  createScimConnection: {
    of: 'administrator',
    status: 201,
    body: () => ({ name: 'Directory', currentPassword: testPassword }),
  },
  deleteScimConnection: {
    of: 'administrator',
    status: 204,
    prepare: addConnection,
    params: () => ({ id: connectionId }),
  },
};
