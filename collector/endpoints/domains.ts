import { cancelBulkJob } from './bulk/cancel-bulk-job.ts';
import { getBulkJob } from './bulk/get-bulk-job.ts';
import { listBulkJobs } from './bulk/list-bulk-jobs.ts';
import { listBulkResults } from './bulk/list-bulk-results.ts';
import { submitBulkJob } from './bulk/submit-bulk-job.ts';
import { listCertificateLogs } from './certificates/list-certificate-logs.ts';
import { listWatchedCertificates } from './certificates/list-watched-certificates.ts';
import { resumeCertificateLog } from './certificates/resume-certificate-log.ts';
import { searchCertificates } from './certificates/search-certificates.ts';
import { analyzeMultiSigner } from './dns-intelligence/analyze-multi-signer.ts';
import { analyzeServiceBindings } from './dns-intelligence/analyze-service-bindings.ts';
import { auditDnssec } from './dns-intelligence/audit-dnssec.ts';
import { decodeExtendedError } from './dns-intelligence/decode-extended-error.ts';
import { detectDrift } from './dns-intelligence/detect-drift.ts';
import { fingerprintDomain } from './dns-intelligence/fingerprint-domain.ts';
import { fingerprintResolver } from './dns-intelligence/fingerprint-resolver.ts';
import { getTechStack } from './dns-intelligence/get-tech-stack.ts';
import { getTopology } from './dns-intelligence/get-topology.ts';
import { judgeZone } from './dns-intelligence/judge-zone.ts';
import { listExtendedErrors } from './dns-intelligence/list-extended-errors.ts';
import { scoreReputation } from './dns-intelligence/score-reputation.ts';
import { testDoq } from './dns-intelligence/test-doq.ts';
import { testResolver } from './dns-intelligence/test-resolver.ts';
import { validateDnsConfig } from './dns-intelligence/validate-dns-config.ts';
import { validateZoneDigest } from './dns-intelligence/validate-zone-digest.ts';
import { validateZoneFile } from './dns-intelligence/validate-zone-file.ts';
import { getDomain } from './domain/get-domain.ts';
import { getDomainHistory } from './domain/get-domain-history.ts';
import { getLiveStats } from './domain/get-live-stats.ts';
import { listDomains } from './domain/list-domains.ts';
import { scanDomain } from './domain/scan-domain.ts';
import { searchDomains } from './domain/search-domains.ts';
import { getNameHistory } from './names/get-name-history.ts';
import { resolveEnsName } from './names/resolve-ens-name.ts';
import { resolveHandshakeName } from './names/resolve-handshake-name.ts';
import { resolveI2pName } from './names/resolve-i2p-name.ts';
import { resolveRegistryName } from './names/resolve-registry-name.ts';
import { resolveWeb3Name } from './names/resolve-web3-name.ts';
import { countTrackedServices } from './services/count-tracked-services.ts';
import { listTrackedServices } from './services/list-tracked-services.ts';
import { checkPageQuality } from './technologies/check-page-quality.ts';
import { getTechnologyStats } from './technologies/get-technology-stats.ts';
import { getWebsite } from './technologies/get-website.ts';
import { listTechnologyCategories } from './technologies/list-technology-categories.ts';
import { listTopTechnologies } from './technologies/list-top-technologies.ts';
import { listWebsitesUsing } from './technologies/list-websites-using.ts';
import { scanSite } from './technologies/scan-site.ts';
import { searchTechnologies } from './technologies/search-technologies.ts';

/** The endpoints of domains: scans, checks, names beside the DNS, certificates and web technologies. */
export const domainEndpoints = [
  searchCertificates,
  listWatchedCertificates,
  listCertificateLogs,
  resumeCertificateLog,
  scanDomain,
  getDomain,
  getDomainHistory,
  listDomains,
  searchDomains,
  getLiveStats,
  decodeExtendedError,
  listExtendedErrors,
  testResolver,
  analyzeServiceBindings,
  auditDnssec,
  validateDnsConfig,
  validateZoneDigest,
  validateZoneFile,
  judgeZone,
  analyzeMultiSigner,
  scoreReputation,
  fingerprintDomain,
  fingerprintResolver,
  getTechStack,
  testDoq,
  resolveEnsName,
  resolveHandshakeName,
  resolveI2pName,
  resolveRegistryName,
  resolveWeb3Name,
  getNameHistory,
  detectDrift,
  getTopology,
  submitBulkJob,
  listBulkJobs,
  getBulkJob,
  cancelBulkJob,
  listBulkResults,
  scanSite,
  getTechnologyStats,
  listTopTechnologies,
  listTechnologyCategories,
  getWebsite,
  listWebsitesUsing,
  searchTechnologies,
  checkPageQuality,
  listTrackedServices,
  countTrackedServices,
] as const;
