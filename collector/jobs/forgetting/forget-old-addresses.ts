import type { Clock } from '@sonde/shared/system/clock.ts';
import type { AddressReportStore } from '../../ports/addresses/address-reports.ts';
import type { AddressScanStore } from '../../ports/addresses/address-scans.ts';
import type { AddressSightingStore } from '../../ports/addresses/address-sightings.ts';
import type { NetworkRegistrationStore } from '../../ports/addresses/network-registrations.ts';
import type { OriginHistoryStore } from '../../ports/addresses/origin-history.ts';
import type { RegistrationIndex } from '../../ports/registrations/registration-index.ts';
import type { RetentionPolicy } from '../../ports/traffic/retention.ts';
import { defineJob } from '../define-job.ts';

const dayMilliseconds = 86_400_000;
const reportDays = 365;
const registrationDays = 30;
/** Their score has halved several times by then. */
const sightingDays = 180;

export const forgetOldAddresses = defineJob<{
  readonly addressScans: Pick<AddressScanStore, 'forgetBefore'>;
  readonly addressReports: Pick<AddressReportStore, 'forgetBefore'>;
  readonly addressSightings: Pick<AddressSightingStore, 'forgetBefore'>;
  readonly networkRegistrations: Pick<NetworkRegistrationStore, 'forgetBefore'>;
  readonly registrationIndex: Pick<RegistrationIndex, 'forgetBefore'>;
  readonly originHistory: Pick<OriginHistoryStore, 'forgetBefore'>;
  readonly retentionPolicy: Pick<RetentionPolicy, 'rollupDays'>;
  readonly clock: Clock;
}>({
  name: 'forget-old-addresses',
  summary:
    'Forgets scans of addresses and changes of origins as old as counts may be, reports of a year ago, sightings of half a year ago, registrations of networks of a month ago, and of domains as old as counts may be.',
  everySeconds: 3_600,
  run: async ({
    addressScans,
    addressReports,
    addressSightings,
    networkRegistrations,
    registrationIndex,
    originHistory,
    retentionPolicy,
    clock,
  }) => {
    const daysAgo = (days: number) => new Date(clock.now() - days * dayMilliseconds);
    await addressScans.forgetBefore(daysAgo(retentionPolicy.rollupDays));
    await originHistory.forgetBefore(daysAgo(retentionPolicy.rollupDays));
    await addressReports.forgetBefore(daysAgo(reportDays));
    await addressSightings.forgetBefore(daysAgo(sightingDays));
    await networkRegistrations.forgetBefore(daysAgo(registrationDays));
    await registrationIndex.forgetBefore(daysAgo(retentionPolicy.rollupDays));
  },
});
