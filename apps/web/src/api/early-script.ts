import { subprotocol } from '@longhand/sync/protocol';

/** Paths of the first calls of a page, and their responses, or errors without one. */
export type EarlyRequests = Record<string, Promise<Response | Error>>;

/** The first connection of a page to the live channel, and its events so far. */
export type EarlySocket = { readonly socket: WebSocket; readonly events: Event[] };

/** Time until a connection is closed that no link has taken (ms). */
const takenWithin = 20_000;

/**
 * Connects to the document of the page's path, as the user of the first call. A connection that no
 * link has taken is closed after a time, and when the browser goes offline.
 */
const connectEarly =
  `r["/api/v1/user/me"].then(a=>a.ok&&a.clone().json()).then(u=>{if(!u)return;` +
  `const s=new WebSocket(location.origin.replace(/^http/,"ws")+"/collab/"+` +
  `location.pathname.split("/")[2]+"?as="+u.id,["${subprotocol}"]),` +
  `e=window.earlySocket={socket:s,events:[]};s.binaryType="arraybuffer";` +
  `s.onopen=s.onmessage=s.onclose=s.onerror=v=>e.events.push(v);` +
  `const f=()=>{if(window.earlySocket===e){delete window.earlySocket;s.close()}};` +
  `addEventListener("offline",f);setTimeout(f,${takenWithin})}).catch(()=>{});`;

/**
 * Returns an inline script that starts the first calls of a page of a signed-in user, while its
 * scripts are loaded: the user, and the document or project of the page's path. For a document, it
 * also connects to the live channel. `takeEarly` and `takeEarlySocket` pass the results on.
 *
 * Then it preloads the modules of the page. Links in the page would be found before the script
 * runs, and browsers compile a module that is cached at once: the calls would wait for that.
 *
 * @param object kind of object in the page's path; null if there is none
 * @param modules paths of the modules
 */
export function earlyScript(
  object: 'project' | 'document' | null,
  modules: readonly string[],
): string {
  const path = object === null ? '' : `,"/api/v1"+location.pathname.replace(/\\/+$/,"")`;
  return (
    `{const r=window.earlyRequests={};for(const p of["/api/v1/user/me"${path}])` +
    `r[p]=fetch(p+"?_="+Date.now(),{credentials:"include",cache:"no-store",priority:"high",` +
    `headers:{Accept:"application/json"}}).catch(e=>e);` +
    `${object === 'document' ? connectEarly : ''}` +
    `for(const m of${JSON.stringify(modules)}){const l=document.createElement("link");` +
    `l.rel="modulepreload";l.href=m;document.head.append(l)}}`
  );
}
