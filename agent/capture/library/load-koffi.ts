import { createRequire } from 'node:module';
import type * as Koffi from 'koffi';

/**
 * Loads the package that calls functions of system libraries, at its first use. In the single executable, `agent/package/load-koffi.ts`
 * stands in for this file.
 */
export function loadKoffi(): typeof Koffi {
  return createRequire(import.meta.url)('koffi') as typeof Koffi;
}
