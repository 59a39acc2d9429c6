/** Paths of the first calls of a page, and their responses, or errors without one. */
export type EarlyRequests = Record<string, Promise<Response | Error>>;

/**
 * Returns an inline script that starts the first calls of a page of a signed-in user, while its
 * scripts are loaded: the user, and with `hasObject` the document or project of the page's path.
 * `takeEarly` passes the responses on.
 */
export function earlyScript(hasObject: boolean): string {
  const object = hasObject ? `,"/api/v1"+location.pathname.replace(/\\/+$/,"")` : '';
  return (
    `{const r=window.earlyRequests={};for(const p of["/api/v1/user/me"${object}])` +
    `r[p]=fetch(p+"?_="+Date.now(),{credentials:"include",cache:"no-store",priority:"high",` +
    `headers:{Accept:"application/json"}}).catch(e=>e)}`
  );
}
