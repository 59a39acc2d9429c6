import type { Kysely } from 'kysely';
import type { Branding, BrandingChange, FileAnswer, LogoVariant } from '@longhand/contract';
import { readBranding, removeBranding, writeBranding } from '../../db/branding.ts';
import type { Schema } from '../../db/schema.ts';
import type { Audit } from '../../domain/audit.ts';
import { kindOf } from '../../files/kinds.ts';
import type { Upload } from '../../http/uploads.ts';
import type { Clock } from '../../platform/clock.ts';
import { refuse } from '../../platform/refusal.ts';

/** Dependencies of the branding. `changed` is called after each change. */
export type BrandingDeps = {
  db: Kysely<Schema>;
  clock: Clock;
  audit: Audit;
  changed: () => void;
};

/** Maximum size of a logo (bytes), and its maximum width and height (pixels). */
export const logoBytesMax = 262_144;
const logoPixelsMax = 2_000;

/** Types of logos. They cannot contain scripts. */
const logoTypes: ReadonlySet<string> = new Set(['image/png', 'image/webp']);

const parts = ['name', 'accent', 'imprintUrl', 'privacyUrl', 'signInNotice'] as const;

/** Changes the appearance of this server. Each changed part is audited, without its content. */
export function setBranding(
  deps: BrandingDeps,
  callerId: string,
  change: BrandingChange,
): Promise<Branding> {
  return changing(deps, async (trx) => {
    const before = await readBranding(trx);
    await writeBranding(trx, change, { userId: callerId, now: deps.clock.now() });
    for (const part of parts)
      if (JSON.stringify(before[part]) !== JSON.stringify(change[part]))
        await audited(deps, trx, callerId, part);
  });
}

/** Resets the appearance of this server, logos included. */
export function resetBranding(deps: BrandingDeps, callerId: string): Promise<Branding> {
  return changing(deps, async (trx) => {
    await removeBranding(trx);
    await audited(deps, trx, callerId, 'reset');
  });
}

/** Sets a logo from an uploaded file. Refuses `wrong_logo`. */
export async function setLogo(
  deps: BrandingDeps,
  callerId: string,
  { variant, uploads }: { variant: LogoVariant; uploads: AsyncIterable<Upload> },
): Promise<Branding> {
  const bytes = await firstOf(uploads);
  const { type, width, height } = kindOf(bytes);
  const isSmall = (width ?? 0) <= logoPixelsMax && (height ?? 0) <= logoPixelsMax;
  if (!logoTypes.has(type) || !isSmall) refuse('wrong_logo');
  return changing(deps, async (trx) => {
    const row = { type, bytes, changed_at: new Date(deps.clock.now()) };
    await trx
      .insertInto('branding_logos')
      .values({ variant, ...row })
      .onConflict((conflict) => conflict.column('variant').doUpdateSet(row))
      .execute();
    await audited(deps, trx, callerId, `logo.${variant}`);
  });
}

/** Removes a logo. A missing one is not an error. */
export function removeLogo(
  deps: BrandingDeps,
  callerId: string,
  variant: LogoVariant,
): Promise<Branding> {
  return changing(deps, async (trx) => {
    const removed = await trx
      .deleteFrom('branding_logos')
      .where('variant', '=', variant)
      .returning('variant')
      .execute();
    if (removed.length > 0) await audited(deps, trx, callerId, `logo.${variant}`);
  });
}

/** Returns a logo as a file. Refuses `not_found`. */
export async function readLogo(db: Kysely<Schema>, variant: LogoVariant): Promise<FileAnswer> {
  const logo = await db
    .selectFrom('branding_logos')
    .select(['type', 'bytes'])
    .where('variant', '=', variant)
    .executeTakeFirst();
  if (!logo) refuse('not_found');
  const name = `logo-${variant}.${logo.type.slice('image/'.length)}`;
  return { type: logo.type, name, inline: true, bytes: logo.bytes };
}

async function changing(
  { db, changed }: BrandingDeps,
  change: (trx: Kysely<Schema>) => Promise<void>,
): Promise<Branding> {
  await db.transaction().execute(change);
  changed();
  return readBranding(db);
}

const audited = (
  { audit }: BrandingDeps,
  trx: Kysely<Schema>,
  actorId: string,
  part: string,
): Promise<void> => audit(trx, { action: 'branding.changed', actorId, data: { part } });

/** Returns the bytes of the first uploaded file; none if there is no file. */
async function firstOf(uploads: AsyncIterable<Upload>): Promise<Buffer> {
  for await (const upload of uploads) {
    const read: Uint8Array[] = [];
    for await (const part of upload.bytes) read.push(part);
    return Buffer.concat(read);
  }
  return Buffer.alloc(0);
}
