import type { Kysely } from 'kysely';
import {
  branding,
  productName,
  usualBranding,
  type Branding,
  type BrandingChange,
  type LogoVariant,
} from '@longhand/contract';
import type { Schema } from './schema.ts';

const choice = 'branding';

/** Stored choices: all but the logos, which are in a table of their own. */
const stored = branding.omit({ logos: true });

/** Returns the appearance of this server. */
export async function readBranding(db: Kysely<Schema>): Promise<Branding> {
  const row = await db
    .selectFrom('server_choices')
    .select('value')
    .where('name', '=', choice)
    .executeTakeFirst();
  const logos = await db
    .selectFrom('branding_logos')
    .select(['variant', 'changed_at as changedAt'])
    .execute();
  const addressOf = (variant: LogoVariant): string | null => {
    const logo = logos.find((each) => each.variant === variant);
    // The time makes the address of another logo a different one.
    return logo ? `/api/v1/branding/logos/${variant}?v=${logo.changedAt.getTime()}` : null;
  };
  return {
    ...stored.parse({ ...usualBranding, ...row?.value }),
    logos: { light: addressOf('light'), dark: addressOf('dark') },
  };
}

/** Returns the name of this server, for mails. */
export async function readServerName(db: Kysely<Schema>): Promise<string> {
  const row = await db
    .selectFrom('server_choices')
    .select('value')
    .where('name', '=', choice)
    .executeTakeFirst();
  return stored.parse({ ...usualBranding, ...row?.value }).name ?? productName;
}

/** Stores the appearance of this server, without the logos. */
export async function writeBranding(
  trx: Kysely<Schema>,
  change: BrandingChange,
  { userId, now }: { userId: string; now: number },
): Promise<void> {
  const row = { value: JSON.stringify(change), changed_by: userId, changed_at: new Date(now) };
  await trx
    .insertInto('server_choices')
    .values({ name: choice, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
}

/** Removes the stored appearance and the logos. */
export async function removeBranding(trx: Kysely<Schema>): Promise<void> {
  await trx.deleteFrom('server_choices').where('name', '=', choice).execute();
  await trx.deleteFrom('branding_logos').execute();
}
