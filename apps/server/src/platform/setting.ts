import { z } from 'zod';
import type { FromText } from './setting-types.ts';

/** Description of a setting, as an environment variable and in `.env.example`. */
export type SettingInfo = {
  /** Name of the environment variable. */
  readonly name: string;
  /** Default; empty for no value. */
  readonly initial: string;
  readonly about: string;
  /** `tests`: not for operators. */
  readonly use: 'used' | 'tests';
};

/** Descriptions of the settings, by their schemas. */
export const infos = z.registry<SettingInfo>();

/**
 * Creates a setting.
 *
 * @param name of the environment variable
 * @param initial its default; empty for no value
 * @param schema its parser
 * @param about its description in `.env.example`
 */
export function setting<T>(
  name: string,
  initial: string | number,
  schema: FromText<T>,
  about: string,
  use: SettingInfo['use'] = 'used',
) {
  return schema.prefault(String(initial)).register(infos, {
    name,
    initial: String(initial),
    about,
    use,
  });
}
