import { onEveryPostgres } from '../../../support/engines/postgres.ts';
import { accessSuite } from './suites/access.ts';
import { addressesSuite } from './suites/addresses.ts';
import { agentSettingsSuite } from './suites/agent-settings.ts';
import { batchSuite } from './suites/batches.ts';
import { boardSuite } from './suites/boards.ts';
import { bulkJobSuite } from './suites/bulk-jobs.ts';
import { caseSuite } from './suites/cases.ts';
import { clientFingerprintSuite } from './suites/client-fingerprints.ts';
import { deletedAccountsSuite } from './suites/deleted-accounts.ts';
import { detectionSuite } from './suites/detection.ts';
import { domainScanSuite } from './suites/domain-scans.ts';
import { domainWatchSuite } from './suites/domain-watches.ts';
import { enrolmentsSuite } from './suites/enrolments.ts';
import { eventBusSuite } from './suites/event-bus.ts';
import { exportedAccountsSuite } from './suites/exported-accounts.ts';
import { feedSettingsSuite } from './suites/feed-settings.ts';
import { handlingSuite } from './suites/handling.ts';
import { lookUpSuite } from './suites/look-ups.ts';
import { migrationSuite } from './suites/migrate.ts';
import { notificationSuite } from './suites/notifications.ts';
import { oneAtATimeSuite } from './suites/one-at-a-time.ts';
import { peopleSuite } from './suites/people.ts';
import { platformSuite } from './suites/platform.ts';
import { policyVersionSuite } from './suites/policy-versions.ts';
import { poolSuite } from './suites/pool.ts';
import { registrationSuite } from './suites/registrations.ts';
import { resolverSuite } from './suites/resolvers.ts';
import { sharingSuite } from './suites/sharing.ts';
import { sigmaRuleSuite } from './suites/sigma-rules.ts';
import { sinkSuite } from './suites/sinks.ts';
import { standInsOfCases } from './suites/stand-ins/cases.ts';
import { standInsOfFindings } from './suites/stand-ins/findings-and-scans.ts';
import { standInsOfPeople } from './suites/stand-ins/people-and-fleet.ts';
import { technologySuite } from './suites/technologies.ts';
import { tuningSuite } from './suites/tuning.ts';

onEveryPostgres({
  migrations: migrationSuite,
  pool: poolSuite,
  'look-ups': lookUpSuite,
  access: accessSuite,
  addresses: addressesSuite,
  batches: batchSuite,
  boards: boardSuite,
  detection: detectionSuite,
  'feed settings': feedSettingsSuite,
  handling: handlingSuite,
  cases: caseSuite,
  notifications: notificationSuite,
  'sigma rules': sigmaRuleSuite,
  tuning: tuningSuite,
  people: peopleSuite,
  'deleted accounts': deletedAccountsSuite,
  enrolment: enrolmentsSuite,
  'exported accounts': exportedAccountsSuite,
  platform: platformSuite,
  'policy versions': policyVersionSuite,
  registrations: registrationSuite,
  resolvers: resolverSuite,
  technologies: technologySuite,
  'domain scans': domainScanSuite,
  'domain watches': domainWatchSuite,
  'bulk jobs': bulkJobSuite,
  'client fingerprints': clientFingerprintSuite,
  'one at a time': oneAtATimeSuite,
  'event bus': eventBusSuite,
  'agent settings': agentSettingsSuite,
  sharing: sharingSuite,
  sinks: sinkSuite,
  'stand-ins': { ...standInsOfPeople, ...standInsOfFindings, ...standInsOfCases },
});
