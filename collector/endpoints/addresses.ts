import { getAddressBgp } from './addresses/get-address-bgp.ts';
import { getAddressHistory } from './addresses/get-address-history.ts';
import { getAddressReputation } from './addresses/get-address-reputation.ts';
import { getSystem } from './addresses/get-system.ts';
import { listDatasets } from './addresses/list-datasets.ts';
import { listHighRisk } from './addresses/list-high-risk.ts';
import { refreshDataset } from './addresses/refresh-dataset.ts';
import { reportAddress } from './addresses/report-address.ts';
import { scanAddress } from './addresses/scan-address.ts';
import { scanRange } from './addresses/scan-range.ts';
import { switchDataset } from './addresses/switch-dataset.ts';
import { cancelRangeJob } from './range-jobs/cancel-range-job.ts';
import { getRangeJob } from './range-jobs/get-range-job.ts';
import { listRangeJobs } from './range-jobs/list-range-jobs.ts';
import { listRangeResults } from './range-jobs/list-range-results.ts';
import { submitRangeJob } from './range-jobs/submit-range-job.ts';
import { eraseContact } from './reverse-whois/erase-contact.ts';
import { importRegistrations } from './reverse-whois/import-registrations.ts';
import { searchByEmail } from './reverse-whois/search-by-email.ts';
import { searchByNameserver } from './reverse-whois/search-by-nameserver.ts';
import { searchByOrganization } from './reverse-whois/search-by-organization.ts';
import { searchByRegistrar } from './reverse-whois/search-by-registrar.ts';

/** The endpoints of addresses, networks and registrations. */
export const addressEndpoints = [
  scanAddress,
  getAddressReputation,
  getAddressBgp,
  getAddressHistory,
  reportAddress,
  scanRange,
  submitRangeJob,
  listRangeJobs,
  getRangeJob,
  listRangeResults,
  cancelRangeJob,
  getSystem,
  listHighRisk,
  listDatasets,
  refreshDataset,
  switchDataset,
  searchByEmail,
  searchByOrganization,
  searchByRegistrar,
  searchByNameserver,
  eraseContact,
  importRegistrations,
] as const;
