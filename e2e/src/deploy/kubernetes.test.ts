import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { documentsOf, root, settingNames, valueOf } from './files.ts';

type Resource = { readonly apiVersion: string; readonly kind: string } & Record<string, unknown>;
type Model = new (data: Resource) => { validate(): void };
type Container = {
  readonly env: { name: string; value?: string }[];
  readonly ports: { name: string; containerPort: number }[];
  readonly volumeMounts: { mountPath: string }[];
} & Record<string, unknown>;

const names = readdirSync(join(root, 'deploy/kubernetes')).filter(
  (name) => name !== 'kustomization.yaml',
);
const resources = names.flatMap((name) => documentsOf(`kubernetes/${name}`) as Resource[]);
const called = resources.map((each): [string, Resource] => [each.kind, each]);

function only(kind: string): Resource {
  const [found, ...others] = resources.filter((resource) => resource.kind === kind);
  if (found === undefined || others.length > 0) throw new Error(`not one resource is a ${kind}`);
  return found;
}

const { template, ...deployment } = only('Deployment')['spec'] as {
  template: { spec: { containers: [Container] } & Record<string, unknown> };
} & Record<string, unknown>;
const [container] = template.spec.containers;

describe('deploy/kubernetes', () => {
  test.each(called)(
    'has a %s that is valid by the schema of Kubernetes',
    async (kind, resource) => {
      const path = `kubernetes-models/${resource.apiVersion}/${kind}`;
      const Found = ((await import(path)) as Record<string, Model>)[kind];
      if (Found === undefined) throw new Error(`${path} has no ${kind}`);
      expect(() => new Found(resource).validate()).not.toThrow();
    },
  );

  test('has no field that Kubernetes does not know', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'longhand-kubernetes-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, 'resources.mts');
    // The schemas admit unknown fields, the types do not.
    const lines = resources.map((resource, at) => {
      const model = `${root}/node_modules/kubernetes-models/${resource.apiVersion}/${resource.kind}.js`;
      return `import type { I${resource.kind} as T${at} } from '${model}';
        export const a${at}: T${at} = ${JSON.stringify(resource)};`;
    });
    await writeFile(file, lines.join('\n'));
    const options = [
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      '--module',
      'nodenext',
      '--types',
      '',
    ];
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    const { status, stdout } = spawnSync(process.execPath, [compiler, ...options, file]);
    expect([stdout.toString(), status]).toEqual(['', 0]);
  });

  test('lists all of its files for kubectl apply -k', () => {
    const { resources: listed } = valueOf('kubernetes/kustomization.yaml') as {
      resources: string[];
    };
    expect(listed.toSorted()).toEqual(names.toSorted());
  });

  test('fulfils the restricted profile, with a read-only root', () => {
    expect(template.spec['securityContext']).toMatchObject({
      runAsNonRoot: true,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect(container['securityContext']).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(container.volumeMounts.map(({ mountPath }) => mountPath).toSorted()).toEqual([
      '/data',
      '/tmp',
      '/var/tmp',
    ]);
  });

  test('updates one node at a time, and leaves each the time to stop', () => {
    expect(deployment['strategy']).toMatchObject({ rollingUpdate: { maxUnavailable: 0 } });
    expect(only('PodDisruptionBudget')['spec']).toMatchObject({ maxUnavailable: 1 });
    expect(template.spec['terminationGracePeriodSeconds']).toBeGreaterThanOrEqual(20);
  });

  test('has settings that exist, and the ports that they name', () => {
    const data = only('ConfigMap')['data'] as Record<string, string>;
    const given = [...Object.keys(data), ...container.env.map(({ name }) => name)];
    expect(given.filter((name) => !settingNames.has(name))).toEqual(['POD_IP']);
    expect(container.ports).toEqual([
      { name: 'http', containerPort: 3000 },
      { name: 'metrics', containerPort: Number(data['ADMIN_PORT']) },
    ]);
    const address = container.env.find(({ name }) => name === 'NODE_URL')?.value;
    expect(address).toBe('http://$(POD_IP):3000');
  });
});
