import { resolve } from 'node:path';
import type { Config } from '../config/settings.ts';
import { KnownNetworks } from '../domain/networks/known-networks.ts';
import type { Log } from '../ports/system/log.ts';
import type { Meter } from '../ports/system/metrics.ts';
import { openTableFile } from '../sources/table-file.ts';

/** Who announces which addresses, as far as the operator has a table of it. */
export function createNetworks(
  { asTable }: Pick<Config, 'asTable'>,
  { meter, log }: { meter: Meter; log: Log },
) {
  const networks = new KnownNetworks(
    asTable === undefined ? undefined : openTableFile(resolve(asTable)),
    log,
  );
  meter.gauge(
    'sonde_as_table_ranges',
    'Ranges of addresses whose autonomous system is known.',
    () => networks.ranges,
  );
  meter.gauge(
    'sonde_as_table_malformed_lines',
    'Lines of the table of autonomous systems that were left out.',
    () => networks.malformed,
  );
  return networks;
}
