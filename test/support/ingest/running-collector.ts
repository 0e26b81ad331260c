import { loadConfig } from '../../../collector/config/load-config.ts';
import type { SettingName } from '../../../collector/config/settings.ts';
import { addressUrl } from '../../../collector/http/server/listen-address.ts';
import { type RunningCollector, startCollector } from '../../../collector/main.ts';
import type { Log } from '../../../shared/system/log.ts';
import { silentLog } from '../silent-log.ts';
import { type Ending, temporaryDirectory } from '../temporary-directory.ts';

export const adminKey = 'sonde_adm_0123456789012345678901234567890123456789';

/** A whole collector in this process, on a free port, with a data directory of its own; stopped with the test. */
export async function startTestCollector(
  t: Ending,
  flags: Partial<Record<SettingName, string>> = {},
  log: Log = silentLog,
): Promise<{ url: string; collector: RunningCollector; stop(): Promise<void> }> {
  // The directory goes last.
  const dataDirectory = await temporaryDirectory(t);
  const { config } = loadConfig({
    env: {},
    flags: { listen: '127.0.0.1:0', dataDirectory, adminKey, clickhouseMemoryBytes: '768MiB', ...flags },
  });
  const collector = await startCollector(config, log);
  t.teardown(() => collector.stop());
  return { url: addressUrl(collector.addresses[0]!), collector, stop: () => collector.stop() };
}
