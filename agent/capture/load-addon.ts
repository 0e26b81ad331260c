import { createRequire } from 'node:module';

/** Loads the native part of `pcap`. In the single executable, `agent/package/load-addon.ts` stands in for this file. */
export function loadAddon(): unknown {
  return createRequire(import.meta.url)('pcap/build/Release/pcap_binding');
}
