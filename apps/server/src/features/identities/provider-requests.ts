import type { JSONWebKeySet } from 'jose';
import * as oidc from 'openid-client';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/log.ts';
import { refuse, Refusal } from '../../platform/refusal.ts';
import { createLimitedFetch, type LimitedFetch } from './limited-fetch.ts';

/** A provider as its client needs it. `clientSecret`: null for a public client. */
export type Provider = {
  readonly id: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | null;
  readonly groupsClaim: string | null;
};

/** Difference between the clocks of server and provider that is tolerated (s). */
export const clockToleranceSeconds = 60;

const bytesMax = 1_048_576;

/** Time for which the description of a provider and its keys are kept (ms). */
const keptMs = 60_000;

/** Dependencies of requests to providers. `timeoutMs`: time for one response. */
export type ProviderRequestsDeps = {
  readonly clock: Clock;
  readonly log: Logger;
  readonly timeoutMs: number;
};

/** Requests to providers, with limits of time and size. */
export interface ProviderRequests {
  readonly clock: Clock;
  /**
   * Runs requests to a provider. If one fails, refuses with a sentence and logs the reason.
   *
   * @param timeMax time for one response (ms), if it is shorter than usual
   */
  attempt<Result>(
    provider: Provider,
    act: (limited: LimitedFetch) => Promise<Result>,
    timeMax?: number,
  ): Promise<Result>;
  /** Reads the description of a provider. Throws if it names another issuer. */
  discover(provider: Provider, limited: LimitedFetch): Promise<oidc.ServerMetadata>;
  /** Returns the description of a provider, of the last minute. */
  metadataOf(provider: Provider, limited: LimitedFetch): Promise<oidc.ServerMetadata>;
  /** Returns the configuration of a sign-in. Its keys are fetched again. */
  configure(provider: Provider, limited: LimitedFetch): Promise<oidc.Configuration>;
  /** Reads the keys of a provider. */
  readKeys(metadata: oidc.ServerMetadata, limited: LimitedFetch): Promise<JSONWebKeySet>;
}

/** Cache of promises. */
export type PromiseCache<Value> = (
  key: string,
  read: () => Promise<Value>,
  maxAgeMs?: number,
) => Promise<Value>;

/** Creates a cache of promises that keeps results for `keptMs`, and no failures. */
export function createCache<Value>(clock: Clock): PromiseCache<Value> {
  const kept = new Map<string, { at: number; value: Promise<Value> }>();
  return (key, read, maxAgeMs = keptMs) => {
    const known = kept.get(key);
    if (known && Math.abs(clock.now() - known.at) < maxAgeMs) return known.value;
    const entry = { at: clock.now(), value: read() };
    kept.set(key, entry);
    entry.value.catch(() => {
      if (kept.get(key) === entry) kept.delete(key);
    });
    return entry.value;
  };
}

/** Returns how the client proves its identity: the first way that the provider supports. */
function authOf({ clientSecret }: Provider, metadata: oidc.ServerMetadata): oidc.ClientAuth {
  if (clientSecret === null) return oidc.None();
  const ways = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  return ways.includes('client_secret_basic')
    ? oidc.ClientSecretBasic(clientSecret)
    : oidc.ClientSecretPost(clientSecret);
}

/**
 * True if the provider refuses a code or an access token. It was used, has expired, or its person
 * is not known any more. Source: RFC 6749, 5.2; RFC 6750, 3.1.
 */
function isWithdrawn(error: unknown): boolean {
  if (error instanceof oidc.ResponseBodyError) return error.error === 'invalid_grant';
  if (!(error instanceof oidc.WWWAuthenticateChallengeError)) return false;
  return error.cause.some(({ parameters }) => parameters.error === 'invalid_token');
}

/** Returns the refusal for an error of the library. */
function refusalFor(error: unknown, hasFailed: boolean) {
  if (hasFailed) return 'provider_unreachable';
  if (error instanceof oidc.AuthorizationResponseError) {
    if (error.error === 'access_denied') return 'provider_denied';
    return ['server_error', 'temporarily_unavailable'].includes(error.error)
      ? 'provider_unreachable'
      : 'provider_invalid';
  }
  if (isWithdrawn(error)) return 'provider_not_confirmed';
  const code = error instanceof oidc.ClientError ? error.code : undefined;
  return code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED' ? 'provider_clock' : 'provider_invalid';
}

/** Returns the reason of an error for the log, without tokens. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code, error: named } = error as { code?: unknown; error?: unknown };
  return [error.message, code, named].filter((part) => typeof part === 'string').join(' · ');
}

async function discover(provider: Provider, { fetch }: LimitedFetch) {
  const config = await oidc.discovery(
    new URL(provider.issuer),
    provider.clientId,
    undefined,
    oidc.None(),
    { [oidc.customFetch]: fetch as oidc.CustomFetch, execute: [oidc.allowInsecureRequests] },
  );
  const metadata = config.serverMetadata();
  // The library admits issuers with a placeholder for the tenant: each tenant could sign in.
  if (new URL(metadata.issuer).href !== new URL(provider.issuer).href)
    throw new Error(`The issuer is ${metadata.issuer}`);
  return { ...metadata };
}

/** Creates the configuration of a sign-in at a described provider. */
function configurationOf(
  provider: Provider,
  metadata: oidc.ServerMetadata,
  { fetch, now }: { fetch: LimitedFetch['fetch']; now: number },
): oidc.Configuration {
  const client = {
    [oidc.clockTolerance]: clockToleranceSeconds,
    [oidc.clockSkew]: Math.round((now - Date.now()) / 1_000),
  };
  const auth = authOf(provider, metadata);
  const config = new oidc.Configuration(metadata, provider.clientId, client, auth);
  config[oidc.customFetch] = fetch as oidc.CustomFetch;
  // `fetch` refuses unencrypted requests to other machines.
  oidc.allowInsecureRequests(config);
  oidc.enableNonRepudiationChecks(config);
  return config;
}

/** Creates the {@link ProviderRequests}. */
export function createProviderRequests(deps: ProviderRequestsDeps): ProviderRequests {
  const { clock, log, timeoutMs } = deps;
  const descriptions = createCache<oidc.ServerMetadata>(clock);
  const requests: ProviderRequests = {
    clock,
    discover,
    async attempt(provider, act, timeMax = timeoutMs) {
      const limited = createLimitedFetch({ timeoutMs: Math.min(timeMax, timeoutMs), bytesMax });
      try {
        return await act(limited);
      } catch (error) {
        if (error instanceof Refusal) throw error;
        const about = { provider: provider.id, reason: reasonOf(error) };
        log.warn(about, 'A request to an identity provider failed');
        return refuse(refusalFor(error, limited.hasFailed()));
      }
    },
    metadataOf: (provider, limited) =>
      descriptions(provider.issuer, () => discover(provider, limited)),
    async configure(provider, limited) {
      // The library keeps keys for each object.
      const metadata = { ...(await requests.metadataOf(provider, limited)) };
      return configurationOf(provider, metadata, { fetch: limited.fetch, now: clock.now() });
    },
    async readKeys({ jwks_uri: address = '' }, { fetch }) {
      const response = await fetch(address);
      return (await response.json()) as JSONWebKeySet;
    },
  };
  return requests;
}
