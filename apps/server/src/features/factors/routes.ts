import { endpoints, type Factors } from '@longhand/contract';
import type { FastifyRequest } from 'fastify';
import { readRules } from '../../db/rules.ts';
import { needsFactor } from '../../db/second-factor.ts';
import { isPasswordHash } from '../../domain/passwords.ts';
import {
  findConfirmedUntil,
  getPasswordHash,
  requireConfirmed,
} from '../../domain/reauthentication.ts';
import type { Route } from '../../http/routes.ts';
import type { Session } from '../../http/session.ts';
import { refuse } from '../../platform/refusal.ts';
import { changeFactors } from './changed.ts';
import { confirmOwner, startConfirmation } from './confirmation.ts';
import type { FactorsDeps } from './deps.ts';
import { rememberBrowser } from './known-browser.ts';
import { activateOneTimeCodes, deleteOneTimeCodes, startOneTimeCodes } from './one-time-codes.ts';
import {
  addPasskey,
  deletePasskey,
  listPasskeys,
  renamePasskey,
  startPasskey,
} from './passkeys.ts';
import { countRecoveryCodes, renewRecoveryCodes } from './recovery-codes.ts';
import { findRelyingParty } from './relying-party.ts';
import { removeFactorsOf } from './removal.ts';
import {
  endPasskeySignIn,
  endSignInByCode,
  getRelyingParty,
  startPasskeySignIn,
} from './sign-in.ts';

/** Returns the second factors of a user. */
async function readFactors(
  deps: FactorsDeps,
  session: Session,
  request: FastifyRequest,
): Promise<Factors> {
  const { db, publicUrl } = deps;
  const { user } = session;
  const [passkeys, codes, recoveryCodesLeft, hash, until, rules] = await Promise.all([
    listPasskeys(db, user.id),
    db
      .selectFrom('one_time_codes')
      .select('activated_at as since')
      .where('user_id', '=', user.id)
      .executeTakeFirst(),
    countRecoveryCodes(db, user.id),
    getPasswordHash(db, user.id),
    findConfirmedUntil(deps, session),
    readRules(db),
  ]);
  return {
    passkeys,
    oneTimeCodesSince: codes?.since?.toISOString() ?? null,
    recoveryCodesLeft,
    hasPassword: isPasswordHash(hash),
    confirmedUntil: until?.toISOString() ?? null,
    canAddPasskeys: findRelyingParty(publicUrl, request.headers.host) !== null,
    isRequired: needsFactor(rules.secondFactor, user),
  };
}

/** Replaces the recovery codes of a user. Refuses `confirm_first`, `no_second_factor`. */
async function renew(deps: FactorsDeps, session: Session): Promise<string[]> {
  await requireConfirmed(deps, session);
  if (!session.user.hasSecondFactor) refuse('no_second_factor');
  return changeFactors(deps, session, {
    action: 'recovery_codes.renewed',
    kind: 'recovery_codes',
    said: (i18n) =>
      i18n._(
        'The recovery codes of your account were replaced. The previous ones are not valid any more.',
      ),
    make: (trx) => renewRecoveryCodes(trx, session.user.id),
  });
}

/** Registers sign-in with second factors, those of users, and their removal by administrators. */
export function factorsRoutes(route: Route, deps: FactorsDeps): void {
  route(endpoints.endSignInByCode, ({ body, ...call }) => endSignInByCode(deps, call, body.code));
  route(endpoints.startPasskeySignIn, (call) => startPasskeySignIn(deps, call));
  route(endpoints.endPasskeySignIn, ({ body, ...call }) =>
    endPasskeySignIn(deps, call, body.credential),
  );

  route(endpoints.getFactors, ({ session, request }) => readFactors(deps, session, request));
  route(endpoints.startConfirmation, (call) => startConfirmation(deps, call));
  route(endpoints.confirmOwner, async ({ body, ...call }) => ({
    confirmedUntil: (await confirmOwner(deps, call, body)).toISOString(),
  }));

  route(endpoints.startOneTimeCodes, ({ session }) => startOneTimeCodes(deps, session));
  route(endpoints.activateOneTimeCodes, async ({ session, body, reply }) => {
    const added = await activateOneTimeCodes(deps, session, body.code);
    rememberBrowser(deps, reply, session.user.id);
    return added;
  });
  route(endpoints.deleteOneTimeCodes, async ({ session }) => {
    await deleteOneTimeCodes(deps, session);
    return undefined;
  });
  route(endpoints.renewRecoveryCodes, async ({ session }) => ({
    recoveryCodes: await renew(deps, session),
  }));

  route(endpoints.startPasskey, ({ session, request }) =>
    startPasskey(deps, session, getRelyingParty(deps, request)),
  );
  route(endpoints.addPasskey, ({ session, request, body }) =>
    addPasskey(deps, session, { ...body, party: getRelyingParty(deps, request) }),
  );
  route(endpoints.updatePasskey, ({ user, params, body }) =>
    renamePasskey(deps, user.id, { id: params.id, name: body.name }),
  );
  route(endpoints.deletePasskey, async ({ session, params }) => {
    await deletePasskey(deps, session, params.id);
    return undefined;
  });

  route(endpoints.deleteFactors, async ({ user, params }) => {
    await removeFactorsOf(deps, { callerId: user.id, userId: params.id });
    return undefined;
  });
}
