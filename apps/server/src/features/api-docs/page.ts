type Json = { [key: string]: Json | undefined } & { toString(): string };

/** The parts of an OpenAPI document that the page shows. */
type Operation = {
  operationId: string;
  summary: string;
  security: Record<string, unknown>[];
  parameters?: { name: string; in: string; schema: Json }[];
  requestBody?: { content: Record<string, { schema: Json; example?: unknown }> };
  responses: Record<
    string,
    { description: string; content?: Record<string, { example?: unknown }> }
  >;
};

/** An OpenAPI document created by `openApi` of the contract. */
export type Description = {
  info: { title: string; version: string };
  paths: Record<string, Record<string, Operation>>;
};

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Escapes text and converts `code`, the only markup in summaries and descriptions. */
function prose(text: string): string {
  return escape(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

function exampleOf(title: string, example: unknown): string {
  if (example === undefined) return '';
  return `<h4>${title}</h4><pre tabindex="0">${escape(JSON.stringify(example, null, 2))}</pre>`;
}

function whoMay(security: Operation['security']): string {
  if (security.some((one) => 'token' in one)) return 'signed-in users and access tokens';
  return security.some((one) => 'session' in one) ? 'signed-in users' : 'public';
}

function parametersOf({ parameters = [] }: Operation): string {
  if (parameters.length === 0) return '';
  const rows = parameters.map(({ name, in: place, schema }) => {
    const type = schema['enum']
      ? `one of ${JSON.stringify(schema['enum'])}`
      : String(schema['format'] ?? schema['type'] ?? 'any');
    return `<tr><td><code>${escape(name)}</code></td><td>${place}</td><td>${escape(type)}</td></tr>`;
  });
  return `<h4>Parameters</h4><table><tr><th>name</th><th>in</th><th>type</th></tr>${rows.join('')}</table>`;
}

function answersOf({ responses }: Operation): string {
  const rows = Object.entries(responses).map(
    ([status, { description }]) => `<tr><td>${status}</td><td>${prose(description)}</td></tr>`,
  );
  return `<h4>Responses</h4><table><tr><th>status</th><th>description</th></tr>${rows.join('')}</table>`;
}

function operationOf(path: string, method: string, operation: Operation): string {
  const [content] = Object.values(operation.requestBody?.content ?? {});
  const done = Object.values(operation.responses)[0]?.content?.['application/json']?.example;
  const { operationId, summary } = operation;
  return `<details id="${operationId}"><summary><span class="method">${method.toUpperCase()}</span> <code>${escape(path)}</code>
<span class="what">${prose(summary)}</span></summary><div>
<p>Access: ${whoMay(operation.security)}. Operation id: <code>${operationId}</code>.</p>
${parametersOf(operation)}${exampleOf('Request body (example)', content?.example)}${exampleOf('Response (example)', done)}${answersOf(operation)}
</div></details>`;
}

/** Returns the first segment of a path after the version: the subject of the call. */
function nounOf(path: string): string {
  return /^\/api\/(?:v1\/)?([\w-]+)/.exec(path)?.[1] ?? 'other';
}

const style = `
:root { color-scheme: light dark; --line: color-mix(in srgb, CanvasText 18%, Canvas); }
body { font: 16px/1.55 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 2rem 1rem 6rem; overflow-wrap: anywhere; }
h1 { font-size: 1.8rem; margin: 0 } h2 { margin: 2.5rem 0 .5rem; font-size: 1.2rem } h4 { margin: 1rem 0 .3rem }
details { border-top: 1px solid var(--line) } summary { padding: .6rem 0; cursor: pointer }
details > div { padding: 0 0 1.5rem 1.2rem } .method { font: 600 .8rem ui-monospace, monospace; display: inline-block; min-width: 4rem }
.what { display: block; padding-left: 1.2rem } code, pre { font: .9rem/1.5 ui-monospace, monospace }
pre { padding: .8rem; border: 1px solid var(--line); border-radius: 6px; overflow: auto; max-height: 24rem }
table { border-collapse: collapse; width: 100% } th, td { text-align: left; vertical-align: top; padding: .3rem .8rem .3rem 0; border-top: 1px solid var(--line) }
nav a { margin-right: .8rem } :focus-visible { outline: 2px solid; outline-offset: 2px }`;

/**
 * Renders the description of the API as a page, from the OpenAPI document. The page needs no script
 * and loads no resources.
 */
export function pageOf({ info, paths }: Description): string {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      noun: nounOf(path),
      html: operationOf(path, method, operation),
    })),
  );
  const byNoun = [...Map.groupBy(all, ({ noun }) => noun)];
  const links = byNoun.map(([noun]) => `<a href="#${noun}">${noun}</a>`);
  const parts = byNoun.map(
    ([noun, some]) => `<h2 id="${noun}">${noun}</h2>${some.map(({ html }) => html).join('')}`,
  );
  const title = `${escape(info.title)} API`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${style}</style></head><body><main><h1>${title}</h1>
<p>${all.length} operations, version ${escape(info.version)}. Machine-readable: <a href="/api/v1/openapi.json">openapi.json</a> (OpenAPI 3.1).
Errors are problem documents (RFC 9457) with a stable <code>code</code>. Lists take <code>limit</code> and <code>cursor</code>.
A repeated POST with the same <code>Idempotency-Key</code> is processed once.</p>
<nav aria-label="Sections">${links.join('')}</nav>${parts.join('')}</main></body></html>`;
}
