import { endpoints, type ProviderChoice } from '@longhand/contract';
import type { Audit } from '../../domain/audit.ts';
import { getOffer } from '../../domain/invitations.ts';
import { readRules } from '../../db/rules.ts';
import { readSignUp, writeSignUp } from '../../domain/sign-up.ts';
import { isOnlyProvider } from '../../domain/sign-in-rule.ts';
import type { Route } from '../../http/routes.ts';
import { refuse } from '../../platform/refusal.ts';
import type { Config } from '../../platform/config.ts';
import { accept, invite, list, takeBack, type InvitationsDeps } from './service.ts';
import { removeEnded } from './store.ts';

const daySeconds = 86_400;

/**
 * Registers the routes of invitations and of the rule for registration. `listProviders` returns the
 * identity providers by which users may sign in. `hasPasskeys` tells whether passkeys are
 * possible at the host of a request.
 */
export function invitationsRoutes(
  route: Route,
  deps: InvitationsDeps & {
    config: Pick<Config, 'signUp' | 'demo'>;
    audit: Audit;
    listProviders: () => Promise<ProviderChoice[]>;
    hasPasskeys: (host: string | undefined) => boolean;
  },
): void {
  const { db, clock, jobs, mail, config, audit, listProviders, hasPasskeys } = deps;
  jobs.handle('links.tidy', () => removeEnded(db, clock.now()));
  jobs.every(daySeconds, 'links.tidy');

  route(endpoints.getSettings, async ({ request }) => ({
    signUp: await readSignUp(db, config.signUp),
    rules: await readRules(db),
    demo: config.demo,
    mail: mail.configured,
    providers: await listProviders(),
    passwordSignIn: !(await isOnlyProvider(db)),
    passkeySignIn: hasPasskeys(request.headers.host) && !(await isOnlyProvider(db)),
    salesMailbox: mail.mailboxes.sales,
    supportMailbox: mail.mailboxes.support,
  }));
  route(endpoints.getSignUp, () => readSignUp(db, config.signUp));
  route(endpoints.setSignUp, async ({ user, body }) => {
    if (body.mode === 'domain' && !mail.configured) refuse('mail_needed');
    const rule = { mode: body.mode, domain: body.domain ?? null };
    await db.transaction().execute(async (trx) => {
      await writeSignUp(trx, rule, { userId: user.id, now: clock.now() });
      await audit(trx, { action: 'sign_up.changed', actorId: user.id, data: rule });
    });
    return readSignUp(db, config.signUp);
  });

  route(endpoints.listInvitations, ({ user, params, query }) =>
    list(deps, user.id, { projectId: params.id, ...query }),
  );
  route(endpoints.createInvitation, ({ user, params, body }) =>
    invite(deps, user, { projectId: params.id, ...body }),
  );
  route(endpoints.deleteInvitation, async ({ user, params }) => {
    await takeBack(deps, user.id, { projectId: params.id, invitationId: params.invitationId });
    return undefined;
  });
  route(endpoints.getInvitation, async ({ body }) => {
    const { expiresAt, ...offer } = await getOffer(db, body.token, clock.now());
    return { ...offer, expiresAt: expiresAt.toISOString() };
  });
  route(endpoints.acceptInvitation, ({ user, body }) => accept(deps, user, body.token));
}
