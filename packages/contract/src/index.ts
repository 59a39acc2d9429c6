/** The front door of the contract: what may be said between server and browser. */
export * from './collaborator.ts';
export * from './document.ts';
export * from './endpoint.ts';
export * from './endpoints.ts';
export * from './limits.ts';
export * from './openapi.ts';
export * from './palette.ts';
export * from './problem.ts';
export * from './project.ts';
export * from './refusals.ts';
export * from './role.ts';
export * from './text.ts';
export * from './user.ts';
