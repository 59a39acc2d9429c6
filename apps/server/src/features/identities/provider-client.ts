import type { JSONWebKeySet } from 'jose';
import * as oidc from 'openid-client';
import type { IdentityProviderTest } from '@longhand/contract';
import { refuse, Refusal } from '../../platform/refusal.ts';
import { checkAddressee, orderIn, type SignOutOrder } from './logout-token.ts';
import {
  clockToleranceSeconds,
  createCache,
  createProviderRequests,
  type PromiseCache,
  type Provider,
  type ProviderRequests,
  type ProviderRequestsDeps,
} from './provider-requests.ts';

/** Values that bind a sign-in to one browser. */
export type SignInSecrets = {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
};

/** Result of a sign-in: the claims about the person, and the ID token. */
export type Proof = {
  readonly claims: Readonly<Record<string, unknown>>;
  readonly idToken: string;
};

/** Requests to identity providers. All refuse `provider_unreachable` and `provider_invalid`. */
export interface ProviderClient {
  /** Reads what a provider publishes about itself. */
  describe(provider: Provider): Promise<IdentityProviderTest>;
  /** Returns the address at which the user signs in. */
  authorizationUrl(
    provider: Provider,
    given: SignInSecrets & { redirectUri: string },
  ): Promise<string>;
  /**
   * Exchanges the code in the provider's answer for claims. Also refuses `provider_denied`,
   * `provider_not_confirmed`, `provider_clock`.
   */
  exchange(
    provider: Provider,
    given: SignInSecrets & { redirectUri: string; answer: string },
  ): Promise<Proof>;
  /** Returns the address that signs out at the provider, or null if it has none now. */
  signOutUrl(
    provider: Provider,
    given: { idToken: string; afterSignOutUri: string },
  ): Promise<string | null>;
  /** Verifies a logout token. Refuses `logout_token_invalid`. */
  verifySignOut(provider: Provider, token: string): Promise<SignOutOrder>;
}

/** Maximum time for which a sign-out waits for the provider (ms). */
const signOutTimeMax = 3_000;

/** Age up to which keys suffice if none of them has signed a token (ms). */
const keysFreshMs = 5_000;

type Given<Name extends keyof ProviderClient> = Parameters<ProviderClient[Name]>[1];

function describe(requests: ProviderRequests, provider: Provider): Promise<IdentityProviderTest> {
  return requests.attempt(provider, async (limited) => {
    const metadata = await requests.discover(provider, limited);
    const { keys } = await requests.readKeys(metadata, limited);
    return {
      issuer: metadata.issuer,
      authorizationEndpoint: metadata.authorization_endpoint ?? '',
      keyCount: keys.length,
      supportsPkce: metadata.code_challenge_methods_supported?.includes('S256') ?? false,
      supportsSignOut: metadata.end_session_endpoint !== undefined,
      supportsBackChannelSignOut: metadata['backchannel_logout_supported'] === true,
    };
  });
}

function authorizationUrl(
  requests: ProviderRequests,
  provider: Provider,
  { state, nonce, codeVerifier, redirectUri }: Given<'authorizationUrl'>,
): Promise<string> {
  return requests.attempt(provider, async (limited) => {
    const config = await requests.configure(provider, limited);
    const wantsGroups =
      provider.groupsClaim !== null &&
      config.serverMetadata().scopes_supported?.includes('groups') === true;
    return oidc.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: `openid profile email${wantsGroups ? ' groups' : ''}`,
      code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
      state,
      nonce,
    }).href;
  });
}

function exchange(
  requests: ProviderRequests,
  provider: Provider,
  { state, nonce, codeVerifier, redirectUri, answer }: Given<'exchange'>,
): Promise<Proof> {
  return requests.attempt(provider, async (limited) => {
    const config = await requests.configure(provider, limited);
    const url = new URL(redirectUri);
    url.search = answer;
    const tokens = await oidc.authorizationCodeGrant(config, url, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: codeVerifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (claims === undefined || tokens.id_token === undefined) throw new Error('No ID token');
    const latest = requests.clock.now() / 1_000 + clockToleranceSeconds;
    if (claims.iat > latest) refuse('provider_clock');
    const isComplete =
      claims['email'] !== undefined &&
      (provider.groupsClaim === null || claims[provider.groupsClaim] !== undefined);
    const more =
      isComplete || config.serverMetadata().userinfo_endpoint === undefined
        ? {}
        : await oidc.fetchUserInfo(config, tokens.access_token, claims.sub);
    return { claims: { ...more, ...claims }, idToken: tokens.id_token };
  });
}

async function signOutUrl(
  requests: ProviderRequests,
  provider: Provider,
  { idToken, afterSignOutUri }: Given<'signOutUrl'>,
): Promise<string | null> {
  const build = requests.attempt(
    provider,
    async (limited) => {
      const config = await requests.configure(provider, limited);
      if (config.serverMetadata().end_session_endpoint === undefined) return null;
      const parameters = {
        post_logout_redirect_uri: afterSignOutUri,
        id_token_hint: idToken,
      };
      return oidc.buildEndSessionUrl(config, parameters).href;
    },
    signOutTimeMax,
  );
  return build.catch((error: unknown) => {
    if (error instanceof Refusal) return null;
    throw error;
  });
}

function verifySignOut(
  requests: ProviderRequests,
  keySets: PromiseCache<JSONWebKeySet>,
  { provider, token }: { provider: Provider; token: string },
): Promise<SignOutOrder> {
  return requests.attempt(provider, async (limited) => {
    checkAddressee(provider, token);
    const metadata = await requests.metadataOf(provider, limited);
    const verify = async (maxAgeMs?: number) => {
      const read = () => requests.readKeys(metadata, limited);
      const keys = await keySets(provider.issuer, read, maxAgeMs);
      const { issuer } = metadata;
      return orderIn(provider, token, { keys, issuer, now: requests.clock.now() });
    };
    return (await verify()) ?? (await verify(keysFreshMs)) ?? refuse('logout_token_invalid');
  });
}

/** Creates the {@link ProviderClient}. */
export function createProviderClient(deps: ProviderRequestsDeps): ProviderClient {
  const requests = createProviderRequests(deps);
  const keySets = createCache<JSONWebKeySet>(deps.clock);
  return {
    describe: (provider) => describe(requests, provider),
    authorizationUrl: (provider, given) => authorizationUrl(requests, provider, given),
    exchange: (provider, given) => exchange(requests, provider, given),
    signOutUrl: (provider, given) => signOutUrl(requests, provider, given),
    verifySignOut: (provider, token) => verifySignOut(requests, keySets, { provider, token }),
  };
}
