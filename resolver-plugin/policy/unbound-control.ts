import { type ControlProgram, runControl } from './run-command.ts';
import { ZoneFile, type ZoneFileOptions } from './zone-file.ts';

/**
 * Creates the target for an Unbound that cannot fetch the zone from us: it writes a file (`rpz:` with `zonefile:`), and
 * tells Unbound to read it anew. Unbound answers nobody while it reads, for about a second at 100,000 rules; a transfer
 * is better wherever it can be had.
 */
export function unboundControlTarget(
  program: ControlProgram,
  options: Omit<ZoneFileOptions, 'written'>,
): ZoneFile {
  const { name } = options.zone;
  return new ZoneFile({ ...options, written: () => runControl(program, ['auth_zone_reload', `${name}.`]) });
}
