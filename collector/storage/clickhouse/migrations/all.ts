import { toldLatencies } from './0011-told-latencies.ts';
import { closerRows } from './0012-closer-rows.ts';
import { failingNames } from './0013-failing-names.ts';
import { sparedOwners } from './0014-spared-owners.ts';
import { daysInOneFile } from './0015-days-in-one-file.ts';
import { factsBecomeOne } from './0016-facts-become-one.ts';
import { renewedViews } from './0017-renewed-views.ts';
import { certificates } from './0018-certificates.ts';
import { newDomains } from './0019-new-domains.ts';
import { facts } from './0020-facts.ts';
import { encryptedFlows } from './0021-encrypted-flows.ts';
import type { Migration } from './migration.ts';
import { queries } from './until-0010/0001-queries.ts';
import { trafficMinutes } from './until-0010/0002-traffic-minutes.ts';
import { namesAndClients } from './until-0010/0003-names-and-clients.ts';
import { passiveDns } from './until-0010/0004-passive-dns.ts';
import { domainScans } from './until-0010/0005-domain-scans.ts';
import { searchDays } from './until-0010/0006-search-days.ts';
import { hoursFirst } from './until-0010/0007-hours-first.ts';
import { oldHours } from './until-0010/0008-old-hours.ts';
import { packedHours } from './until-0010/0009-packed-hours.ts';
import { domainDays } from './until-0010/0010-domain-days.ts';

/**
 * Migrations stand in the order of their numbers. A migration that was released is never changed again: a new one
 * follows it.
 */
export const migrations: readonly Migration[] = [
  queries,
  trafficMinutes,
  namesAndClients,
  passiveDns,
  domainScans,
  searchDays,
  hoursFirst,
  oldHours,
  packedHours,
  domainDays,
  toldLatencies,
  closerRows,
  failingNames,
  sparedOwners,
  daysInOneFile,
  factsBecomeOne,
  renewedViews,
  certificates,
  newDomains,
  facts,
  encryptedFlows,
];
