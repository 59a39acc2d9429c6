import type { z } from 'zod';
import { configSchema, settings } from './settings.ts';

/**
 * Validated and typed settings of the process. Created once at the start; no other code reads the
 * environment.
 */
export type Config = z.infer<typeof configSchema>;

/** The settings are invalid. The message lists every error, one per line. */
export class ConfigError extends Error {
  override name = 'ConfigError';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`These settings are invalid:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.faults = faults;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;
type Tree = { [key: string]: Tree | string };

function given(environment: Environment, name: string): string {
  return environment[name]?.trim() ?? '';
}

/** Returns the values of the environment as a tree in the shape of the configuration. */
function treeOf(environment: Environment): Tree {
  const tree: Tree = {};
  for (const { path, info } of settings) {
    const groups = path.slice(0, -1);
    const group = groups.reduce((at, key) => (at[key] ??= {}) as Tree, tree);
    const value = given(environment, info.name);
    if (value !== '') group[path.at(-1) ?? ''] = value;
  }
  return tree;
}

/** Finds settings that are valid by themselves, but not together. */
function findConflicts(environment: Environment): string[] {
  const [signUp, server, from] = ['SIGN_UP', 'SMTP_URL', 'MAIL_FROM'].map((name) =>
    given(environment, name),
  );
  const faults: string[] = [];
  if (server !== '' && from === '') faults.push('MAIL_FROM has to be set if SMTP_URL is set');
  if (server === '' && !['', 'open', 'invited'].includes(signUp ?? '')) {
    faults.push(
      'SIGN_UP names a mail domain, and without SMTP_URL addresses cannot be confirmed: set SMTP_URL, or use open or invited',
    );
  }
  if (given(environment, 'REDIS_URL') !== '' && given(environment, 'DATABASE_URL') === '')
    faults.push('DATABASE_URL has to be set if REDIS_URL is set');
  return faults;
}

function nameAt(path: readonly PropertyKey[]): string {
  return settings.find((setting) => setting.path.join() === path.join())?.info.name ?? '';
}

/**
 * Reads and validates all settings, by default from the process environment.
 *
 * @throws {@link ConfigError}
 */
export function readConfig(environment: Environment = process.env): Config {
  const { data, error } = configSchema.safeParse(treeOf(environment));
  const faults = [
    ...(error?.issues ?? []).map(({ path, message }) => `${nameAt(path)} ${message}`),
    ...findConflicts(environment),
  ];
  if (data === undefined || faults.length > 0) throw new ConfigError(faults);
  return data;
}
