import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { makeDocument, makeProject, openTestApp } from '../../app.testing.ts';

const many = '1000000';
const host = await openTestApp({ LIMIT_CALLS: many });
const [ada, bob] = await host.members('ada', 'bob');
afterAll(() => host.close());

/** Number of documents; the first `projects` moves of an act have a project as the target. */
const documents = 8;
const which = fc.nat({ max: documents - 1 });

/** One act of a user: into a parent, to the top level of a project, to the archive or back. */
const act = fc.oneof(
  { weight: 6, arbitrary: fc.record({ document: which, parent: which, as: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({ document: which, project: fc.nat({ max: 1 }), as: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      document: which,
      state: fc.constantFrom('archive', 'restore', 'delete'),
      as: fc.boolean(),
    }),
  },
);

/** Reads all documents with their stored parents, ancestors, projects and positions. */
async function stored(ids: readonly string[]) {
  const rows = await host.db
    .selectFrom('documents')
    .select(['id', 'parent_id as parentId', 'project_id as projectId', 'position'])
    .where('id', 'in', ids)
    .execute();
  const above = await host.db
    .selectFrom('document_ancestors')
    .selectAll()
    .where('document_id', 'in', ids)
    .execute();
  return { byId: new Map(rows.map((row) => [row.id, row])), above };
}

test('random concurrent moves never build a cycle and never lose a document', async () => {
  const projects = [
    await makeProject(ada, [[bob, 'owner']], 'One'),
    await makeProject(ada, [[bob, 'owner']], 'Two'),
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(act, { minLength: 2, maxLength: 6 }), { minLength: 1, maxLength: 4 }),
      async (rounds) => {
        const ids: string[] = [];
        for (let at = 0; at < documents; at += 1)
          ids.push((await makeDocument(ada, projects[at % 2]?.id ?? null, String(at))).id);
        for (const acts of rounds) {
          const answers = await Promise.all(
            acts.map((one) => {
              const path = `/api/v1/documents/${ids[one.document]}`;
              const user = one.as ? ada : bob;
              if ('state' in one) return user.call('POST', `${path}/${one.state}`);
              const body =
                'parent' in one
                  ? { parentId: ids[one.parent] }
                  : { projectId: projects[one.project]?.id, parentId: null };
              return user.call('PATCH', path, { body });
            }),
          );
          for (const answer of answers) expect([200, 409]).toContain(answer.status);
          const { byId, above } = await stored(ids);
          expect(byId.size).toBe(documents);
          const wanted: [string, string, number][] = [];
          for (const [id, row] of byId) {
            let depth = 0;
            for (let up = row.parentId; up !== null; up = byId.get(up)?.parentId ?? null) {
              depth += 1;
              // More levels than documents would be a cycle.
              expect(depth).toBeLessThan(documents);
              wanted.push([id, up, depth]);
              expect(byId.get(up)?.projectId).toBe(row.projectId);
              expect(row.position.startsWith(byId.get(up)?.position ?? '!')).toBe(true);
            }
          }
          const sorted = (rows: readonly (readonly [string, string, number])[]) =>
            rows.map((row) => row.join(' ')).toSorted();
          expect(sorted(above.map((row) => [row.document_id, row.ancestor_id, row.depth]))).toEqual(
            sorted(wanted),
          );
        }
      },
    ),
    { numRuns: 25 },
  );
}, 120_000);
