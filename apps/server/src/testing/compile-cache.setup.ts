/**
 * Setup file of the server's tests. The processes for documents and files, which get the cache of
 * their parent process, start in half of the time.
 */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

enableCompileCache(join(import.meta.dirname, '../../../../node_modules/.cache/compiled'));
