/** The table of calls, in a file of its own so that it can be fetched apart. */
export { endpoints } from '@longhand/contract';
