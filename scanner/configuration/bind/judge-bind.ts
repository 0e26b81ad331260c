import type { ConfigurationFiles } from '../model/files.ts';
import type { Findings } from '../model/findings.ts';
import { checkDetails } from './check-details.ts';
import { checkServers } from './check-servers.ts';
import { checkStatements } from './check-statements.ts';
import { checkZones } from './check-zones.ts';
import { judgeSecurity } from './judge-security.ts';
import { checkNames } from './names.ts';
import { checkRanges } from './ranges.ts';

/** Judges a named.conf with what it includes. */
export function judgeBind(files: ConfigurationFiles, findings: Findings, version: string | null): void {
  const top = checkStatements(files, findings, version);
  const names = checkNames(top, findings);
  checkRanges(top, findings);
  checkDetails(top, findings);
  checkServers(top, findings);
  checkZones(top, findings, version);
  if (top.byName.size > 0) judgeSecurity(top, names, findings, version);
}
