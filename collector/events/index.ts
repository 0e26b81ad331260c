import { caseAlert } from './case-alert.ts';
import { ctLogEntry } from './ct-log-entry.ts';
import { dnsChange } from './dns-change.ts';
import { registrationExpiryAlert } from './registration-expiry-alert.ts';
import { scanComplete } from './scan-complete.ts';
import { serviceChange } from './service-change.ts';
import { sslExpiryAlert } from './ssl-expiry-alert.ts';
import { technologyChange } from './technology-change.ts';
import { threatAlert } from './threat-alert.ts';

/** The table has every kind of event that is published, by its name. */
export const events = {
  ct_log_entry: ctLogEntry,
  dns_change: dnsChange,
  ssl_expiry_alert: sslExpiryAlert,
  registration_expiry_alert: registrationExpiryAlert,
  threat_alert: threatAlert,
  case_alert: caseAlert,
  scan_complete: scanComplete,
  technology_change: technologyChange,
  service_change: serviceChange,
} as const;
