/** Types of the part of `oidc-provider` used by the tests, which has none of its own. */
declare module 'oidc-provider' {
  import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

  export type Context = {
    req: IncomingMessage;
    res: ServerResponse;
    method: string;
    path: string;
    status: number;
    type: string;
    body: unknown;
    respond?: boolean;
    oidc?: {
      route: string;
      client?: { clientId: string };
      session?: { accountId: string };
      /** The person of the session; undefined if the person does not exist any more. */
      account?: object;
    };
  };

  /** Steps in which the provider asks the person, each with the checks that cause it. */
  export const interactionPolicy: {
    base(): { get(prompt: 'login'): { checks: { add(check: object): void } } };
    Check: new (reason: string, description: string, check: (ctx: Context) => boolean) => object;
  };

  type Grant = { addOIDCScope(scope: string): void; save(): Promise<string> };

  export default class Provider {
    constructor(issuer: string, configuration: object);
    readonly Grant: new (given: object) => Grant;
    use(middleware: (ctx: Context, next: () => Promise<void>) => Promise<void>): void;
    callback(): RequestListener;
    interactionFinished(
      req: IncomingMessage,
      res: ServerResponse,
      result: object,
      options?: { mergeWithLastSubmission: boolean },
    ): Promise<void>;
  }
}
