import { expect, test } from 'vitest';
import { createRegistry, type Command } from './registry.ts';

const command = (id: string): Command => ({ id, group: 'Group', name: id, to: `/${id}` });

test('collects the contributed commands and shortcuts, the latest first, until they are withdrawn', () => {
  const registry = createRegistry();
  registry.set('shell', { commands: [command('home')], shortcuts: [] });
  registry.set('page', {
    commands: [command('archive')],
    shortcuts: [{ group: 'Text', name: 'Bold', keys: 'Mod-B' }],
  });
  expect(registry.current().commands.map(({ id }) => id)).toEqual(['archive', 'home']);
  expect(registry.current().shortcuts).toHaveLength(1);
  registry.set('page', null);
  expect(registry.current().commands.map(({ id }) => id)).toEqual(['home']);
});

test('returns the same object until something changes, and notifies subscribers', () => {
  const registry = createRegistry();
  let told = 0;
  const stop = registry.subscribe(() => (told += 1));
  const before = registry.current();
  expect(registry.current()).toBe(before);
  registry.set('page', { commands: [command('one')], shortcuts: [] });
  expect(registry.current()).not.toBe(before);
  stop();
  registry.set('page', null);
  expect(told).toBe(1);
});
