/** Articles of the folder `help` in English. */
export const helpModules = import.meta.glob('./help/*.mdx', { eager: true });
