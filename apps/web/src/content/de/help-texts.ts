/** Articles of the folder `help` in German. English pages do not load this module. */
export const helpModules = import.meta.glob('./help/*.mdx', { eager: true });
