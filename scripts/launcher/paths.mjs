import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root directory is the checkout. */
export const rootDirectory = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The runtime directory holds all that the launcher makes for itself; it may be deleted at any time. */
export const runtimeDirectory = join(rootDirectory, '.runtime');

/**
 * The compiled directory holds Node.js's cache of compiled modules: a third of the collector's processor time at a
 * start goes into making it.
 */
export const compiledDirectory = join(runtimeDirectory, 'compiled');

/** The setup log holds the output of the last installing steps that had something to do. */
export const setupLog = join(runtimeDirectory, 'setup.log');

export const modulesDirectory = join(rootDirectory, 'node_modules');
