// Generated from the OpenAPI document of the endpoint table: `npm run format` writes this file, `npm run check` compares it.
import type { RawBody } from './raw-body.ts';

export type AbuseEvidence = {
  source: string;
  /** `sighting` means that the detection of this installation saw the address. Times of sightings are precise to the day. */
  kind: "feed" | "blacklist" | "report" | "sighting" | "provider";
  /** The address itself, or the listed network around it. */
  about: string;
  reason: string | null;
  seen_at: string | null;
  age_days: number | null;
  /** The score that this item alone would give, 0 to 100. */
  points: number;
  /** False if another item of the same group weighs more. Items of one group are not independent, so only one of them counts. */
  counted: boolean;
};

export type AccountExport = {
  export_id: string;
  status: "queued" | "running" | "completed" | "failed";
  /** E-mail address of the owner who requested the export. */
  requested_by: string;
  /** Whether the export contains stored queries. */
  queries: boolean;
  /** Number of tables to export; 0 until the export starts. */
  tables: number;
  /** Number of tables already written. */
  done: number;
  /** Share of the tables already written. */
  progress: number;
  rows: number;
  /** Compressed size in bytes. */
  bytes: number;
  error: string | null;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
  /** When the export is deleted. */
  expires_at: string | null;
};

export type AccountMember = {
  id: number;
  email: string;
  first_name: string | null;
  last_name: string | null;
  /** `owner` can do everything that the account can. `administrator` can do the same, except for owners, single sign-on and the account itself. `analyst` works on threats, exclusions and policy. `viewer` can only read. `auditor` can read everything that `viewer` can, and the audit log. */
  role: "owner" | "administrator" | "analyst" | "auditor" | "viewer";
  since: string;
  /** False until the member has set a password. */
  has_password: boolean;
  /** When the member's setup link expires; null if there is no valid link. */
  link_expires_at: string | null;
};

export type AddressBgp = {
  prefix: string | null;
  origin_asn: number | null;
  /** All autonomous systems that announce the prefix. */
  origins: Array<number>;
  asn_name: string | null;
  asn_country: string | null;
  is_announced: boolean | null;
  /** Always null: no dataset of this installation has AS paths. */
  path: Array<number> | null;
  /** Validation state (RFC 6811) of the route that `origin_asn` announces. */
  rpki_status: "valid" | "invalid" | "not-found" | null;
  /** The validated ROA payloads that cover the route. The most specific one comes first. */
  rpki_payloads: Array<{
    prefix: string;
    max_length: number;
    asn: number;
  }> | null;
};

export type AddressNetwork = {
  asn: number | null;
  asn_name: string | null;
  organization: string | null;
  isp: string | null;
  hostname: string | null;
  is_vpn: boolean | null;
  is_proxy: boolean | null;
  is_tor: boolean | null;
  is_hosting: boolean | null;
  /** Whether the address is a relay for the customers of its maker, such as iCloud Private Relay. Such a relay is neither a VPN nor Tor. */
  is_relay: boolean | null;
  is_anycast: boolean | null;
};

export type AddressNote = {
  ip: string;
  /** The autonomous system that announces the address. */
  asn: number | null;
  asn_name: string | null;
  /** Country in which the address is used, two letters (ISO 3166-1). */
  country: string | null;
  is_hosting: boolean | null;
  is_vpn: boolean | null;
  is_tor: boolean | null;
  is_relay: boolean | null;
  is_anycast: boolean | null;
};

export type AddressReputation = {
  abuse_confidence: number;
  /** Reports by accounts of this installation. */
  total_reports: number;
  num_distinct_users: number;
  last_reported_at: string | null;
  is_whitelisted: boolean;
  usage_type: string | null;
  isp: string | null;
  domain: string | null;
  /** Categories of the abuse: 3 is fraud, 4 is DDoS, 9 is hacking, 10 is spam, 11 is malware. */
  threat_categories: Array<number>;
  blacklists: {
    /** Number of lists that contain the address; null if no list gave an answer that can be trusted. */
    hit_count: number | null;
    listed_in: Array<string>;
    details: Record<string, {
      /** Null if the list refused to answer or gave an answer that cannot be trusted. */
      listed: boolean | null;
      status: "listed" | "clean" | "refused" | "unknown";
      codes: Array<string>;
      kind: "mail" | "abuse" | "policy";
    }>;
  } | null;
  evidence: Array<AbuseEvidence>;
};

export type AddressScan = {
  ip: string;
  scan_timestamp: string;
  scan_duration_ms: number;
  ip_version: number;
  /** Whether the address is private, reserved or for documentation. Such an address is not looked up over the network. */
  is_private: boolean;
  special_purpose: string | null;
  cached: boolean;
  geolocation: Geolocation | null;
  /** The location by each source. Only with `advanced`. */
  geolocations: Array<Geolocation> | null;
  network: AddressNetwork;
  bgp: AddressBgp | null;
  /** Allocation of the address by the statistics of the registries. The country is that of the holder. */
  allocation: {
    registry: string;
    country: string | null;
    date: string | null;
    status: string | null;
    prefix: string;
  } | null;
  reputation: AddressReputation;
  whois: {
    net_name: string | null;
    description: string | null;
    country: string | null;
    net_range: string;
    abuse_contact: string | null;
    organization: string | null;
    registered_at: string | null;
    updated_at: string | null;
    source: "rdap" | "whois";
    server: string;
    redacted: Array<string>;
  } | null;
  reverse_dns: {
    has_ptr: boolean;
    ptr_record: string | null;
    ptr_records: Array<string>;
    /** Names whose own address records point back to this address. */
    confirmed: Array<string>;
  } | null;
  data_sources: Array<string>;
  /** Fields that are null because no dataset is loaded, with the datasets that would fill them. */
  would_fill: Record<string, Array<string>>;
  errors: Array<ScanError>;
};

export type AgentSettings = {
  /** 0 if there have never been any settings. */
  version: number;
  changed_at: string | null;
  entries: Array<AgentSettingsEntry>;
};

export type AgentSettingsAnswer = {
  /** Version of the settings of the account; 0 if there have never been any. */
  version: number;
  /** The signed text in JSON; null if the agent already has this version. */
  document: string | null;
  /** Ed25519 signature over the line "sonde agent settings v1" followed by the text, in base64. */
  signature: string | null;
  /** The chain of signing keys, oldest first. The last key signs the document. */
  keys: Array<{
    /** Ed25519 public key, 32 octets in base64. */
    public_key: string;
    /** Signature by the previous key, over the line "sonde agent settings key v1" followed by the 32 octets. */
    signature: string | null;
  }>;
};

export type AgentSettingsEntry = {
  id: number;
  location_id: number | null;
  agent_id: number | null;
  rollout_percent: number;
  settings: Record<string, string>;
  note: string | null;
};

export type ApiKey = {
  id: number;
  label: string;
  /** The first characters of the key. */
  prefix: string;
  scope: "account" | "location" | "resolver" | "admin" | "provisioning";
  /** `owner` can do everything that the account can. `administrator` can do the same, except for owners, single sign-on and the account itself. `analyst` works on threats, exclusions and policy. `viewer` can only read. `auditor` can read everything that `viewer` can, and the audit log. */
  role: "owner" | "administrator" | "analyst" | "auditor" | "viewer";
  expires_at: string | null;
  /** Families of operations that the key can call, named as in the documentation; all families if null. */
  families: Array<string> | null;
  /** Locations that the key can read; all locations if null. A key with this limit can call only operations about one location. */
  location_ids: Array<number> | null;
  /** Networks from which requests are accepted, in CIDR notation; any network if null. */
  networks: Array<string> | null;
  /** Whether the key can only read. */
  read_only: boolean;
  location_id: number | null;
  resolver_id: number | null;
  created_at: string;
  last_used_at: string | null;
};

export type AsideBatch = {
  /** The id that the collector gave the batch. */
  batch_id: string;
  location_id: number | null;
  location_name: string | null;
  agent_id: number | null;
  agent_host: string | null;
  rows: number | null;
  bytes: number;
  accepted_at: string | null;
  set_aside_at: string;
  /** The error that the store returned. */
  reason: string | null;
  /** What is wrong with the files of the batch. With such a fault, the batch cannot be retried. */
  fault: string | null;
  /** Batches that were tried together with this one. They can only be retried or discarded together. */
  tried_with: Array<string>;
};

export type AsideOutcome = {
  batch_id: string;
  result: "taken_up" | "already_stored" | "discarded" | "partly_stored" | "damaged" | "expired" | "elsewhere" | "incomplete" | "busy" | "unavailable" | "not_found";
  /** The same outcome as a sentence for people. */
  message: string;
};

export type AttackLayer = {
  name: string;
  versions: {
    attack: string;
    navigator: string;
    layer: string;
  };
  domain: string;
  description: string;
  techniques: Array<{
    techniqueID: string;
    score: number;
    enabled: boolean;
    comment: string;
    showSubtechniques: boolean;
  }>;
  gradient: {
    colors: Array<string>;
    minValue: number;
    maxValue: number;
  };
  hideDisabled: boolean;
  sorting: number;
};

export type AuditEntry = {
  id: number;
  at: string;
  /** The account that acted; null if unknown. */
  account_id: number | null;
  /** The key that was used; null for a token. */
  key_id: number | null;
  address: string;
  request_id: string;
  action: string;
  /** The object of the action, such as `account:12`. */
  object: string;
  details: Record<string, unknown>;
};

export type Brand = {
  id: string;
  name: string;
  /** A data URL of a PNG, or of an SVG without scripts and external references. */
  logo: string | null;
  colours: {
    light: {
      /** A colour as `#rrggbb`. */
      accent: string;
      /** Colour of text on the accent colour. */
      on_accent: string;
    };
    dark: {
      /** A colour as `#rrggbb`. */
      accent: string;
      /** Colour of text on the accent colour. */
      on_accent: string;
    };
  } | null;
  texts: {
    welcome: string | null;
    lead: string | null;
    footer: string | null;
  };
  support: {
    email: string | null;
    url: string | null;
  };
};

export type BulkJob = {
  job_id: string;
  status: "queued" | "running" | "completed" | "cancelled";
  check_ssl: boolean;
  advanced: boolean;
  /** Number of domains, each counted once. */
  total: number;
  completed: number;
  failed: number;
  /** Share of the domains that are done. */
  progress: number;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
};

export type BulkResult = {
  /** Position in the job, from 0. */
  position: number;
  /** The domain or IP address. */
  domain: string;
  status: "completed" | "failed";
  error: string | null;
  finished_at: string;
  scan_id: string | null;
  /** Number of failed findings. */
  failures: number | null;
  warnings: number | null;
  /** Null for an IP address. */
  summary: DomainScanSummary | null;
  /** Null for a domain. */
  address_summary: {
    abuse_confidence: number;
    /** Null if no list gave an answer. */
    blacklist_hits: number | null;
    country: string | null;
    asn: number | null;
    hostname: string | null;
  } | null;
  /** Only with `whole=true`. Null for an IP address. */
  result?: DomainScan | null;
  /** Only with `whole=true`. Absent for a domain. */
  address_result?: AddressScan | null;
};

export type Case = {
  id: number;
  location_id: number;
  title: string;
  /** A case is open as long as one of its threats is open. */
  status: "open" | "resolved";
  /** Severity of the combined kinds of threats. Three threats of different kinds count as one threat of the next higher severity. */
  severity: "info" | "low" | "medium" | "high" | "critical";
  /** The client with which the case began. */
  client_ip: string | null;
  /** The domain or address with which the case began. */
  cause: string | null;
  /** Clients of the threats in this case. */
  clients: Array<string>;
  threat_types: Array<string>;
  /** Number of threats in the case, including remarks. */
  threat_count: number;
  open_threat_count: number;
  /** Number of queries in which its threats were seen. */
  query_count: number;
  first_seen: string;
  last_seen: string;
  opened_at: string;
  resolved_at: string | null;
};

export type CollectorCertificate = {
  /** Where the certificate comes from: `none` without TLS, the files of the operator, or an authority (ACME). */
  source: "none" | "files" | "acme";
  names: Array<string> | null;
  issuer: string | null;
  ends_at: string | null;
  /** When the collector requests the next certificate; null if the collector does not renew it. */
  renews_at: string | null;
  /** True until the authority has issued a certificate. Until then, the collector serves a certificate that clients do not trust. */
  temporary: boolean;
  /** Number of failed requests to the authority in a row. */
  failures: number;
  failed_at: string | null;
  last_failure: string | null;
  next_attempt_at: string | null;
};

export type ComplianceReport = {
  report_id: string;
  framework: string;
  title: string;
  status: "queued" | "running" | "completed" | "failed" | "cancelled";
  domains: number;
  done: number;
  /** Share of the domains that are done. */
  progress: number;
  /** The bulk job that scans the domains first. */
  scan_job_id: string | null;
  error: string | null;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
};

export type ComplianceReportDocument = {
  report_id: string;
  title: string;
  framework: {
    id: string;
    title: string;
    version: string;
    source: string;
    confirmed: string;
  };
  issuer: string;
  generated_at: string;
  domains: number;
  /** What the report states, and what it does not. */
  statement: string;
  /** Share of all requirements of the framework that were assessed, by weight. */
  share_seen: number | null;
  counts: {
    met: number;
    partly_met: number;
    not_met: number;
    not_assessed: number;
    outside: number;
  };
  controls: Array<{
    id: string;
    title: string;
    /** Whether this id is confirmed to be the framework's own; null if Sonde assigned the id. */
    id_confirmed?: boolean | null;
    of: "domain" | "account" | "outside";
    state: "met" | "partly_met" | "not_met" | "not_assessed" | "outside";
    /** Number of domains in each state. */
    counts: Record<string, number>;
    /** Why a scan cannot assess the control. */
    reason: string | null;
    assessments: Array<{
      /** Null if the check is about the account. */
      domain: string | null;
      state: "met" | "partly_met" | "not_met" | "not_assessed" | "outside";
      reasons: Array<string>;
      /** Time of the assessment. */
      assessed_at: string | null;
    }>;
  }>;
  /** The previous report of the same framework. */
  compared_with: string | null;
  changes: Array<{
    control: string;
    domain: string | null;
    before: "met" | "partly_met" | "not_met" | "not_assessed" | "outside";
    after: "met" | "partly_met" | "not_met" | "not_assessed" | "outside";
  }>;
};

export type ComplianceSchedule = {
  schedule_id: string;
  framework: string;
  title: string;
  domains: Array<string>;
  scan: boolean;
  every: "daily" | "weekly" | "monthly";
  hour: number;
  weekday: number;
  day: number;
  emails: Array<string>;
  webhooks: Array<string>;
  only_changes: boolean;
  active: boolean;
  /** Null if the schedule is inactive. */
  next_run_at: string | null;
  last_run_at: string | null;
  last_report_id: string | null;
  /** Why the last report could not be requested. */
  last_error: string | null;
  /** Number of recipients that are still waiting. */
  waiting: number;
  /** Number of recipients that could not be notified. */
  given_up: number;
  /** Why the last delivery failed. */
  delivery_error: string | null;
  created_at: string;
};

export type ConfigurationFinding = {
  code: string;
  severity: "info" | "low" | "medium" | "high" | "critical";
  /** Whether the server would refuse to start because of this. */
  refused: boolean;
  file: string;
  line: number;
  column: number;
  end_line: number;
  /** Column after the last character. */
  end_column: number;
  message: string;
  /** The manual, RFC or guide behind the finding. */
  rule: string;
  /** What to do. */
  suggestion: string | null;
  /** Lines to use instead. */
  snippet: string | null;
};

export type Course = {
  id: string;
  title: string;
  summary: string;
  level: "beginner" | "intermediate" | "advanced";
  topics: Array<string>;
  licence: string;
  /** Minutes for all lessons together. */
  minutes: number;
  lessons: Array<{
    id: string;
    title: string;
    summary: string;
    minutes: number;
    steps: Array<{
      title: string;
      text: string;
      /** The request to send to this installation. */
      request: string | null;
    }>;
    /** Fetch the capture from `/api/v2/training/captures/`. */
    capture: string | null;
    exercises: Array<{
      id: string;
      /** `text`: a word or number. `choice`: the position of an option, from 1. `scanned`: a domain that was scanned here. `state`: no answer is needed, because the exercise checks what the account has done. */
      kind: "text" | "choice" | "scanned" | "state";
      question: string;
      options: Array<string>;
    }>;
    further: Array<{
      title: string;
      source: string;
    }>;
  }>;
};

export type CourseProgress = {
  course_id: string;
  exercises: number;
  solved: number;
  lessons: Array<{
    lesson_id: string;
    exercises: number;
    done: boolean;
    solved: Array<{
      exercise_id: string;
      attempts: number;
      solved_at: string;
    }>;
  }>;
};

export type CourseSummary = {
  id: string;
  title: string;
  summary: string;
  level: "beginner" | "intermediate" | "advanced";
  topics: Array<string>;
  licence: string;
  /** Minutes for all lessons together. */
  minutes: number;
  lessons: Array<{
    id: string;
    title: string;
    minutes: number;
  }>;
  exercises: number;
};

export type DetectionChanges = {
  disabled?: Array<"dns_tunnel" | "dns_tunnel_answers" | "dns_tunnel_addresses" | "dns_volume" | "dns_tunnel_no_apex" | "dns_tunnel_slow" | "dns_tunnel_spread" | "dns_tunnel_types" | "dga" | "nxdomain_storm" | "random_subdomain_attack" | "fast_flux" | "dns_rebinding" | "lookalike" | "beaconing" | "amplification" | "poisoning" | "name_leak" | "resolver_bypass" | "name_poisoning" | "callback_service" | "reconnaissance" | "staged_code" | "brand_lookalike" | "dangling_name" | "mining_pool" | "anonymity_network" | "nxdomain_hijack" | "sigma">;
  /** What the operator declares about the site: its own zones, and the roles of clients. */
  site?: {
    ownZones?: Array<string>;
    roles?: Array<{
      /** An IP address, or a network such as `192.0.2.0/24`. */
      client: string;
      role: "resolver" | "mail_server" | "scanner" | "domain_controller" | "shared" | "none";
    }>;
  };
  tunnelFast?: {
    windowSeconds?: number;
    uniqueNames?: number;
    meanPayload?: number;
    fewNames?: number;
    totalPayload?: number;
    encodedBits?: number;
    carrierShare?: number;
    sustainedSeconds?: number;
    sustainedPayload?: number;
    serviceClients?: number;
    steadyNames?: number;
    steadySeconds?: number;
    steadyShare?: number;
  };
  tunnelAnswers?: {
    windowSeconds?: number;
    names?: number;
    meanOctets?: number;
    longSeconds?: number;
    longNames?: number;
    longOctets?: number;
    encodedBits?: number;
  };
  tunnelAddresses?: {
    windowSeconds?: number;
    names?: number;
    firstOctets?: number;
  };
  volume?: {
    tenMinuteOctets?: number;
    hourOctets?: number;
    dayOctets?: number;
    exemptOctets?: number;
    usualDomains?: number;
  };
  tunnelNoApex?: {
    windowSeconds?: number;
    names?: number;
    characters?: number;
    encodedBits?: number;
  };
  tunnelSlow?: {
    windowSeconds?: number;
    steps?: [number, number, number, number];
    meanPayload?: number;
    encodedBits?: number;
    serviceClients?: number;
    knownDays?: number;
  };
  tunnelSpread?: {
    hourOctets?: number;
    dayOctets?: number;
    domains?: number;
    domainNames?: number;
    encodedBits?: number;
    serviceClients?: number;
  };
  tunnelTypes?: {
    windowSeconds?: number;
    types?: number;
  };
  dga?: {
    windowSeconds?: number;
    recentDomains?: number;
    flaggedDomains?: number;
    slowDomains?: number;
    evidenceDomains?: number;
    evidence?: number;
    patternDomains?: number;
    failingDomains?: number;
    failingShare?: number;
    inUseDomains?: number;
    inUseShare?: number;
  };
  nxdomainStorm?: {
    leastNames?: number;
    timesBaseline?: number;
  };
  randomSubdomains?: {
    uniqueNames?: number;
    windowSeconds?: number;
    failingShare?: number;
  };
  fastFlux?: {
    leastAddresses?: number;
    networkRatio?: number;
    mostTtl?: number;
    rounds?: number;
    addressesWithoutAsn?: number;
    prefixRatio?: number;
    firstOctets?: number;
  };
  rebinding?: {
    leastSeconds?: number;
    mostTtl?: number;
    shortTtlSeconds?: number;
  };
  lookalike?: {
    watched?: Array<string>;
    shortestLabel?: number;
  };
  newlyObserved?: {
    days?: number;
    quietDays?: number;
  };
  beacon?: {
    leastSamples?: number;
    leastSeconds?: number;
    leastInterval?: number;
    remarkScore?: number;
    score?: number;
    mostClients?: number;
  };
  amplification?: {
    windowSeconds?: number;
    queries?: number;
    ratio?: number;
    severeQueries?: number;
  };
  poisoning?: {
    windowSeconds?: number;
    unsolicited?: number;
  };
  resolverBypass?: {
    queries?: number;
    usualClients?: number;
    usualShare?: number;
    quietSeconds?: number;
  };
  namePoisoning?: {
    windowSeconds?: number;
    names?: number;
    multicastNames?: number;
  };
  callbackService?: {
    ticketDays?: number;
  };
  reconnaissance?: {
    sweepSeconds?: number;
    sweepAddresses?: number;
    sweepAll?: number;
    askedServers?: number;
    zones?: number;
    secondarySeconds?: number;
    windowSeconds?: number;
    services?: number;
    triedNames?: number;
    aliases?: number;
  };
  stagedCode?: {
    windowSeconds?: number;
    pieces?: number;
    pieceOctets?: number;
  };
  brandLookalike?: {
    shortestBrand?: number;
  };
  nxdomainHijack?: {
    names?: number;
    endings?: number;
  };
};

export type DnsRecord = {
  name: string;
  type: string;
  value: string;
  /** TTL in seconds. */
  ttl: number;
};

export type DomainScan = {
  domain: string;
  /** When the last check ended. */
  scan_timestamp: string;
  /** Null if the answer comes from the cache. */
  scan_duration_ms: number | null;
  /** Number of DNS queries sent over the network; null if the answer comes from the cache. */
  dns_questions: number | null;
  /** Whether the answer comes from the cache of earlier checks. */
  cached: boolean;
  dnssec_enabled: boolean | null;
  dnssec_valid: boolean | null;
  dnssec_details: string | null;
  spf_valid: boolean | null;
  spf_record: string | null;
  spf_details: string | null;
  dkim_valid: boolean | null;
  /** A JSON-encoded array of selector names. */
  dkim_selectors: string | null;
  dkim_details: string | null;
  dmarc_valid: boolean | null;
  dmarc_record: string | null;
  dmarc_policy: string | null;
  dmarc_details: string | null;
  mta_sts_enabled: boolean | null;
  mta_sts_details: string | null;
  /** Text of the policy, with line breaks. */
  mta_sts_policy: string | null;
  smtp_starttls_25: boolean | null;
  smtp_starttls_587: boolean | null;
  smtp_details: string | null;
  ssl_valid: boolean | null;
  ssl_details: string | null;
  ssl_certificates: Array<SslCertificate> | null;
  registrar_name: string | null;
  registration_date: string | null;
  expiration_date: string | null;
  whois_details: string | null;
  dns_records: Array<DnsRecord> | null;
  /** The values of `dns_records`, grouped by type. */
  dns_records_by_type: Record<string, Array<string>> | null;
  /** Complete result of each check, by the id of the check. */
  checks: Record<string, {
    scanned_at: string;
    duration_ms: number;
    /** Result of the check; null if the check did not finish. */
    result: unknown;
  }>;
  /** Findings, the most important to fix first. */
  findings: Array<ScanFinding>;
  errors: Array<ScanError>;
};

export type DomainScanSummary = {
  dnssec_enabled: boolean | null;
  dnssec_valid: boolean | null;
  spf_valid: boolean | null;
  dkim_valid: boolean | null;
  dmarc_valid: boolean | null;
  dmarc_policy: string | null;
  mta_sts_enabled: boolean | null;
  smtp_starttls_25: boolean | null;
  smtp_starttls_587: boolean | null;
  ssl_valid: boolean | null;
  ssl_expiry: string | null;
  registrar_name: string | null;
  registration_date: string | null;
  expiration_date: string | null;
};

export type DriftChange = {
  kind: "added" | "removed" | "changed";
  about: "record" | "certificate" | "fact" | "finding";
  subject: string;
  record_type: string | null;
  old_value: string | null;
  new_value: string | null;
  severity: "info" | "low" | "medium" | "high" | "critical";
  message: string;
};

export type EncryptedConnection = {
  id: string;
  location_id: number;
  agent_id: number;
  /** Time of the first packet that the sensor saw. */
  started_at: string;
  /** Time of the last packet so far. */
  last_seen: string;
  duration_ms: number;
  /** True if the last report of the sensor did not contain the end of the connection. */
  is_open: boolean;
  client_ip: string;
  client_port: number;
  /** Whether the sensor truncated the address or replaced it with a pseudonym. */
  client_hidden: boolean;
  server_ip: string;
  server_port: number;
  /** The protocol. `doh3` is DNS over HTTPS over QUIC. */
  protocol: "dot" | "doh" | "doq" | "doh3";
  /** Operator of the server, by the list of the sensor; null if the server is not on the list. */
  provider: string | null;
  /** What the sensor did with the ClientHello of TLS. `unseen` means that the connection existed before the sensor started. */
  hello: "read" | "unseen" | "incomplete" | "malformed";
  /** The server name that the client sent (SNI). Empty if it sent none; null if the ClientHello was not read. */
  server_name: string | null;
  alpn: Array<string> | null;
  /** JA4 fingerprint of the TLS client; null if the ClientHello was not read. */
  ja4: string | null;
  /** Whether the ClientHello has the extension of Encrypted ClientHello. If it has, `server_name` can be the name of a front. */
  ech: boolean | null;
  bytes_to_server: number;
  bytes_to_client: number;
  /** Whether the client looked up the address of the server in unencrypted DNS before; null if this is unknown. */
  looked_up: boolean | null;
  vlan: number | null;
};

export type EnrolledAgent = {
  id: number;
  /** The id that the agent chose for itself. */
  agent_id: string;
  location_id: number;
  software: string;
  host: string;
  /** The address from which the agent enrolled. */
  address: string;
  token_id: number | null;
  key_id: number;
  key_prefix: string;
  enrolled_at: string;
  /** When the key of the agent was last used. */
  last_used_at: string | null;
  revoked_at: string | null;
  /** When the newest certificate of the agent expires; null if it has none. */
  certificate_ends_at: string | null;
};

export type EnrolmentToken = {
  id: number;
  /** The first characters of the token. */
  prefix: string;
  label: string;
  location_id: number;
  /** Networks from which agents can enrol; any network if null. */
  networks: Array<string> | null;
  /** Number of agents that can enrol with the token. */
  uses: number;
  used: number;
  /** How often the token was refused, because it was no longer valid or the request came from another network. */
  refused: number;
  state: "good" | "used" | "expired" | "revoked";
  created_at: string;
  expires_at: string;
  last_used_at: string | null;
};

export type Error = {
  /** One sentence for people. */
  error: string;
  /** A stable code for programs. */
  code: "malformed_request" | "malformed_json" | "invalid_input" | "question_too_large" | "malformed_batch" | "malformed_rows" | "unsupported_batch_version" | "batch_too_old" | "credential_required" | "invalid_credential" | "wrong_credentials" | "second_factor_required" | "ticket_over" | "bad_signature" | "scope_insufficient" | "tier_insufficient" | "family_insufficient" | "location_insufficient" | "network_insufficient" | "write_insufficient" | "role_insufficient" | "certificate_required" | "session_required" | "confirmation_required" | "cross_site_request" | "forbidden" | "unknown_route" | "not_found" | "method_not_allowed" | "slow_request" | "conflict" | "not_stored" | "body_too_large" | "batch_too_large" | "unsupported_media_type" | "unsupported_content_encoding" | "quota_exhausted" | "too_many_requests" | "headers_too_large" | "internal_error" | "upstream_failed" | "store_unavailable" | "dashboard_unavailable" | "not_ready" | "overloaded" | "timeout";
  /** The id of the request in the log. */
  request_id: string;
  /** The invalid parts of the input. */
  details?: Array<{
    path: string;
    message: string;
  }>;
  /** With `second_factor_required`: send this ticket to the operation for the second step within five minutes. */
  ticket?: string;
};

export type Exclusion = {
  id: number;
  /** Null if the exclusion applies to all locations of the account. */
  location_id: number | null;
  /** A domain with all names below it. With `*.`, only the names below it. */
  name: string | null;
  /** An IP address or a network. */
  client: string | null;
  note: string | null;
  created_at: string;
};

export type ExplainedThreat = {
  id: number;
  location_id: number;
  threat_type: string;
  severity: "info" | "low" | "medium" | "high" | "critical";
  status: "open" | "resolved";
  /** What the threat is about: the listed name of an indicator, or a domain. */
  subject: string;
  /** The client that was seen last. */
  client_ip: string;
  /** The different clients at which the threat was seen, sorted. At most about a hundred. */
  clients: Array<string>;
  /** The name that was queried last. */
  query_name: string;
  /** The list or detector that found the threat. */
  source: string;
  message: string;
  /** Number of queries in which the threat was seen. */
  count: number;
  first_seen: string;
  last_seen: string;
  resolved_at: string | null;
  /** Note of the last resolution. */
  resolution_note: string | null;
  /** The person who takes care of the threat. */
  owner: string | null;
  reopened_at: string | null;
  reopening_note: string | null;
  /** The case of the threat. Null for a moment after the threat is opened, and for remarks that belong to no case. */
  case_id: number | null;
  /** The MITRE ATT&CK technique for which the threat is evidence. */
  technique: string | null;
  /** Evidence of the last sighting: the method, counts, sample names, times and the thresholds in force. */
  evidence: Record<string, unknown> | null;
  /** Stored queries about the subject of the threat, newest first, at most 50. They are from the day before it was last seen. Empty if the queries have expired; null if the store cannot answer now. */
  queries: Array<StoredQuery> | null;
  /** What the datasets say about the addresses in this answer. Each address appears once, and at most 2,000 addresses appear. A field that no dataset provides is null. The whole object is null if no dataset is loaded. */
  addresses: Array<AddressNote> | null;
};

export type ExtendedError = {
  code: number;
  name: string;
  description: string;
  category: string;
  severity: "info" | "low" | "medium" | "high" | "critical";
  /** Whether a retry can help; null if unknown. */
  retry: boolean | null;
  rfc: string;
  troubleshooting: Array<string>;
};

export type Geolocation = {
  /** Two letters (ISO 3166-1). */
  country: string | null;
  region: string | null;
  city: string | null;
  postal_code: string | null;
  coordinates: {
    latitude: number;
    longitude: number;
  } | null;
  timezone: string | null;
  /** The dataset that provides this. */
  source: string;
};

export type HeldPolicy = {
  /** The version in force on the resolver, by its last report. */
  version: number;
  /** When the resolver first reported this version. */
  held_since: string;
  /** Time of the last report, precise to the minute. */
  told_at: string;
  /** Time of the first version that the resolver does not have yet; null if it has the latest version. */
  behind_since: string | null;
  /** Serial of the policy zone on the resolver; null if it was not reported. */
  serial: number | null;
  /** The version that the resolver rolled back from, by itself or by a command. The resolver does not accept this version again. */
  went_back_from: number | null;
  /** Number of rules that this resolver cannot enforce. */
  rules_not_enforced: number | null;
};

export type Location = {
  id: number;
  location_name: string;
  description: string | null;
  /** Days that single queries are kept; null means as long as the default of the installation. */
  retention_days: number | null;
  created_at: string;
  updated_at: string;
};

export type MailReport = {
  id: number;
  recipient: string;
  every: "day" | "week";
  /** Day of weekly reports, from 1 (Monday). */
  weekday: number;
  /** Hour of the day in `time_zone`. */
  hour: number;
  /** An IANA time zone name. */
  time_zone: string;
  /** Limits the report to one location. Default: all locations. */
  location_id: number | null;
  created_at: string;
  /** When the recipient confirmed. Nothing is sent before. */
  confirmed_at: string | null;
  next_at: string | null;
  last_sent_at: string | null;
  last_error: string | null;
};

export type Member = {
  id: number;
  email: string;
  first_name: string | null;
  last_name: string | null;
  /** `owner` can do everything that the account can. `administrator` can do the same, except for owners, single sign-on and the account itself. `analyst` works on threats, exclusions and policy. `viewer` can only read. `auditor` can read everything that `viewer` can, and the audit log. */
  role: "owner" | "administrator" | "analyst" | "auditor" | "viewer";
};

export type MemberLink = {
  /** Path of the link. Append it to the address of the collector. Shown only in this answer; null if the link was mailed. */
  path: string | null;
  expires_at: string;
};

export type NameAnswer = {
  /** The name in lower case without a trailing dot, normalised if the system defines rules for it. */
  name: string;
  kind: "ens" | "registry" | "handshake" | "i2p" | "onion" | "namecoin";
  /** Why the name is assigned to this kind. */
  reason: string;
  valid: boolean;
  /** Why the name is not valid, or another remark. */
  remark: string | null;
  /** In hexadecimal: the node of a blockchain name, the hash of an I2P destination, or the key of an onion service. */
  hash: string | null;
  /** The records; null if there are none, or if no source could be queried. `errors` then has the failures. */
  resolved: Record<string, unknown> | null;
  /** The sources of the answer: chains, an address book, or the root of Handshake. */
  sources: Array<string>;
  /** The blocks at which the records were read. */
  blocks: Array<{
    chain: string;
    number: number;
    time: string;
  }>;
  /** Number of gateways of each chain that gave this answer; null if the system has none. */
  agreement: number | null;
  queried_at: string;
  errors: Array<ScanError>;
};

export type NotificationChannel = {
  id: number;
  kind: "webhook" | "email" | "slack" | "teams" | "discord" | "pagerduty" | "opsgenie" | "alertmanager" | "ntfy" | "gotify" | "matrix" | "telegram";
  /** The URL, address or chat that receives the messages. If the URL alone allows anyone to post, it is shown shortened. */
  target: string;
  /** Null if the channel covers all locations of the account. */
  location_id: number | null;
  least_severity: "info" | "low" | "medium" | "high" | "critical";
  /** Null if the channel covers all types of threats. */
  threat_types: Array<string> | null;
  /** Whether the channel also reports that a threat was resolved. */
  tells_resolved: boolean;
  /** Whether threats of one case cause only one message. Another message follows only if a more severe threat joins the case. */
  by_case: boolean;
  quiet_hours: QuietHours | null;
  /** Null if each threat is sent in its own message. */
  digest: {
    every: "hour" | "day";
    /** Time of day at which the daily digest is sent. */
    at: string;
    time_zone: string;
  } | null;
  note: string | null;
  created_at: string;
  /** Notifications that wait for an attempt. */
  waiting: number;
  /** Notifications that were given up. */
  dead: number;
  /** Number of threats that were dropped because the queue was full. */
  refused: number;
  last_delivered_at: string | null;
};

export type OriginHistory = {
  /** Date of the first routing table in the history; null if no table is loaded. */
  known_since: string | null;
  /** Date of the latest routing table. */
  compared_at: string | null;
  /** Changes of each prefix around the address, newest first. */
  changes: Array<{
    /** The routing table in which the change was first seen. */
    seen_at: string;
    prefix: string;
    /** Empty if nobody announced the prefix before. */
    old_origins: Array<number>;
    /** Empty if nobody announces the prefix any more. */
    new_origins: Array<number>;
    /** The dataset that shows the change. */
    source: string;
  }>;
};

export type PassiveRecord = {
  name: string;
  type: string;
  data: string;
  first_seen: string;
  last_seen: string;
  /** Number of responses in which the record was seen. */
  count: number;
};

export type Passkey = {
  id: number;
  name: string;
  /** The host for which the passkey is valid. */
  host: string;
  /** Whether the passkey is backed up to more than one device. */
  backed_up: boolean;
  created_at: string;
  last_used_at: string | null;
};

export type PolicyChange = {
  resolver_id: string;
  from_version: number;
  version: number;
  issued_at: string;
  /** Ids of the rules that were removed. */
  removed: Array<string>;
  /** Rules that are new or changed. */
  put: Array<{
    id: string;
    match: {
      kind: "name";
      name: string;
    } | {
      kind: "wildcard";
      name: string;
    } | {
      kind: "domain";
      name: string;
    } | {
      kind: "client";
      network: string;
    } | {
      kind: "response";
      network: string;
    };
    action: {
      kind: "block";
      /** What the client receives: `nxdomain` (no such name), `nodata` (no such record), `drop` (no response), or `tcp_only` (a truncated response, so that the client retries over TCP). */
      answer: "nxdomain" | "nodata" | "drop" | "tcp_only";
    } | {
      kind: "allow";
    } | {
      kind: "redirect";
      name: string;
    } | {
      kind: "redirect_to_addresses";
      addresses: Array<string>;
    } | {
      kind: "log";
    };
    /** Decides between rules for exactly the same match. The rule with the greater number wins. */
    priority: number;
    /** When the rule applies; always if absent. */
    schedule?: {
      /** Days of the week, from 1 (Monday) to 7 (Sunday). */
      days: Array<number>;
      from: string;
      /** End of the time window, excluded. Equal to `from` means the whole day. */
      to: string;
      time_zone: string;
    };
  }>;
};

export type PolicyDocument = {
  resolver_id: string;
  version: number;
  issued_at: string;
  rules: Array<{
    id: string;
    match: {
      kind: "name";
      name: string;
    } | {
      kind: "wildcard";
      name: string;
    } | {
      kind: "domain";
      name: string;
    } | {
      kind: "client";
      network: string;
    } | {
      kind: "response";
      network: string;
    };
    action: {
      kind: "block";
      /** What the client receives: `nxdomain` (no such name), `nodata` (no such record), `drop` (no response), or `tcp_only` (a truncated response, so that the client retries over TCP). */
      answer: "nxdomain" | "nodata" | "drop" | "tcp_only";
    } | {
      kind: "allow";
    } | {
      kind: "redirect";
      name: string;
    } | {
      kind: "redirect_to_addresses";
      addresses: Array<string>;
    } | {
      kind: "log";
    };
    /** Decides between rules for exactly the same match. The rule with the greater number wins. */
    priority: number;
    /** When the rule applies; always if absent. */
    schedule?: {
      /** Days of the week, from 1 (Monday) to 7 (Sunday). */
      days: Array<number>;
      from: string;
      /** End of the time window, excluded. Equal to `from` means the whole day. */
      to: string;
      time_zone: string;
    };
  }>;
};

export type PolicyRuleEntry = {
  id: number;
  /** Null if the rule applies to all resolvers of the account. */
  resolver_id: number | null;
  match: {
    kind: "name";
    name: string;
  } | {
    kind: "wildcard";
    name: string;
  } | {
    kind: "domain";
    name: string;
  } | {
    kind: "client";
    network: string;
  } | {
    kind: "response";
    network: string;
  };
  action: {
    kind: "block";
    /** What the client receives: `nxdomain` (no such name), `nodata` (no such record), `drop` (no response), or `tcp_only` (a truncated response, so that the client retries over TCP). */
    answer: "nxdomain" | "nodata" | "drop" | "tcp_only";
  } | {
    kind: "allow";
  } | {
    kind: "redirect";
    name: string;
  } | {
    kind: "redirect_to_addresses";
    addresses: Array<string>;
  } | {
    kind: "log";
  };
  priority: number;
  schedule?: {
    /** Days of the week, from 1 (Monday) to 7 (Sunday). */
    days: Array<number>;
    from: string;
    /** End of the time window, excluded. Equal to `from` means the whole day. */
    to: string;
    time_zone: string;
  } | null;
  rollout_percent: number;
  note: string | null;
  /** The version of the policy in which the rule was created or last changed. */
  version: number;
  created_at: string;
  updated_at: string;
};

export type Product = {
  id: string;
  kind: "module" | "check" | "detector" | "feed" | "dataset" | "integration" | "own";
  name: string;
  summary: string;
  /** Licence terms. */
  licence: string;
  /** The credit that the licence requires. */
  credit: string | null;
  homepage: string | null;
  /** Null for callers without an account. */
  state: "active" | "available" | "not_configured" | "pending" | "degraded" | "needs_key" | "failed" | null;
  /** Why the product is not active, or other remarks. */
  note: string | null;
  tags: Array<string>;
};

export type QuietHours = {
  from: string;
  to: string;
  time_zone: string;
};

export type RangeJob = {
  job_id: string;
  status: "queued" | "running" | "completed" | "cancelled";
  cidr: string;
  blacklists: boolean;
  /** Number of addresses. */
  total: number;
  looked_at: number;
  /** Number of addresses with a name. */
  named: number;
  /** Number of addresses on a list. */
  listed: number;
  progress: number;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
};

export type ResolverCase = {
  name: string;
  fault: string;
  response_code: string | null;
  expected_codes: Array<number>;
  received: Array<{
    code: number;
    name: string;
    text: string;
  }>;
  verdict: "told" | "not_told" | "other_code" | "not_validated" | "wrongly_failed" | "unanswered";
};

export type SavedView = {
  id: number;
  /** The page of the dashboard to which the view belongs. */
  page: "overview" | "queries" | "threats";
  name: string;
  /** The query string of the page, without `?`. */
  query: string;
  /** Whether the view is for everyone in the account. */
  shared: boolean;
  created_at: string;
};

export type ScanError = {
  /** The check or source that could not be queried. */
  source: string;
  code: string;
  message: string;
};

export type ScanFinding = {
  /** The check that produced the finding, for example `spf`. */
  check: string;
  code: string;
  status: "pass" | "info" | "warning" | "fail" | "unknown";
  severity: "info" | "low" | "medium" | "high" | "critical" | null;
  message: string;
  /** The RFC and section, or the registry, that the finding refers to. */
  rule: string;
  advice: string | null;
  evidence: string | null;
};

export type ScimUser = {
  schemas: Array<string>;
  id: string;
  userName: string;
  externalId?: string;
  name?: {
    givenName?: string;
    familyName?: string;
  };
  active: boolean;
  meta: {
    resourceType: "User";
    created: string;
    lastModified: string;
    location: string;
  };
};

export type ServiceBinding = {
  owner: string;
  /** 0 means alias mode. */
  priority: number;
  target: string;
  alpn: Array<string>;
  no_default_alpn: boolean;
  port: number | null;
  ipv4hint: Array<string>;
  ipv6hint: Array<string>;
  /** The ECHConfigList in base64. */
  ech: string | null;
  mandatory: Array<string>;
  dohpath: string | null;
  ohttp: boolean;
  other: Array<{
    key: string;
    value: string;
  }>;
  usable: boolean;
  text: string;
};

export type Session = {
  id: number;
  person: {
    id: number;
    email: string;
  };
  /** Whether this is the session of the request. */
  current: boolean;
  created_at: string;
  /** Last use, precise to the minute. */
  last_used_at: string;
  /** The latest time at which the session ends. */
  expires_at: string;
  /** The address from which the session was started. */
  address: string;
  /** The User-Agent header of the browser. */
  user_agent: string | null;
};

export type SigmaRule = {
  id: number;
  /** The id of the rule. If the rule has no id, it is derived from the title. */
  rule_id: string;
  title: string;
  /** The `level` of the rule; `medium` if the rule has none. */
  severity: "info" | "low" | "medium" | "high" | "critical";
  /** Techniques from the tags of the rule, such as `T1071.004`. */
  techniques: Array<string>;
  state: "active" | "unsupported";
  /** Why the rule is unsupported. */
  problem: {
    message: string;
    line: number;
    column: number;
    /** The field of the rule that no stored query has. */
    field: string | null;
  } | null;
  /** Number of queries that the rule matched, without excluded queries. */
  matches: number;
  last_match: string | null;
  created_at: string;
  updated_at: string;
};

export type SignerGroup = {
  servers: Array<{
    name: string;
    address: string;
  }>;
  /** Tags of the keys that sign the zone's data at this server. */
  zone_keys: Array<number>;
  entry_keys: Array<number>;
  keys: Array<{
    key_tag: number;
    algorithm: number;
    flags: number;
  }>;
  denial: "nsec" | "nsec3" | null;
  name_servers: Array<string>;
  cds: Array<string>;
};

export type Sink = {
  /** The name of the sink for people. */
  name: string;
  kind: string;
  presentation: "json" | "ecs" | "ocsf" | "zeek" | "cef" | "cof" | "rows";
  queries: boolean;
  threats: boolean;
  config: Record<string, unknown>;
  filter: {
    /** Empty means all locations. */
    location_ids: Array<number>;
    /** Only queries for these names and all names below them; all names if empty. This filter and the next three apply to queries only. */
    suffixes: Array<string>;
    /** Query types such as `A`; all if empty. */
    query_types: Array<string>;
    /** Response codes such as `NXDOMAIN`, or `none` for no response; all if empty. */
    response_codes: Array<string>;
    /** Passes on one of this number of queries. */
    sample: number;
    /** Threats with a lower severity are left out. */
    least_severity: "info" | "low" | "medium" | "high" | "critical";
  };
  /** Whether a secret is stored. The secret itself is never shown. */
  has_secret: boolean;
  state: "paused" | "failing" | "behind" | "up_to_date";
  created_at: string;
  /** Queries and changes of threats that the receiver has accepted. */
  delivered: number;
  /** Items left out by the filter, or because the presentation cannot show them. */
  filtered: number;
  /** Items that the receiver refused permanently. */
  refused: number;
  /** Items that were deleted before they could be sent. */
  lost: number;
  batches: number;
  /** Seconds that the oldest undelivered item has waited; 0 if none waits. */
  lag_seconds: number;
  /** Bytes of the stored batches that wait, as rows and before the filter. */
  waiting_bytes: number;
  last_delivered_at: string | null;
  failing_since: string | null;
  last_error: string | null;
  /** The same numbers for each collector. Each collector passes on the queries that it stored. */
  collectors: Array<{
    /** Null for threats, which any collector can pass on. */
    collector_id: string | null;
    stream: "queries" | "threats";
    /** Queries and changes of threats that the receiver has accepted. */
    delivered: number;
    /** Items left out by the filter, or because the presentation cannot show them. */
    filtered: number;
    /** Items that the receiver refused permanently. */
    refused: number;
    /** Items that were deleted before they could be sent. */
    lost: number;
    batches: number;
    waiting_since: string | null;
    last_delivered_at: string | null;
    failing_since: string | null;
    last_error: string | null;
  }>;
};

export type SslCertificate = {
  domain: string;
  address: string | null;
  issuer: string;
  subject: string;
  serial_number: string;
  /** The port on which the certificate was served. */
  port: number;
  valid_from: string;
  valid_until: string;
  /** Same as `valid_from`. */
  not_before: string;
  /** Same as `valid_until`. */
  not_after: string;
  days_until_expiry: number;
  /** Whether the certificate chain is valid for the domain. */
  is_valid: boolean;
  is_expired: boolean;
  is_self_signed: boolean;
  dns_names: Array<string>;
  key_type: string;
  key_bits: number | null;
  signature_algorithm: string;
  fingerprint_sha256: string;
  problems: Array<string>;
};

export type SsoConfig = {
  configured: boolean;
  /** Whether this configuration comes from the API or from the settings of the collector. */
  source: "api" | "settings" | null;
  settings: {
    enabled: boolean;
    /** The name of the provider in URLs. */
    handle: string;
    /** The name on the button "Sign in with ...". */
    name: string;
    /** The issuer, exactly as in the discovery document of the provider. */
    issuer: string;
    client_id: string;
    client_authentication: "client_secret_basic" | "client_secret_post" | "private_key_jwt" | "none";
    /** Id of the key for `private_key_jwt`. */
    key_id: string | null;
    scopes: Array<string>;
    /** Domains of the e-mail addresses that can sign in. The provider must report the address as verified. Empty means all domains. */
    domains: Array<string>;
    role_claim: string | null;
    /** Maps values of the claim to roles. The highest role applies. */
    roles: Array<{
      value: string;
      role: "owner" | "administrator" | "analyst" | "auditor" | "viewer";
    }>;
    /** Role of people for whom no value of the claim maps to a role; null refuses them. */
    default_role: "analyst" | "auditor" | "viewer" | null;
    /** Whether the first sign-in of a person creates the member. If false, the person must be provisioned first or link the provider. */
    just_in_time: boolean;
    /** Whether new people become members of this account, or each get an account of their own. Only an administrator can choose an account of their own. */
    accounts: "joined" | "own";
    tier_claim: string | null;
    /** For accounts of their own: maps values of the claim to tiers. The highest tier applies. */
    tiers: Array<{
      value: string;
      tier: "free" | "essentials" | "professional" | "research" | "commercial" | "enterprise";
    }>;
  } | null;
  has_secret: boolean;
  changed_at: string | null;
  /** Register this URI with the provider. */
  redirect_uri: string | null;
  /** Register this URI with the provider. */
  backchannel_logout_uri: string | null;
  /** The page on which members find the sign-in button. */
  sign_in_url: string | null;
  protocols: {
    openid_connect: "supported";
    saml: "unsupported";
    scim: "supported";
  };
};

export type StoredQuery = {
  /** When the query was seen, precise to the microsecond. */
  timestamp: string;
  location_id: number;
  agent_id: number;
  outcome: "answered" | "unanswered" | "orphan";
  client_ip: string;
  /** 0 if unknown. */
  client_port: number;
  /** `::` if unknown. */
  server_ip: string;
  server_port: number;
  /** udp, tcp, dot, doh, doq, dnscrypt-udp or dnscrypt-tcp. */
  protocol: string;
  name_service: "dns" | "mdns" | "llmnr" | "nbns";
  /** 0 if unknown. */
  message_id: number;
  /** OPCODE of RFC 1035: 0 for a query, 4 for NOTIFY, 5 for UPDATE. */
  operation_code: number;
  query_name: string;
  /** The queried name with the upper-case letters of the query. Null if it has none, or if the spelling is unknown. */
  query_name_case: string | null;
  /** The queried name with the upper-case letters of the response, if it differs from the query; otherwise null. */
  response_name_case: string | null;
  query_type: string;
  query_class: number;
  /** Null if no response was seen. */
  response_code: string | null;
  /** Null if the query was not answered, or if the sender did not report the time. */
  response_time_ms: number | null;
  tcp_round_trip_ms: number | null;
  /** Size of the message in bytes; 0 if unknown. */
  query_size: number;
  response_size: number;
  /** Number of records by the header of the response. The same applies to `authority_count` and `additional_count`. */
  answer_count: number;
  authority_count: number;
  additional_count: number;
  flags: {
    recursion_desired: boolean;
    recursion_available: boolean;
    authoritative: boolean;
    truncated: boolean;
    authentic_data: boolean;
    checking_disabled: boolean;
  };
  /** Null if neither message had an OPT record. */
  edns: {
    version: number;
    /** UDP payload size of the query, or of the response if the query has none. */
    udp_size: number;
    response_udp_size: number | null;
    dnssec_ok: boolean;
    client_subnet: string | null;
    /** SCOPE PREFIX-LENGTH of the response (RFC 7871); null if absent. */
    client_subnet_scope: number | null;
    /** Whether `client_cookie` or `server_cookie` is true. */
    cookie: boolean;
    client_cookie: boolean;
    server_cookie: boolean;
    /** Whether the query asks for NSID (RFC 5001). */
    server_id_asked: boolean;
    server_id_given: boolean;
    /** Identifier of the server (NSID). Octets that are not text appear as `\DDD`. */
    server_id: string | null;
    /** Whether the query is padded (RFC 7830). */
    query_padded: boolean;
    response_padded: boolean;
    /** Whether edns-tcp-keepalive is present (RFC 7828). */
    keep_alive: boolean;
    extended_errors: Array<number>;
    /** The text of each extended error; null for an error without text. */
    extended_error_texts: Array<string | null>;
  } | null;
  policy_rule: string | null;
  /** What the sensor noticed besides the content: `query_retransmitted`, `response_duplicated`, `response_differs` (another response to the query has different content), `records_cut`, `message_cut`, `reassembled`, `encapsulated`, `client_truncated`, `client_pseudonym`, `name_minimised`, `question_mismatch`, `query_malformed`, `response_malformed` (the row has the readable part), `undelivered` (an ICMP error reported that the query or the response did not arrive). */
  marks: Array<string>;
  /** VLAN tag of the packet. For a tunnelled packet, the tag of the inner packet. */
  vlan: number | null;
  /** The second VLAN tag (QinQ). */
  inner_vlan: number | null;
  /** Network identifier (VNI) of VXLAN or Geneve. */
  vni: number | null;
  /** The interface of the sensor, or the interface in the capture file. */
  interface: string | null;
  /** Null if the message is well-formed, or if the reason is unknown. */
  malformed_query: {
    reason: string;
    /** First octets of the message in hexadecimal, at most 96. Only the header if the sensor hides clients or names. */
    first_octets: string;
  } | null;
  /** Null if the message is well-formed, or if the reason is unknown. */
  malformed_response: {
    reason: string;
    /** First octets of the message in hexadecimal, at most 96. Only the header if the sensor hides clients or names. */
    first_octets: string;
  } | null;
  /** False if the response had records but none of them is stored. Either the sender did not report them, or they have expired (`SONDE_DETAIL_RETENTION`). */
  records_kept: boolean;
  records: Array<{
    section: "answer" | "authority" | "additional";
    name: string;
    type: string;
    ttl: number;
    data: string;
  }>;
  /** Records in the query message of an UPDATE, a NOTIFY or an IXFR. For an UPDATE, `answer` has the prerequisites and `authority` the updates; class 254 or 255 deletes. */
  query_records: Array<{
    section: "answer" | "authority" | "additional";
    name: string;
    type: string;
    ttl: number;
    data: string;
    class: number;
  }>;
};

export type Threat = {
  id: number;
  location_id: number;
  threat_type: string;
  severity: "info" | "low" | "medium" | "high" | "critical";
  status: "open" | "resolved";
  /** What the threat is about: the listed name of an indicator, or a domain. */
  subject: string;
  /** The client that was seen last. */
  client_ip: string;
  /** The different clients at which the threat was seen, sorted. At most about a hundred. */
  clients: Array<string>;
  /** The name that was queried last. */
  query_name: string;
  /** The list or detector that found the threat. */
  source: string;
  message: string;
  /** Number of queries in which the threat was seen. */
  count: number;
  first_seen: string;
  last_seen: string;
  resolved_at: string | null;
  /** Note of the last resolution. */
  resolution_note: string | null;
  /** The person who takes care of the threat. */
  owner: string | null;
  reopened_at: string | null;
  reopening_note: string | null;
  /** The case of the threat. Null for a moment after the threat is opened, and for remarks that belong to no case. */
  case_id: number | null;
  /** The MITRE ATT&CK technique for which the threat is evidence. */
  technique: string | null;
  /** Evidence of the last sighting: the method, counts, sample names, times and the thresholds in force. */
  evidence: Record<string, unknown> | null;
};

export type ThreatNote = {
  id: number;
  /** E-mail address of the author. */
  author: string;
  text: string;
  created_at: string;
};

export type ToldCase = {
  id: number;
  location_id: number;
  title: string;
  /** A case is open as long as one of its threats is open. */
  status: "open" | "resolved";
  /** Severity of the combined kinds of threats. Three threats of different kinds count as one threat of the next higher severity. */
  severity: "info" | "low" | "medium" | "high" | "critical";
  /** The client with which the case began. */
  client_ip: string | null;
  /** The domain or address with which the case began. */
  cause: string | null;
  /** Clients of the threats in this case. */
  clients: Array<string>;
  threat_types: Array<string>;
  /** Number of threats in the case, including remarks. */
  threat_count: number;
  open_threat_count: number;
  /** Number of queries in which its threats were seen. */
  query_count: number;
  first_seen: string;
  last_seen: string;
  opened_at: string;
  resolved_at: string | null;
  /** What happened, in chronological order. */
  story: Array<{
    at: string;
    text: string;
    severity: "info" | "low" | "medium" | "high" | "critical";
    threat_id: number;
  }>;
  /** Recommended next steps, the first one first; empty if the case is resolved. */
  next_steps: Array<string>;
  /** Threats of the case, in the order in which they were first seen. */
  items: Array<Threat>;
};

export type TrackedDomain = {
  domain: string;
  /** Same as `domain`, under the name that other lists use. */
  domain_name: string;
  /** When the domain was first scanned. */
  created_at: string;
  last_scanned: string;
  /** Same as `created_at`. */
  first_checked: string;
  /** Same as `last_scanned`. */
  last_checked: string;
  /** Whether the domain is rescanned automatically. */
  monitored: boolean;
  /** Whether the domain has a DMARC record. */
  dmarc_enabled: boolean | null;
  dnssec_enabled: boolean | null;
  dnssec_valid: boolean | null;
  spf_valid: boolean | null;
  dkim_valid: boolean | null;
  dmarc_valid: boolean | null;
  dmarc_policy: string | null;
  mta_sts_enabled: boolean | null;
  smtp_starttls_25: boolean | null;
  smtp_starttls_587: boolean | null;
  ssl_valid: boolean | null;
  ssl_expiry: string | null;
  registrar_name: string | null;
  registration_date: string | null;
  expiration_date: string | null;
};

export type TrafficStats = {
  /** Null if the statistics cover all locations of the account. */
  location_id: number | null;
  from: string;
  /** End of the range, excluded. */
  to: string;
  totals: {
    queries: number;
    answered: number;
    /** Queries for which no response was seen. */
    unanswered: number;
    /** Responses for which no query was seen. */
    orphans: number;
    unique_clients: number;
    unique_names: number;
    first_seen: string | null;
    last_seen: string | null;
  };
  /** Milliseconds from query to response; null if no query was answered. */
  latency_ms: {
    p50: number;
    p95: number;
    p99: number;
  } | null;
  /** Sum of the sizes of the DNS messages in bytes. */
  size_bytes: {
    queries: number;
    responses: number;
  };
  open_threats: number;
  /** Length of one point of `series` in seconds. */
  bucket_seconds: number;
  series: Array<{
    at: string;
    queries: number;
    failures: number;
  }>;
  /** Length of one point of `latency_series` in seconds. */
  latency_bucket_seconds: number;
  latency_series: Array<{
    at: string;
    latency_ms: {
      p50: number;
      p95: number;
      p99: number;
    } | null;
  }>;
  top_names: Array<{
    name: string;
    count: number;
  }>;
  /** Registrable domains, each counted with all names below it; null if the request does not ask for them. */
  top_domains: Array<{
    domain: string;
    count: number;
  }> | null;
  /** Names and domains that were not answered with NOERROR, by response code, for at most sixteen codes. NXDOMAIN is included here, but not in `failures` of `series`. Null if the request does not ask for them. */
  top_failures: Array<{
    /** Null for queries without a response. */
    response_code: string | null;
    count: number;
    unique_names: number;
    top_names: Array<{
      name: string;
      count: number;
    }>;
    top_domains: Array<{
      domain: string;
      count: number;
    }>;
  }> | null;
  top_clients: Array<{
    client_ip: string;
    count: number;
  }>;
  query_types: Array<{
    query_type: string;
    count: number;
  }>;
  response_codes: Array<{
    /** Null for queries without a response. */
    response_code: string | null;
    count: number;
  }>;
  transports: Array<{
    transport: string;
    count: number;
  }>;
  locations: Array<{
    id: number;
    location_name: string;
    count: number;
  }>;
  agents: Array<{
    id: number;
    location_id: number;
    /** The id that the sender chose for itself. */
    agent_id: string;
    host: string;
    software: string;
    last_seen: string;
    count: number;
  }>;
};

export type User = {
  id: number;
  email: string;
  first_name: string | null;
  last_name: string | null;
  tier: "free" | "essentials" | "professional" | "research" | "commercial" | "enterprise";
  administrator: boolean;
  created_at: string;
};

export type Verdict = {
  query_name: string;
  /** `block` for severity medium and higher, `monitor` for lower severities. */
  verdict: "allow" | "monitor" | "block";
  threat: {
    threat_type: string;
    severity: "info" | "low" | "medium" | "high" | "critical";
    /** The listed indicator: the name itself, or a name above it. */
    indicator: string;
    source: string;
  } | null;
  reason: string;
  /** Seconds for which the verdict can be cached. */
  ttl: number;
};

/** Every operation by its method and path. */
export interface Operations {
  /** Register an account */
  'POST /api/auth/register': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      email: string;
      password: string;
      first_name?: string | null;
      last_name?: string | null;
    };
    answer: {
      success: true;
      token: string;
      user: User;
    };
  };
  /** Log in */
  'POST /api/auth/login': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      email: string;
      password: string;
      /** Whether to create an API key of the account too. Only for owners. */
      api_key?: boolean;
    };
    answer: {
      success: true;
      token: string;
      user: User;
      /** The API key, if the request asks for one. It is shown only in this answer. */
      api_key?: string;
    };
  };
  /** Show the account of the credential */
  'GET /api/auth/me': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      user: User;
      /** The member of the account; null for a key. */
      member: Member | null;
      /** The session of the request; null for a key or a token. */
      session: {
        id: number;
        /** Whether the password was confirmed in the last ten minutes. */
        confirmed: boolean;
      } | null;
    };
  };
  /** Change the password */
  'PUT /api/auth/password': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      current_password: string;
      new_password: string;
    };
    answer: {
      success: true;
    };
  };
  /** Log out everywhere */
  'POST /api/auth/logout-everywhere': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      success: true;
    };
  };
  /** Sign in with a browser */
  'POST /api/auth/session': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      email: string;
      password: string;
    };
    answer: {
      success: true;
      user: User;
      member: Member;
      session: Session;
    };
  };
  /** Sign out */
  'DELETE /api/auth/session': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      success: true;
    };
  };
  /** Add a passkey */
  'POST /api/auth/passkeys': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      /** The ticket that the previous step returned. */
      ticket: string;
      /** The name that its owner gives the passkey. */
      name: string;
      credential: {
        id: string;
        type: "public-key";
        response: {
          clientDataJSON: string;
          authenticatorData: string;
          publicKey: string;
          /** A COSE algorithm, for example -7 for ES256. */
          publicKeyAlgorithm: number;
          transports?: Array<string>;
        };
      };
    };
    answer: Passkey;
  };
  /** Sign in with a passkey */
  'POST /api/auth/session/passkey': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      /** The ticket that the previous step returned. */
      ticket: string;
      credential: {
        id: string;
        type: "public-key";
        response: {
          clientDataJSON: string;
          authenticatorData: string;
          signature: string;
          userHandle?: string | null;
        };
      };
    };
    answer: {
      success: true;
      user: User;
      member: Member;
      session: Session;
    };
  };
  /** Confirm the authenticator app */
  'POST /api/auth/totp/confirm': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      code: string;
    };
    answer: {
      /** Recovery codes, shown only in this answer. Each code replaces a code of the app once. */
      recovery_codes: Array<string>;
    };
  };
  /** Confirm who is signed in by a passkey */
  'POST /api/auth/session/confirm/passkey': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      /** The ticket that the previous step returned. */
      ticket: string;
      credential: {
        id: string;
        type: "public-key";
        response: {
          clientDataJSON: string;
          authenticatorData: string;
          signature: string;
          userHandle?: string | null;
        };
      };
    };
    answer: {
      success: true;
      confirmed_until: string;
    };
  };
  /** Log in: the second step */
  'POST /api/auth/login/second-factor': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      /** The ticket that the previous step returned. */
      ticket: string;
      /** Six digits of the authenticator app, or a recovery code. */
      code: string;
    };
    answer: {
      success: true;
      token: string;
      user: User;
    };
  };
  /** Sign in with a browser: the second step */
  'POST /api/auth/session/second-factor': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      /** The ticket that the previous step returned. */
      ticket: string;
      /** Six digits of the authenticator app, or a recovery code. */
      code: string;
    };
    answer: {
      success: true;
      user: User;
      member: Member;
      session: Session;
    };
  };
  /** Show how one signs in */
  'GET /api/auth/sign-in-methods': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      /** Whether the person has a password. */
      password: boolean;
      /** The authenticator app (TOTP) that is asked for a code after the password. */
      app: {
        since: string;
        /** Number of recovery codes that are left. */
        recovery_codes: number;
      } | null;
      passkeys: Array<Passkey>;
      /** Single sign-on providers that are linked to the person. */
      providers: Array<{
        id: number;
        handle: string;
        name: string;
      }>;
    };
  };
  /** Begin with an authenticator app */
  'POST /api/auth/totp': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      /** The secret in base32, for typing. */
      secret: string;
      /** An `otpauth:` URL, for a QR code. */
      url: string;
    };
  };
  /** Begin to confirm who is signed in by a passkey */
  'POST /api/auth/session/confirm/passkey/options': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      ticket: string;
      options: {
        challenge: string;
        rpId: string;
        /** Timeout in milliseconds. */
        timeout: number;
        allowCredentials: Array<{
          type: "public-key";
          id: string;
          transports: Array<string>;
        }>;
        userVerification: "required";
      };
    };
  };
  /** Begin to sign in with a passkey */
  'POST /api/auth/session/passkey/options': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      ticket: string;
      options: {
        challenge: string;
        rpId: string;
        /** Timeout in milliseconds. */
        timeout: number;
        allowCredentials: Array<{
          type: "public-key";
          id: string;
          transports: Array<string>;
        }>;
        userVerification: "required";
      };
    };
  };
  /** Begin with a passkey */
  'POST /api/auth/passkeys/options': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      ticket: string;
      options: {
        rp: {
          id: string;
          name: string;
        };
        user: {
          id: string;
          name: string;
          displayName: string;
        };
        challenge: string;
        pubKeyCredParams: Array<{
          type: "public-key";
          alg: number;
        }>;
        /** Timeout in milliseconds. */
        timeout: number;
        excludeCredentials: Array<{
          type: "public-key";
          id: string;
          transports: Array<string>;
        }>;
        authenticatorSelection: {
          residentKey: "required";
          requireResidentKey: true;
          userVerification: "required";
        };
        attestation: "none";
      };
    };
  };
  /** Remove the authenticator app */
  'POST /api/auth/totp/remove': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      password: string;
    };
    answer: {
      success: true;
    };
  };
  /** Remove a passkey */
  'DELETE /api/auth/passkeys/{id}': {
    params: {
      id: number;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      id: number;
      removed: true;
    };
  };
  /** Rename a passkey */
  'PUT /api/auth/passkeys/{id}': {
    params: {
      id: number;
    };
    query: undefined;
    headers: undefined;
    body: {
      /** The name that its owner gives the passkey. */
      name: string;
    };
    answer: Passkey;
  };
  /** Make new recovery codes */
  'POST /api/auth/recovery-codes': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      /** Recovery codes, shown only in this answer. Each code replaces a code of the app once. */
      recovery_codes: Array<string>;
    };
  };
  /** Confirm who is signed in */
  'POST /api/auth/session/confirm': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      password: string;
    };
    answer: {
      success: true;
      confirmed_until: string;
    };
  };
  /** List sessions */
  'GET /api/auth/sessions': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      /** Number of items in this answer. */
      count: number;
      sessions: Array<Session>;
    };
  };
  /** End all other sessions */
  'DELETE /api/auth/sessions': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      ended: number;
    };
  };
  /** End a session */
  'DELETE /api/auth/sessions/{id}': {
    params: {
      id: number;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      id: number;
      ended: true;
    };
  };
  /** Look at a setup link */
  'POST /api/auth/setup/inspect': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      /** The part of the link after `#`. */
      token: string;
    };
    answer: {
      email: string;
      /** Whether the link is for an administrator. */
      administrator: boolean;
      /** True if the person does not have an e-mail address yet. */
      first_run: boolean;
    };
  };
  /** Set a password by a setup link */
  'POST /api/auth/setup': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      /** The part of the link after `#`. */
      token: string;
      password: string;
      /** The e-mail address for signing in from now on. */
      email?: string;
      first_name?: string;
      last_name?: string;
    };
    answer: {
      success: true;
      user: User;
      member: Member;
      session: Session;
    };
  };
  /** List the keys of the account */
  'GET /api/account/api-keys': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      /** Number of items in this answer. */
      count: number;
      api_keys: Array<ApiKey>;
    };
  };
  /** Make a key for the account */
  'POST /api/account/api-keys': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      label?: string;
      /** Another name for `label`. If both are given, `label` applies. */
      name?: string;
      /** Whether the key has the rights of an administrator. Only administrators can create such a key. */
      administrator?: boolean;
      /** Role of the key. Default: the role of the caller. */
      role?: "owner" | "administrator" | "analyst" | "auditor" | "viewer";
      /** Days until the key expires. Default: it never expires. */
      expires_in_days?: number;
      /** Whether the key is for a provider that provisions people by SCIM. Such a key can do nothing else. */
      provisioning?: boolean;
      /** Limits the key to operations of these families. */
      families?: Array<"Authentication" | "Provisioning (SCIM)" | "Single sign-on" | "Catalogue and courses" | "Compliance" | "Account" | "Administration" | "Sinks" | "DNS monitoring" | "Enrolment" | "Notifications" | "Addresses" | "Reverse WHOIS" | "Domains" | "DNS intelligence" | "Names beside the DNS" | "Web technologies" | "Bulk scans" | "Passive DNS" | "Certificate logs" | "Fingerprints" | "Threat intelligence" | "Sharing" | "Resolvers"> | null;
      /** Limits the key to operations about one of these locations, and to operations that need no key. */
      location_ids?: Array<number> | null;
      /** Limits the key to requests from these addresses, or networks in CIDR notation. */
      networks?: Array<string> | null;
      /** Whether the key can only read. */
      read_only?: boolean;
    };
    answer: {
      id: number;
      label: string;
      /** The first characters of the key. */
      prefix: string;
      scope: "account" | "location" | "resolver" | "admin" | "provisioning";
      /** `owner` can do everything that the account can. `administrator` can do the same, except for owners, single sign-on and the account itself. `analyst` works on threats, exclusions and policy. `viewer` can only read. `auditor` can read everything that `viewer` can, and the audit log. */
      role: "owner" | "administrator" | "analyst" | "auditor" | "viewer";
      expires_at: string | null;
      /** Families of operations that the key can call, named as in the documentation; all families if null. */
      families: Array<string> | null;
      /** Locations that the key can read; all locations if null. A key with this limit can call only operations about one location. */
      location_ids: Array<number> | null;
      /** Networks from which requests are accepted, in CIDR notation; any network if null. */
      networks: Array<string> | null;
      /** Whether the key can only read. */
      read_only: boolean;
      location_id: number | null;
      resolver_id: number | null;
      created_at: string;
      last_used_at: string | null;
      /** The key, shown only in this answer. */
      api_key: string;
    };
  };
  /** Revoke a key */
  'DELETE /api/account/api-keys/{id}': {
    params: {
      id: number;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      id: number;
      revoked: true;
    };
  };
  /** Get the account's usage */
  'GET /api/account/usage': {
    params: undefined;
    query: {
      /** Number of days in the answer, including today. */
      days?: number;
    };
    headers: undefined;
    body: undefined;
    answer: {
      tier: "free" | "essentials" | "professional" | "research" | "commercial" | "enterprise";
      /** Maximum number of requests per day; null if there is no limit. */
      limit: number | null;
      used: number;
      remaining: number | null;
      /** When the next day begins. */
      reset: string;
      days: Array<{
        date: string;
        requests: number;
      }>;
    };
  };
  /** Export all data of the account */
  'POST /api/account/export': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      /** Whether to export stored queries too. */
      queries?: boolean;
    };
    answer: AccountExport;
  };
  /** Show the export of the account */
  'GET /api/account/export': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      /** Null if there is no export. */
      export: AccountExport | null;
    };
  };
  /** Delete the export of the account */
  'DELETE /api/account/export': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      deleted: true;
    };
  };
  /** Download the export of the account */
  'GET /api/account/export/archive': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: undefined;
  };
  /** Delete the account */
  'POST /api/account/delete': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      email: string;
    };
    answer: {
      deleted: true;
    };
  };
  /** List the account's audit log */
  'GET /api/account/audit-log': {
    params: undefined;
    query: {
      format?: "json" | "ndjson" | "csv";
      action?: string;
      object?: string;
      /** Maximum number of items in the answer. */
      limit?: number;
      /** Number of items to skip. */
      offset?: number;
    };
    headers: undefined;
    body: undefined;
    answer: {
      /** Number of items on all pages. */
      count: number;
      entries: Array<AuditEntry>;
      limit: number;
      offset: number;
    };
  };
  /** Verify the account's audit log */
  'GET /api/account/audit-log/verify': {
    params: undefined;
    query: {
      position?: number;
      hash?: string;
    };
    headers: undefined;
    body: undefined;
    answer: {
      intact: boolean;
      fault: {
        kind: "changed" | "missing" | "beginning_missing" | "end_missing" | "other_than_noted";
        position: number;
      } | null;
      entries: number;
      /** The first position in the log. Earlier entries have expired. */
      from: number | null;
      head: {
        position: number;
        hash: string;
      } | null;
    };
  };
  /** List the members of the account */
  'GET /api/account/members': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      /** Number of items in this answer. */
      count: number;
      members: Array<AccountMember>;
    };
  };
  /** Add a member to the account */
  'POST /api/account/members': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      email: string;
      /** `owner` can do everything that the account can. `administrator` can do the same, except for owners, single sign-on and the account itself. `analyst` works on threats, exclusions and policy. `viewer` can only read. `auditor` can read everything that `viewer` can, and the audit log. */
      role: "owner" | "administrator" | "analyst" | "auditor" | "viewer";
      first_name?: string | null;
      last_name?: string | null;
      /** Whether to mail the link to the member instead of showing it. The address must be allowed in `SONDE_MAIL_RECIPIENTS`. `SONDE_SMTP_URL` and `SONDE_PUBLIC_URL` must be set; otherwise the answer is 409. */
      mail?: boolean;
    };
    answer: {
      member: AccountMember;
      setup_link: MemberLink;
    };
  };
  /** Remove a member's second factors */
  'DELETE /api/account/members/{id}/second-factors': {
    params: {
      id: number;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      /** Whether an authenticator app was removed. */
      app: boolean;
      /** Number of passkeys that were removed. */
      passkeys: number;
    };
  };
  /** Change a member's role */
  'PUT /api/account/members/{id}': {
    params: {
      id: number;
    };
    query: undefined;
    headers: undefined;
    body: {
      /** `owner` can do everything that the account can. `administrator` can do the same, except for owners, single sign-on and the account itself. `analyst` works on threats, exclusions and policy. `viewer` can only read. `auditor` can read everything that `viewer` can, and the audit log. */
      role: "owner" | "administrator" | "analyst" | "auditor" | "viewer";
    };
    answer: {
      member: AccountMember;
    };
  };
  /** Remove a member from the account */
  'DELETE /api/account/members/{id}': {
    params: {
      id: number;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      id: number;
      removed: true;
    };
  };
  /** Make another setup link for a member */
  'POST /api/account/members/{id}/setup-link': {
    params: {
      id: number;
    };
    query: {
      /** Whether to mail the link to the member instead of showing it. The address must be allowed in `SONDE_MAIL_RECIPIENTS`. `SONDE_SMTP_URL` and `SONDE_PUBLIC_URL` must be set; otherwise the answer is 409. */
      mail?: boolean;
    };
    headers: undefined;
    body: undefined;
    answer: MemberLink;
  };
  /** List accounts */
  'GET /api/admin/accounts': {
    params: undefined;
    query: {
      /** Maximum number of items in the answer. */
      limit?: number;
      /** Number of items to skip. */
      offset?: number;
    };
    headers: undefined;
    body: undefined;
    answer: {
      /** Number of items on all pages. */
      count: number;
      accounts: Array<User>;
      limit: number;
      offset: number;
    };
  };
  /** Set an account's tier */
  'PUT /api/admin/accounts/{id}/tier': {
    params: {
      id: number;
    };
    query: undefined;
    headers: undefined;
    body: {
      tier: "free" | "essentials" | "professional" | "research" | "commercial" | "enterprise";
    };
    answer: {
      user: User;
    };
  };
  /** Make a setup link */
  'POST /api/admin/setup-links': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      /** E-mail address of the person. Default: the first owner of the caller's account. */
      email?: string;
      /** Whether to remove the person's authenticator app, recovery codes and passkeys at once, for someone who has lost them. */
      remove_second_factors?: boolean;
    };
    answer: {
      email: string;
      /** Path of the link. Append it to the address of the collector. Shown only in this answer. */
      path: string;
      expires_at: string;
    };
  };
  /** List the audit log */
  'GET /api/admin/audit-log': {
    params: undefined;
    query: {
      account_id?: number;
      action?: string;
      object?: string;
      /** Maximum number of items in the answer. */
      limit?: number;
      /** Number of items to skip. */
      offset?: number;
    };
    headers: undefined;
    body: undefined;
    answer: {
      /** Number of items on all pages. */
      count: number;
      entries: Array<AuditEntry>;
      limit: number;
      offset: number;
    };
  };
  /** List batches that were set aside */
  'GET /api/admin/spool/aside': {
    params: undefined;
    query: {
      /** Maximum number of items in the answer. */
      limit?: number;
      /** Number of items to skip. */
      offset?: number;
    };
    headers: undefined;
    body: undefined;
    answer: {
      /** Id of the collector; each collector has its own spool. */
      collector_id: string;
      /** Number of items on all pages. */
      count: number;
      bytes: number;
      /** Files in the directory that belong to no batch. */
      other_files: number;
      batches: Array<AsideBatch>;
      limit: number;
      offset: number;
    };
  };
  /** Take up batches that were set aside */
  'POST /api/admin/spool/aside/retry': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      batch_ids: Array<string>;
    };
    answer: {
      outcomes: Array<AsideOutcome>;
    };
  };
  /** Make a backup of everything that this collector keeps */
  'POST /api/admin/backups': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: undefined;
  };
  /** Get the certificate that the collector serves, and how its renewal goes */
  'GET /api/admin/certificate': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: CollectorCertificate;
  };
  /** Ask the authority for the collector's next certificate now */
  'POST /api/admin/certificate/renew': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: CollectorCertificate;
  };
  /** Discard batches that were set aside */
  'POST /api/admin/spool/aside/discard': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      batch_ids: Array<string>;
    };
    answer: {
      outcomes: Array<AsideOutcome>;
    };
  };
  /** Show the configuration of single sign-on */
  'GET /api/v2/sso/config': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: SsoConfig;
  };
  /** Set up single sign-on */
  'PUT /api/v2/sso/config': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      enabled?: boolean;
      /** The name of the provider in URLs. */
      handle: string;
      /** The name on the button "Sign in with ...". */
      name: string;
      /** The issuer, exactly as in the discovery document of the provider. */
      issuer: string;
      client_id: string;
      client_authentication?: "client_secret_basic" | "client_secret_post" | "private_key_jwt" | "none";
      /** Id of the key for `private_key_jwt`. */
      key_id?: string | null;
      scopes?: Array<string>;
      /** Domains of the e-mail addresses that can sign in. The provider must report the address as verified. Empty means all domains. */
      domains?: Array<string>;
      role_claim?: string | null;
      /** Maps values of the claim to roles. The highest role applies. */
      roles?: Array<{
        value: string;
        role: "owner" | "administrator" | "analyst" | "auditor" | "viewer";
      }>;
      /** Role of people for whom no value of the claim maps to a role; null refuses them. */
      default_role?: "analyst" | "auditor" | "viewer" | null;
      /** Whether the first sign-in of a person creates the member. If false, the person must be provisioned first or link the provider. */
      just_in_time?: boolean;
      /** Whether new people become members of this account, or each get an account of their own. Only an administrator can choose an account of their own. */
      accounts?: "joined" | "own";
      tier_claim?: string | null;
      /** For accounts of their own: maps values of the claim to tiers. The highest tier applies. */
      tiers?: Array<{
        value: string;
        tier: "free" | "essentials" | "professional" | "research" | "commercial" | "enterprise";
      }>;
      /** The client secret, or the private key in PEM (PKCS #8) for `private_key_jwt`. Null removes it. */
      secret?: string | null;
    };
    answer: SsoConfig;
  };
  /** Remove single sign-on */
  'DELETE /api/v2/sso/config': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: SsoConfig;
  };
  /** List the providers that one signs in by */
  'GET /api/auth/sso': {
    params: undefined;
    query: {
      /** The name of the provider in URLs. */
      organization?: string;
    };
    headers: undefined;
    body: undefined;
    answer: {
      providers: Array<{
        handle: string;
        name: string;
      }>;
    };
  };
  /** Begin to sign in by a provider */
  'POST /api/auth/session/sso': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      /** The name of the provider in URLs. */
      provider: string;
    };
    answer: {
      ticket: string;
      url: string;
    };
  };
  /** Sign in by a provider */
  'POST /api/auth/session/sso/finish': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      /** The ticket that the previous step returned. */
      ticket: string;
      /** The query string of the address to which the provider sent the browser. */
      answer: string;
    };
    answer: {
      success: true;
      user: User;
      member: Member;
      session: Session;
    };
  };
  /** Begin to confirm who is signed in by a provider */
  'POST /api/auth/session/confirm/sso': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      ticket: string;
      url: string;
    };
  };
  /** Confirm who is signed in by a provider */
  'POST /api/auth/session/confirm/sso/finish': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      /** The ticket that the previous step returned. */
      ticket: string;
      /** The query string of the address to which the provider sent the browser. */
      answer: string;
    };
    answer: {
      success: true;
      confirmed_until: string;
    };
  };
  /** Begin to link a provider */
  'POST /api/auth/sso/link': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      /** The name of the provider in URLs. */
      provider: string;
    };
    answer: {
      ticket: string;
      url: string;
    };
  };
  /** Link a provider */
  'POST /api/auth/sso/link/finish': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      /** The ticket that the previous step returned. */
      ticket: string;
      /** The query string of the address to which the provider sent the browser. */
      answer: string;
    };
    answer: {
      id: number;
      handle: string;
      name: string;
    };
  };
  /** Remove a link to a provider */
  'DELETE /api/auth/sso/link/{id}': {
    params: {
      id: number;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      id: number;
      removed: true;
    };
  };
  /** Take a provider’s word that somebody signed out */
  'POST /api/v2/sso/backchannel-logout/{handle}': {
    params: {
      /** The name of the provider in URLs. */
      handle: string;
    };
    query: undefined;
    headers: undefined;
    body: RawBody<"application/x-www-form-urlencoded">;
    answer: {
      ended: number;
    };
  };
  /** List the users that the provider knows */
  'GET /api/v2/scim/Users': {
    params: undefined;
    query: {
      filter?: string;
      startIndex?: number;
      count?: number;
    };
    headers: undefined;
    body: undefined;
    answer: {
      schemas: Array<string>;
      totalResults: number;
      startIndex: number;
      itemsPerPage: number;
      Resources: Array<ScimUser>;
    };
  };
  /** Tell of a user beforehand */
  'POST /api/v2/scim/Users': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      schemas?: Array<string>;
      userName: string;
      externalId?: string | null;
      name?: {
        givenName?: string | null;
        familyName?: string | null;
      } | null;
      active?: boolean | string;
    };
    answer: ScimUser;
  };
  /** Show a user that the provider knows */
  'GET /api/v2/scim/Users/{user_id}': {
    params: {
      user_id: number;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: ScimUser;
  };
  /** Replace what is known of a user */
  'PUT /api/v2/scim/Users/{user_id}': {
    params: {
      user_id: number;
    };
    query: undefined;
    headers: undefined;
    body: {
      schemas?: Array<string>;
      userName: string;
      externalId?: string | null;
      name?: {
        givenName?: string | null;
        familyName?: string | null;
      } | null;
      active?: boolean | string;
    };
    answer: ScimUser;
  };
  /** Change what is known of a user */
  'PATCH /api/v2/scim/Users/{user_id}': {
    params: {
      user_id: number;
    };
    query: undefined;
    headers: undefined;
    body: {
      schemas?: Array<string>;
      Operations: Array<{
        op: string;
        path?: string;
        value?: unknown;
      }>;
    };
    answer: ScimUser;
  };
  /** Forget a user */
  'DELETE /api/v2/scim/Users/{user_id}': {
    params: {
      user_id: number;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: null;
  };
  /** Show what of SCIM is supported */
  'GET /api/v2/scim/ServiceProviderConfig': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      schemas: Array<string>;
      patch: {
        supported: boolean;
      };
      bulk: {
        supported: boolean;
        maxOperations: number;
        maxPayloadSize: number;
      };
      filter: {
        supported: boolean;
        maxResults: number;
      };
      changePassword: {
        supported: boolean;
      };
      sort: {
        supported: boolean;
      };
      etag: {
        supported: boolean;
      };
      authenticationSchemes: Array<{
        type: string;
        name: string;
        description: string;
      }>;
    };
  };
  /** List monitoring locations */
  'GET /api/v1/dns-monitoring/locations': {
    params: undefined;
    query: {
      /** Maximum number of items in the answer. */
      limit?: number;
      /** Number of items to skip. */
      offset?: number;
    };
    headers: undefined;
    body: undefined;
    answer: {
      /** Number of items on all pages. */
      count: number;
      locations: Array<Location>;
      limit: number;
      offset: number;
    };
  };
  /** Create a monitoring location */
  'POST /api/v1/dns-monitoring/locations': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      location_name: string;
      description?: string | null;
      /** Days that single queries are kept. Counts are kept longer. Null means as long as the default of the installation. */
      retention_days?: number | null;
    };
    answer: {
      id: number;
      location_name: string;
      description: string | null;
      /** Days that single queries are kept; null means as long as the default of the installation. */
      retention_days: number | null;
      created_at: string;
      updated_at: string;
      /** The ingest key of the location, shown only in this answer. */
      api_key: string;
    };
  };
  /** Update a monitoring location */
  'PUT /api/v1/dns-monitoring/locations/{id}': {
    params: {
      id: number;
    };
    query: undefined;
    headers: undefined;
    body: {
      location_name?: string;
      description?: string | null;
      /** Days that single queries are kept. Counts are kept longer. Null means as long as the default of the installation. */
      retention_days?: number | null;
    };
    answer: Location;
  };
  /** Delete a monitoring location */
  'DELETE /api/v1/dns-monitoring/locations/{id}': {
    params: {
      id: number;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      id: number;
      deleted: true;
    };
  };
  /** Ingest DNS queries */
  'POST /api/v1/dns-monitoring/queries': {
    params: undefined;
    query: undefined;
    headers: {
      /** The id that the sender gives the batch. A batch with a known id is not stored again. */
      "X-Batch-Id"?: string;
      /** Another name for `X-Batch-Id`, for clients that use this header. */
      "Idempotency-Key"?: string;
      /** HMAC of a binary batch, computed with the key. */
      "X-Sonde-Signature"?: string;
    };
    body: {
      queries: Array<{
        /** When the query was seen: ISO 8601 with a time zone, or Unix time in seconds. */
        timestamp: string | number;
        /** Address of the client. */
        client_ip: string;
        /** The queried name. A trailing dot is removed, and upper-case letters become lower case. */
        query_name: string;
        /** A mnemonic such as AAAA, the form TYPE65, or the number. */
        query_type: string | number;
        /** A mnemonic such as NXDOMAIN, or the number; absent if no response was seen. */
        response_code?: string | number | null;
        answers?: Array<string | {
          /** Owner name; the queried name if absent. */
          name?: string;
          /** Record type; the queried type if absent. */
          type?: string | number;
          /** TTL in seconds. */
          ttl?: number;
          /** The record data in presentation form. */
          data: string;
        }>;
        /** Short form for a single answer that is an IP address. */
        response_ip?: string | null;
        /** Milliseconds from query to response. If absent, the query does not count in latencies. */
        response_time_ms?: number | null;
        /** udp (default), tcp, dot, doh, doq, dnscrypt-udp or dnscrypt-tcp. */
        protocol?: string;
        /** Address of the server. */
        server_ip?: string;
        client_port?: number;
        /** 53 if absent. */
        server_port?: number;
        /** 1 (IN) if absent. */
        query_class?: number;
        /** Bytes of the query message. */
        query_size?: number;
        /** Bytes of the response message. */
        response_size?: number;
        /** EDNS client subnet as address/prefix. */
        client_subnet?: string;
        /** The resolver's policy rule that matched. */
        policy_rule?: string;
      }>;
    } | RawBody<"application/x-ndjson" | "application/vnd.sonde.batch">;
    answer: {
      accepted: number;
      rejected: number;
      /** The first rejected elements, with the reason for each. */
      errors: Array<{
        index: number;
        message: string;
      }>;
      batch_id: string;
      /** True if the batch was accepted earlier. The collector stored nothing this time. */
      duplicate: boolean;
    };
  };
  /** Search stored queries */
  'GET /api/v1/dns-monitoring/queries': {
    params: undefined;
    query: {
      location_id?: number;
      /** Start of the range, included. Not allowed together with `period`. */
      from?: string;
      /** End of the range, excluded. Default: now. */
      to?: string;
      /** Length of the range that ends at `to`, for example 90m, 24h or 7d. */
      period?: string;
      /** IPv4 or IPv6 addresses of clients. */
      client?: string;
      /** Queries for exactly these names. */
      name?: string;
      /** These names and all below them. */
      suffix?: string;
      /** Queries for names that do not belong in the DNS, by their own system: any, or onion, i2p, ens, registry, namecoin, alt, gns. */
      leak?: string;
      /** Mnemonics such as AAAA, or numbers. */
      query_type?: string;
      /** Mnemonics such as NXDOMAIN, or numbers. `none` finds queries without a response. */
      response_code?: string;
      /** Addresses of the queried servers. */
      server?: string;
      /** Ids (`id`) of agents in the list of agents. */
      agent_id?: string;
      /** udp, tcp, dot, doh, doq, dnscrypt-udp or dnscrypt-tcp. */
      protocol?: string;
      /** Policy rules that matched, as in `policy_rule` of a query. */
      policy_rule?: string;
      /** Only queries that took more than this number of milliseconds to answer. */
      slower_than_ms?: number;
      /** Maximum number of queries in a page; 100 if absent. Not allowed with NDJSON or CSV. */
      limit?: number;
      /** `next_cursor` of the previous page. Not allowed with NDJSON or CSV. */
      cursor?: string;
      format?: "json" | "ndjson" | "csv";
    };
    headers: undefined;
    body: undefined;
    answer: {
      /** Number of items in this answer. */
      count: number;
      queries: Array<StoredQuery>;
      /** What the datasets say about the addresses in this answer. Each address appears once, and at most 2,000 addresses appear. A field that no dataset provides is null. The whole object is null if no dataset is loaded. */
      addresses: Array<AddressNote> | null;
      limit: number;
      /** Null on the last page. */
      next_cursor: string | null;
    };
  };
  /** Count the stored queries of a filter by time */
  'GET /api/v1/dns-monitoring/queries/histogram': {
    params: undefined;
    query: {
      location_id?: number;
      /** Start of the range, included. Not allowed together with `period`. */
      from?: string;
      /** End of the range, excluded. Default: now. */
      to?: string;
      /** Length of the range that ends at `to`, for example 90m, 24h or 7d. */
      period?: string;
      /** IPv4 or IPv6 addresses of clients. */
      client?: string;
      /** Queries for exactly these names. */
      name?: string;
      /** These names and all below them. */
      suffix?: string;
      /** Queries for names that do not belong in the DNS, by their own system: any, or onion, i2p, ens, registry, namecoin, alt, gns. */
      leak?: string;
      /** Mnemonics such as AAAA, or numbers. */
      query_type?: string;
      /** Mnemonics such as NXDOMAIN, or numbers. `none` finds queries without a response. */
      response_code?: string;
      /** Addresses of the queried servers. */
      server?: string;
      /** Ids (`id`) of agents in the list of agents. */
      agent_id?: string;
      /** udp, tcp, dot, doh, doq, dnscrypt-udp or dnscrypt-tcp. */
      protocol?: string;
      /** Policy rules that matched, as in `policy_rule` of a query. */
      policy_rule?: string;
      /** Only queries that took more than this number of milliseconds to answer. */
      slower_than_ms?: number;
    };
    headers: undefined;
    body: undefined;
    answer: {
      from: string;
      to: string;
      queries: number;
      /** Length of one point in seconds. */
      bucket_seconds: number;
      series: Array<{
        at: string;
        queries: number;
        failures: number;
      }>;
    };
  };
  /** List agents and what is missing of them */
  'GET /api/v1/dns-monitoring/agents': {
    params: undefined;
    query: {
      location_id?: number;
      /** Number of latest runs to show for each agent. */
      runs?: number;
    };
    headers: undefined;
    body: undefined;
    answer: {
      /** Number of items in this answer. */
      count: number;
      agents: Array<{
        id: number;
        location_id: number;
        /** The id that the sender chose for itself. */
        agent_id: string;
        software: string;
        host: string;
        first_seen: string;
        last_seen: string;
        /** Rows accepted in all runs of the agent. */
        rows: number;
        rejected_rows: number;
        /** The newest run comes first. Empty for senders of JSON, whose batches have no numbers. */
        runs: Array<{
          run_id: string;
          first_seen: string;
          last_seen: string;
          /** Number of different batches that arrived. */
          batches: number;
          /** Numbered batches that have not arrived. They are still on their way, or lost. */
          missing_batches: number;
          /** The first gaps in the numbers, both ends included. */
          missing: Array<{
            from: number;
            to: number;
          }>;
          rows: number;
          rejected_rows: number;
          /** True if no batch is missing, no row was rejected, and the sender reports no losses of its own. */
          complete: boolean;
          /** Counters that the sender keeps itself, as totals since the run began. */
          ledger: {
            packets_captured: number;
            packets_dropped: Record<string, number>;
            packets_other: number;
            messages_seen: number;
            messages_stored: number;
            messages_repeated: number;
            messages_filtered: number;
            messages_sampled: number;
            messages_malformed: Record<string, number>;
            messages_dropped: Record<string, number>;
            messages_pending: number;
            rows_stored: number;
            rows_dropped: Record<string, number>;
            encrypted_flows?: {
              seen: number;
              stored: number;
              filtered: number;
              sampled: number;
              dropped: Record<string, number>;
              foreign: number;
              pending: number;
            };
          };
          treatment: {
            sampling: number;
            client_prefix_v4: number;
            client_prefix_v6: number;
            client_pseudonym: boolean;
            name_labels: number;
            filters: Array<string>;
          };
        }>;
      }>;
    };
  };
  /** Tell by the hour what was lost of each agent */
  'GET /api/v1/dns-monitoring/agents/losses': {
    params: undefined;
    query: {
      /** Start of the range, included. Not allowed together with `period`. */
      from?: string;
      /** End of the range, excluded. Default: now. */
      to?: string;
      /** Length of the range that ends at `to`, for example 90m, 24h or 7d. */
      period?: string;
      location_id?: number;
    };
    headers: undefined;
    body: undefined;
    answer: {
      from: string;
      to: string;
      /** Number of items in this answer. */
      count: number;
      agents: Array<{
        id: number;
        location_id: number;
        host: string;
        last_seen: string;
        /** Null if the agent reported in the last five minutes. */
        silent_since: string | null;
        hours: Array<{
          /** Start of the hour. */
          hour: string;
          rows: number | null;
          rejected_rows: number | null;
          /** Batches found missing in this hour, minus missing batches that arrived in it after all. */
          missing_batches: number | null;
          packets_dropped: number | null;
          messages_dropped: number | null;
          messages_malformed: number | null;
          rows_dropped: number | null;
        }>;
      }>;
    };
  };
  /** Make a token by which agents enrol */
  'POST /api/v1/enrolment/tokens': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      /** The location of the agents. */
      location_id: number;
      /** Number of agents that can enrol with the token. */
      uses?: number;
      expires_in_seconds?: number;
      /** Limits enrolment to these addresses, or networks in CIDR notation. */
      networks?: Array<string> | null;
      label?: string;
    };
    answer: {
      id: number;
      /** The first characters of the token. */
      prefix: string;
      label: string;
      location_id: number;
      /** Networks from which agents can enrol; any network if null. */
      networks: Array<string> | null;
      /** Number of agents that can enrol with the token. */
      uses: number;
      used: number;
      /** How often the token was refused, because it was no longer valid or the request came from another network. */
      refused: number;
      state: "good" | "used" | "expired" | "revoked";
      created_at: string;
      expires_at: string;
      last_used_at: string | null;
      /** The token, shown only in this answer. */
      token: string;
    };
  };
  /** List tokens by which agents enrol */
  'GET /api/v1/enrolment/tokens': {
    params: undefined;
    query: {
      location_id?: number;
      limit?: number;
    };
    headers: undefined;
    body: undefined;
    answer: {
      /** Number of items in this answer. */
      count: number;
      tokens: Array<EnrolmentToken>;
    };
  };
  /** Revoke a token by which agents enrol */
  'DELETE /api/v1/enrolment/tokens/{id}': {
    params: {
      id: number;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      id: number;
      revoked: true;
    };
  };
  /** Enrol an agent by a token */
  'POST /api/v1/enrolment/agents': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      /** The token that `POST /api/v1/enrolment/tokens` returned. */
      token: string;
      /** The id that the agent chose for itself. */
      agent_id: string;
      /** The key that the agent will send with. The agent generates it from random digits. If the answer is lost, the agent repeats the request with the same key, and the collector recognizes it. */
      key: string;
      software?: string;
      host?: string;
      /** Certification request (PKCS #10, RFC 2986) in PEM, with a P-256 key. The collector reads only the public key. */
      certification_request?: string;
    };
    answer: {
      id: number;
      /** The id that the agent chose for itself. */
      agent_id: string;
      location_id: number;
      software: string;
      host: string;
      /** The address from which the agent enrolled. */
      address: string;
      token_id: number | null;
      key_id: number;
      key_prefix: string;
      enrolled_at: string;
      /** When the key of the agent was last used. */
      last_used_at: string | null;
      revoked_at: string | null;
      /** When the newest certificate of the agent expires; null if it has none. */
      certificate_ends_at: string | null;
      /** Null if the agent did not request a certificate, or if this collector issues none. */
      certificate: {
        /** The certificate in PEM. */
        certificate: string;
        ends_at: string;
        /** Seconds for which the certificate is valid from now on. Agents with a wrong clock use this number. */
        lifetime_seconds: number;
      } | null;
    };
  };
  /** List agents that have keys of their own */
  'GET /api/v1/enrolment/agents': {
    params: undefined;
    query: {
      location_id?: number;
      limit?: number;
    };
    headers: undefined;
    body: undefined;
    answer: {
      /** Number of items in this answer. */
      count: number;
      agents: Array<EnrolledAgent>;
    };
  };
  /** Revoke an agent's key and certificates */
  'DELETE /api/v1/enrolment/agents/{id}': {
    params: {
      id: number;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      id: number;
      revoked: true;
    };
  };
  /** Get the settings of agents */
  'GET /api/v1/dns-monitoring/agent-settings': {
    params: undefined;
    query: {
      /** Default: the version in force. */
      version?: number;
    };
    headers: undefined;
    body: undefined;
    answer: {
      /** 0 if there have never been any settings. */
      version: number;
      changed_at: string | null;
      entries: Array<AgentSettingsEntry>;
      /** Settings that can be set here. */
      settings: Array<{
        name: string;
        help: string;
        /** Format of the value. */
        value: string;
        default: string | null;
        /** Whether agents reopen their captures for this setting. No packet is lost. */
        reopens_capture: boolean;
      }>;
    };
  };
  /** Change the settings of agents */
  'PUT /api/v1/dns-monitoring/agent-settings': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      /** The version on which the change is based. If another version is in force by now, the answer is 409. */
      based_on?: number;
      /** All entries. If several entries reach an agent, the later one wins. */
      entries: Array<{
        /** Id of an existing entry that this one replaces; absent for a new entry. */
        id?: number | null;
        /** Null if the entry applies to all locations. */
        location_id?: number | null;
        /** Null if the entry applies to all agents of these locations. */
        agent_id?: number | null;
        /** Percentage of these agents that receive the entry. Raise it step by step. */
        rollout_percent?: number;
        settings: Record<string, string>;
        /** A note for people. */
        note?: string | null;
      }>;
      /** The reason for the change, for people. */
      comment?: string | null;
    };
    answer: AgentSettings;
  };
  /** Preview settings of agents */
  'POST /api/v1/dns-monitoring/agent-settings/preview': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      /** All entries. If several entries reach an agent, the later one wins. */
      entries: Array<{
        /** Id of an existing entry that this one replaces; absent for a new entry. */
        id?: number | null;
        /** Null if the entry applies to all locations. */
        location_id?: number | null;
        /** Null if the entry applies to all agents of these locations. */
        agent_id?: number | null;
        /** Percentage of these agents that receive the entry. Raise it step by step. */
        rollout_percent?: number;
        settings: Record<string, string>;
        /** A note for people. */
        note?: string | null;
      }>;
    };
    answer: {
      /** Number of items in this answer. */
      count: number;
      /** Number of agents whose settings would change. */
      changed: number;
      agents: Array<{
        agent_id: number;
        location_id: number;
        host: string;
        changed: boolean;
        /** Settings after the change. */
        settings: Record<string, string>;
      }>;
    };
  };
  /** List versions of the settings of agents */
  'GET /api/v1/dns-monitoring/agent-settings/versions': {
    params: undefined;
    query: {
      limit?: number;
    };
    headers: undefined;
    body: undefined;
    answer: {
      /** Number of items in this answer. */
      count: number;
      versions: Array<{
        version: number;
        changed_at: string;
        entries: number;
        comment: string | null;
        /** The version whose entries were restored. */
        rolled_back_to: number | null;
      }>;
      limit: number;
    };
  };
  /** Compare two versions of the settings of agents */
  'GET /api/v1/dns-monitoring/agent-settings/compare': {
    params: undefined;
    query: {
      from: number;
      to: number;
    };
    headers: undefined;
    body: undefined;
    answer: {
      from: number;
      to: number;
      /** Number of items in this answer. */
      count: number;
      entries: Array<{
        /** Null if the entry was added. */
        before: AgentSettingsEntry | null;
        /** Null if the entry was removed. */
        after: AgentSettingsEntry | null;
        /** Whether the entry moved to another place in the order. If several entries reach an agent, the order decides which one wins. */
        moved: boolean;
      }>;
    };
  };
  /** Roll the settings of agents back to a version */
  'POST /api/v1/dns-monitoring/agent-settings/rollback': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      version: number;
    };
    answer: AgentSettings;
  };
  /** List which settings agents have in force */
  'GET /api/v1/dns-monitoring/agent-settings/agents': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      /** The version of the account's settings. */
      version: number;
      /** Number of items in this answer. */
      count: number;
      agents: Array<{
        agent_id: number;
        location_id: number;
        host: string;
        /** Settings of the agent by the version in force at the collector. */
        meant: Record<string, string>;
        /** Null if the agent has never fetched settings. */
        told: {
          /** Null if only the settings of the agent's owner are in force. */
          held_version: number | null;
          held_since: string;
          /** Settings for which the machine uses its own values. */
          kept_own: Array<string>;
          refused: {
            version: number | null;
            reason: "malformed" | "unknown_key" | "bad_signature" | "wrong_audience" | "expired" | "older_version" | "unknown_setting" | "forbidden_setting" | "bad_value" | "cannot_apply" | "silent" | "did_not_survive";
            message: string;
          } | null;
          told_at: string;
        } | null;
      }>;
    };
  };
  /** Get the settings of an agent, signed */
  'GET /api/v1/dns-monitoring/agent-settings/document': {
    params: undefined;
    query: {
      /** The id that the agent chose for itself. */
      agent_id: string;
      /** The version that the agent has in force. */
      held?: number;
      /** The answer has a document only if there is a version after this one. */
      since?: number;
      /** Seconds to wait for a newer version if there is none yet. */
      wait?: number;
      /** Names of settings for which the machine uses its own values, separated by commas. */
      kept_own?: string;
      refused?: number;
      refused_reason?: "malformed" | "unknown_key" | "bad_signature" | "wrong_audience" | "expired" | "older_version" | "unknown_setting" | "forbidden_setting" | "bad_value" | "cannot_apply" | "silent" | "did_not_survive";
      refused_message?: string;
    };
    headers: undefined;
    body: undefined;
    answer: AgentSettingsAnswer;
  };
  /** Make another key that settings of agents are signed with */
  'POST /api/admin/agent-settings-key/rotate': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      /** The chain of signing keys, oldest first. The last key signs the document. */
      keys: Array<{
        /** Ed25519 public key, 32 octets in base64. */
        public_key: string;
        /** Signature by the previous key, over the line "sonde agent settings key v1" followed by the 32 octets. */
        signature: string | null;
      }>;
    };
  };
  /** Renew an agent's client certificate */
  'POST /api/v1/enrolment/certificate': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      /** Certification request (PKCS #10, RFC 2986) in PEM, with a P-256 key. The collector reads only the public key. */
      certification_request: string;
    };
    answer: {
      /** The certificate in PEM. */
      certificate: string;
      ends_at: string;
      /** Seconds for which the certificate is valid from now on. Agents with a wrong clock use this number. */
      lifetime_seconds: number;
    };
  };
  /** List the authorities for certificates of agents */
  'GET /api/admin/client-authorities': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      mode: "off" | "offered" | "required";
      /** The trusted authorities, oldest first. */
      authorities: Array<{
        id: number;
        name: string;
        signs_from: string;
        ends_at: string;
        /** When the last certificate that the authority signed expires; null if it signed none. */
        needed_until: string | null;
        /** The certificate in PEM, for programs that verify the certificates of agents themselves. */
        certificate: string;
      }>;
    };
  };
  /** Make the next authority for certificates of agents */
  'POST /api/admin/client-authorities/rotate': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      mode: "off" | "offered" | "required";
      /** The trusted authorities, oldest first. */
      authorities: Array<{
        id: number;
        name: string;
        signs_from: string;
        ends_at: string;
        /** When the last certificate that the authority signed expires; null if it signed none. */
        needed_until: string | null;
        /** The certificate in PEM, for programs that verify the certificates of agents themselves. */
        certificate: string;
      }>;
    };
  };
  /** List what is excluded from detection */
  'GET /api/v1/dns-monitoring/exclusions': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      /** Number of items in this answer. */
      count: number;
      exclusions: Array<Exclusion>;
    };
  };
  /** Exclude names, clients or a location from detection */
  'POST /api/v1/dns-monitoring/exclusions': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      /** `example.com` matches the domain and all names below it. `*.example.com` matches only the names below it. */
      name?: string | null;
      /** An IP address, or a network such as `10.0.0.0/8`. */
      client?: string | null;
      /** Limits the exclusion to one location. Default: all locations. */
      location_id?: number | null;
      note?: string | null;
    };
    answer: Exclusion;
  };
  /** Take an exclusion back */
  'DELETE /api/v1/dns-monitoring/exclusions/{id}': {
    params: {
      id: number;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      success: true;
    };
  };
  /** Try detection on stored queries */
  'POST /api/v1/dns-monitoring/replay': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      /** Limits the replay to one location. Default: all locations. */
      location_id?: number | null;
      /** Start of the range, included. Not allowed together with `period`. */
      from?: string;
      /** End of the range, excluded. Default: now. */
      to?: string;
      /** Length of the range that ends at `to`, for example 90m, 24h or 7d. */
      period?: string;
      /** Detectors to run, for example `indicator`, `dga` or `dns_tunnel`. Default: all. */
      detectors?: Array<string>;
      /** Indicators to use instead of the loaded feeds. */
      indicators?: Array<string>;
    };
    answer: {
      from: string;
      /** Where the replay ended. */
      to: string;
      /** False if the replay reached its limit of two million queries or one minute. To continue, send another request that starts at `to`. */
      complete: boolean;
      rows: number;
      days: Array<{
        date: string;
        /** Threats that would have been opened, without remarks (severity `info`). */
        alerts: number;
        remarks: number;
        by_type: Record<string, number>;
      }>;
      total_threats: number;
      /** Sightings of threats above the number that a replay can keep. */
      untold: number;
      threats: Array<{
        location_id: number;
        threat_type: string;
        subject: string;
        severity: "info" | "low" | "medium" | "high" | "critical";
        count: number;
        first_seen: string;
        last_seen: string;
        message: string;
      }>;
    };
  };
  /** Get traffic statistics */
  'GET /api/v1/dns-monitoring/stats': {
    params: undefined;
    query: {
      location_id?: number;
      /** Start of the range, included. Not allowed together with `period`. */
      from?: string;
      /** End of the range, excluded. Default: now. */
      to?: string;
      /** Length of the range that ends at `to`, for example 90m, 24h or 7d. */
      period?: string;
      /** IPv4 or IPv6 addresses of clients. */
      client?: string;
      /** Queries for exactly these names. */
      name?: string;
      /** These names and all below them. */
      suffix?: string;
      /** Queries for names that do not belong in the DNS, by their own system: any, or onion, i2p, ens, registry, namecoin, alt, gns. */
      leak?: string;
      /** Mnemonics such as AAAA, or numbers. */
      query_type?: string;
      /** Mnemonics such as NXDOMAIN, or numbers. `none` finds queries without a response. */
      response_code?: string;
      /** Addresses of the queried servers. */
      server?: string;
      /** Ids (`id`) of agents in the list of agents. */
      agent_id?: string;
      /** udp, tcp, dot, doh, doq, dnscrypt-udp or dnscrypt-tcp. */
      protocol?: string;
      /** Policy rules that matched, as in `policy_rule` of a query. */
      policy_rule?: string;
      /** Only queries that took more than this number of milliseconds to answer. */
      slower_than_ms?: number;
      /** Maximum length of the lists of the most frequent names, clients and domains. */
      top?: number;
      /** Whether to count registrable domains too, in `top_domains`. They are counted over exactly the range in `from` and `to`. */
      domains?: boolean;
      /** Whether to count the names and registrable domains that fail too, by response code, in `top_failures`. */
      failures?: boolean;
    };
    headers: undefined;
    body: undefined;
    answer: TrafficStats;
  };
  /** Compare a period with the one before */
  'GET /api/v1/dns-monitoring/stats/compare': {
    params: undefined;
    query: {
      location_id?: number;
      /** Start of the range, included. Not allowed together with `period`. */
      from?: string;
      /** End of the range, excluded. Default: now. */
      to?: string;
      /** Length of the range that ends at `to`, for example 90m, 24h or 7d. */
      period?: string;
      /** Compares with the same hours one day or one week earlier. Default: the period directly before. */
      back?: "day" | "week";
      /** Maximum number of items in each list. */
      top?: number;
      /** Whether to compare registrable domains too, in `domains`. */
      domains?: boolean;
    };
    headers: undefined;
    body: undefined;
    answer: {
      period: {
        from: string;
        /** End of the period, excluded. */
        to: string;
        queries: number;
        answered: number;
        unanswered: number;
        unique_clients: number;
        unique_names: number;
        latency_ms: {
          p50: number;
          p95: number;
          p99: number;
        } | null;
      };
      before: {
        from: string;
        /** End of the period, excluded. */
        to: string;
        queries: number;
        answered: number;
        unanswered: number;
        unique_clients: number;
        unique_names: number;
        latency_ms: {
          p50: number;
          p95: number;
          p99: number;
        } | null;
      };
      response_codes: Array<{
        /** Null for queries without a response. */
        response_code: string | null;
        queries: number;
        before: number;
      }>;
      names: Array<{
        name: string;
        queries: number;
        before: number;
      }>;
      /** Null if the request has `domains=false`. */
      domains: Array<{
        domain: string;
        queries: number;
        before: number;
      }> | null;
      clients: Array<{
        client_ip: string;
        queries: number;
        before: number;
      }>;
      failing_names: Array<{
        name: string;
        queries: number;
        before: number;
      }>;
      new_domains: Array<{
        domain: string;
        /** Start of the hour in which the domain was first seen. */
        first_seen: string;
        queries: number;
      }>;
      new_threats: {
        /** Number of all new threats, including those that `threats` leaves out. */
        count: number;
        threats: Array<Threat>;
      };
      /** What the datasets say about the addresses in this answer. Each address appears once, and at most 2,000 addresses appear. A field that no dataset provides is null. The whole object is null if no dataset is loaded. */
      addresses: Array<AddressNote> | null;
      silent_agents: Array<{
        id: number;
        location_id: number;
        host: string;
        software: string;
        silent_since: string;
      }>;
    };
  };
  /** List connections of encrypted DNS */
  'GET /api/v1/dns-monitoring/encrypted': {
    params: undefined;
    query: {
      location_id?: number;
      /** Start of the range, included. Not allowed together with `period`. */
      from?: string;
      /** End of the range, excluded. Default: now. */
      to?: string;
      /** Length of the range that ends at `to`, for example 90m, 24h or 7d. */
      period?: string;
      /** IPv4 or IPv6 addresses of clients. */
      client?: string;
      /** Addresses of servers. */
      server?: string;
      /** dot, doh, doq or doh3. */
      protocol?: string;
      /** Operators of the servers. `none` finds servers that are on no list. */
      provider?: string;
      /** Server names (SNI), and all names below them. */
      server_name?: string;
      /** JA4 fingerprints of clients. */
      ja4?: string;
      /** Whether the client looked up the server in unencrypted DNS before: yes, no or unknown. */
      looked_up?: string;
      /** Ids (`id`) of agents in the list of agents. */
      agent_id?: string;
      /** Maximum number of connections in a page. */
      limit?: number;
      /** `next_cursor` of the previous page. */
      cursor?: string;
    };
    headers: undefined;
    body: undefined;
    answer: {
      /** Number of items in this answer. */
      count: number;
      connections: Array<EncryptedConnection>;
      /** What the datasets say about the addresses in this answer. Each address appears once, and at most 2,000 addresses appear. A field that no dataset provides is null. The whole object is null if no dataset is loaded. */
      addresses: Array<AddressNote> | null;
      limit: number;
      /** Null on the last page. */
      next_cursor: string | null;
    };
  };
  /** Get the share of encrypted DNS */
  'GET /api/v1/dns-monitoring/encrypted/share': {
    params: undefined;
    query: {
      location_id?: number;
      /** Start of the range, included. Not allowed together with `period`. */
      from?: string;
      /** End of the range, excluded. Default: now. */
      to?: string;
      /** Length of the range that ends at `to`, for example 90m, 24h or 7d. */
      period?: string;
      /** IPv4 or IPv6 addresses of clients. */
      client?: string;
      /** Addresses of servers. */
      server?: string;
      /** dot, doh, doq or doh3. */
      protocol?: string;
      /** Operators of the servers. `none` finds servers that are on no list. */
      provider?: string;
      /** Server names (SNI), and all names below them. */
      server_name?: string;
      /** JA4 fingerprints of clients. */
      ja4?: string;
      /** Whether the client looked up the server in unencrypted DNS before: yes, no or unknown. */
      looked_up?: string;
      /** Ids (`id`) of agents in the list of agents. */
      agent_id?: string;
      /** Maximum number of clients in the list. */
      top?: number;
    };
    headers: undefined;
    body: undefined;
    answer: {
      /** Null if the answer covers all locations of the account. */
      location_id: number | null;
      from: string;
      /** End of the range, excluded. */
      to: string;
      totals: {
        connections: number;
        clients: number;
        bytes_to_server: number;
        bytes_to_client: number;
        /** Connections to servers whose address the client did not look up in unencrypted DNS. */
        not_looked_up: number;
        /** Queries of all clients in the range, or of the clients in the filter. */
        clear_queries: number;
        clear_clients: number;
        /** Clients with connections but without unencrypted queries. */
        clients_without_queries: number;
      };
      protocols: Array<{
        protocol: "dot" | "doh" | "doq" | "doh3";
        connections: number;
        clients: number;
        bytes: number;
      }>;
      providers: Array<{
        /** Null for servers that are on no list. */
        provider: string | null;
        connections: number;
        clients: number;
        bytes: number;
      }>;
      /** Clients with the most connections. */
      clients: Array<{
        client_ip: string;
        connections: number;
        clear_queries: number;
        /** Connections divided by connections plus queries. */
        encrypted_share: number;
        bytes: number;
        providers: Array<string>;
        /** Connections to servers whose address the client did not look up in unencrypted DNS. */
        not_looked_up: number;
        first_seen: string;
        last_seen: string;
      }>;
      /** Length of one point of the series in seconds. */
      bucket_seconds: number;
      series: Array<{
        at: string;
        connections: number;
        clear_queries: number;
      }>;
      /** What the datasets say about the addresses in this answer. Each address appears once, and at most 2,000 addresses appear. A field that no dataset provides is null. The whole object is null if no dataset is loaded. */
      addresses: Array<AddressNote> | null;
    };
  };
  /** Get the state of the collector */
  'GET /api/v1/dns-monitoring/status': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      collector_id: string;
      version: string;
      started_at: string;
      /** Accepted rows of all accounts that are not stored yet. */
      backlog: {
        batches: number;
        bytes: number;
        /** Seconds that the oldest waiting batch has waited; 0 if no batch waits. */
        lag_seconds: number;
      };
      /** Batches that the store refused. */
      set_aside: {
        batches: number;
        bytes: number;
      };
      /** How long this installation keeps the data that it receives. */
      kept: {
        /** How much of each query is stored (`SONDE_STORE_PROFILE`). */
        profile: "lean" | "standard" | "forensic";
        /** Days that single queries are kept. A location can have its own value. */
        queries_days: number;
        /** Days that the records, ports and message ids of queries are kept; null if they are kept as long as the queries. */
        details_days: number | null;
        /** Days that counts, passive DNS and domains are kept. */
        counts_days: number;
      };
      /** Why the collector cannot store rows at the moment; null if it can. */
      trouble: string | null;
      warnings: Array<string>;
    };
  };
  /** List the names of clients */
  'GET /api/v1/dns-monitoring/client-names': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      /** Number of items in this answer. */
      count: number;
      names: Array<{
        client_ip: string;
        name: string;
        source: "operator" | "lease" | "reverse";
      }>;
    };
  };
  /** Name clients */
  'PUT /api/v1/dns-monitoring/client-names': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      names: Array<{
        client_ip: string;
        name: string | null;
      }>;
    };
    answer: {
      success: true;
    };
  };
  /** List saved views */
  'GET /api/v1/dns-monitoring/views': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      /** Number of items in this answer. */
      count: number;
      views: Array<SavedView>;
    };
  };
  /** Save the filters of a page under a name */
  'POST /api/v1/dns-monitoring/views': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      /** The page of the dashboard to which the view belongs. */
      page: "overview" | "queries" | "threats";
      name: string;
      query: string;
      shared?: boolean;
    };
    answer: SavedView;
  };
  /** Take a saved view away */
  'DELETE /api/v1/dns-monitoring/views/{id}': {
    params: {
      id: number;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      success: true;
    };
  };
  /** Query passive DNS */
  'GET /api/v2/passive-dns/query': {
    params: undefined;
    query: {
      /** The name to look up. Either this or `data` is required. */
      domain?: string;
      /** An address, a name or other record data. */
      data?: string;
      /** Whether to include names below the domain. */
      below?: boolean;
      /** A mnemonic such as AAAA, or the number. */
      record_type?: string;
      location_id?: number;
      limit?: number;
      format?: "json" | "cof";
    };
    headers: undefined;
    body: undefined;
    answer: {
      domain: string | null;
      data: string | null;
      /** Number of items in this answer. */
      count: number;
      records: Array<PassiveRecord>;
      /** What the datasets say about the addresses in this answer. Each address appears once, and at most 2,000 addresses appear. A field that no dataset provides is null. The whole object is null if no dataset is loaded. */
      addresses: Array<AddressNote> | null;
      limit: number;
    };
  };
  /** Submit the fingerprint of a TLS client */
  'POST /v1/fingerprint/submit': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      source_ip: string;
      fingerprints: {
        ja4: string;
      };
    };
    answer: {
      accepted: true;
      source_ip: string;
      fingerprints: {
        ja4: string;
      };
      first_seen: string;
      last_seen: string;
      /** How often this fingerprint was seen from this address. */
      times_seen: number;
      addresses_with_fingerprint: number;
      fingerprints_of_address: number;
      month: {
        /** Null if there is no limit. */
        limit: number | null;
        used: number;
        resets_at: string;
      };
    };
  };
  /** Show the history of a domain's records */
  'GET /api/v2/history/timeline/{domain}': {
    params: {
      domain: string;
    };
    query: {
      days?: number;
      /** A mnemonic such as AAAA, or the number. */
      record_type?: string;
    };
    headers: undefined;
    body: undefined;
    answer: {
      domain: string;
      days: number;
      since: string;
      /** Number of items in this answer. */
      count: number;
      /** The most recently seen records first, at most 10,000. */
      records: Array<PassiveRecord>;
      /** What the datasets say about the addresses in this answer. Each address appears once, and at most 2,000 addresses appear. A field that no dataset provides is null. The whole object is null if no dataset is loaded. */
      addresses: Array<AddressNote> | null;
      /** Changes, oldest first. */
      timeline: Array<{
        at: string;
        event: "first_seen" | "last_seen";
        type: string;
        data: string;
        count: number;
      }>;
      /** Reported changes, certificates and look-alikes of a watched domain, expiries, and threats of the account, oldest first. */
      story: Array<{
        at: string;
        kind: "dns_change" | "registration_change" | "certificate_expiry" | "registration_expiry" | "certificate" | "lookalike_certificate" | "first_certificate" | "threat";
        severity: "info" | "low" | "medium" | "high" | "critical";
        /** A record type, the place where a certificate is served, the name in a certificate, or the type of a threat. */
        subject: string;
        message: string;
        old_value: string | null;
        new_value: string | null;
        threat_id: number | null;
      }>;
    };
  };
  /** List newly seen domains */
  'GET /api/v2/feeds/new-domains': {
    params: undefined;
    query: {
      location_id?: number;
      source?: "traffic" | "ct" | "zone";
      days?: number;
      /** A top-level domain or another suffix. */
      tld?: string;
      /** A pattern such as `*paypal*`. `*` matches any number of characters, and `?` matches one. */
      pattern?: string;
      /** Lowest suspicion score of the name itself. */
      min_score?: number;
      /** Part of the registrar's name, as found by a scan of the domain. */
      registrar?: string;
      /** Whether to include domains that may be old, because the source has not been observed long enough. */
      baseline?: boolean;
      format?: "json" | "ndjson" | "rpz" | "hosts";
      limit?: number;
    };
    headers: undefined;
    body: undefined;
    answer: {
      source: string;
      /** `not_configured` means that no log is followed or no zone was ever read, so an empty list proves nothing. `stale` means that no zone was read for three days. A response policy zone and a hosts file contain this as a comment. */
      source_state: "active" | "stale" | "not_configured";
      days: number;
      /** Number of items in this answer. */
      count: number;
      domains: Array<{
        domain: string;
        /** For own traffic, precise to the hour. */
        first_seen: string;
        /** For own traffic, precise to the hour. */
        last_seen: string;
        /** Only for own traffic. */
        queries: number | null;
        baseline: boolean;
        score: number;
        reasons: Array<string>;
        registrar: string | null;
      }>;
      limit: number;
    };
  };
  /** List zones of top-level domains that are read */
  'GET /api/v2/feeds/zones': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      /** Number of items in this answer. */
      count: number;
      zones: Array<{
        zone: string;
        /** `pending`: the zone was never read. `active`: the version is the latest from the registry. `degraded`: an older version is kept. `failed`: there is no version. */
        status: "pending" | "active" | "degraded" | "failed";
        /** Why the zone is not active. */
        note: string | null;
        /** Time of the last successful read, whether the zone had changed or not. */
        read_at: string | null;
        last_attempt_at: string | null;
        next_attempt_at: string | null;
        /** Number of delegated names in the version that is kept. */
        names: number | null;
        /** Number of names that the previous version did not have; null for the first version. */
        new_names: number | null;
        /** Number of failed reads in a row. */
        failures: number;
        /** Since when the zone has had less than half of its names. Such a version is not trusted. */
        shrunk_since: string | null;
      }>;
    };
  };
  /** List domains seen for the first time */
  'GET /api/v2/first-watch/alerts': {
    params: undefined;
    query: {
      location_id?: number;
      days?: number;
      /** Lowest severity to return. */
      severity?: "info" | "low" | "medium" | "high" | "critical";
      limit?: number;
    };
    headers: undefined;
    body: undefined;
    answer: {
      days: number;
      /** Number of items in this answer. */
      count: number;
      /** Number of alerts that match. */
      total: number;
      /** True if the locations are too new to know which domains are new. Domains that are only new are then left out. */
      learning: boolean;
      alerts: Array<{
        domain: string;
        severity: "info" | "low" | "medium" | "high" | "critical";
        reason: "new" | "newly_certified" | "listed" | "made_up";
        message: string;
        first_seen: string;
        last_seen: string;
        queries: number;
      }>;
      limit: number;
    };
  };
  /** List threats */
  'GET /api/v1/dns-monitoring/threats': {
    params: undefined;
    query: {
      location_id?: number;
      status?: "open" | "resolved";
      severity?: "info" | "low" | "medium" | "high" | "critical";
      /** Threat types with commas between them. An exclamation mark before a type excludes it. */
      type?: string;
      /** The client that was seen last. */
      client?: string;
      /** The exact subject of the threat. */
      subject?: string;
      /** What found the threat, as in `source` of a threat: a feed, an imported list, or `detection`. */
      source?: string;
      /** The person who takes care of the threat. Empty for threats without an owner. */
      owner?: string;
      /** Start of the range, included. Not allowed together with `period`. */
      from?: string;
      /** End of the range, excluded. Default: now. */
      to?: string;
      /** Length of the range that ends at `to`, for example 90m, 24h or 7d. */
      period?: string;
      /** The time to which the range applies. */
      by?: "first_seen" | "last_seen";
      /** Maximum number of items in the answer. */
      limit?: number;
      /** Number of items to skip. */
      offset?: number;
    };
    headers: undefined;
    body: undefined;
    answer: {
      /** Number of items on all pages. */
      count: number;
      threats: Array<Threat>;
      /** What the datasets say about the addresses in this answer. Each address appears once, and at most 2,000 addresses appear. A field that no dataset provides is null. The whole object is null if no dataset is loaded. */
      addresses: Array<AddressNote> | null;
      limit: number;
      offset: number;
    };
  };
  /** Count threats by day */
  'GET /api/v1/dns-monitoring/threats/counts': {
    params: undefined;
    query: {
      location_id?: number;
      status?: "open" | "resolved";
      severity?: "info" | "low" | "medium" | "high" | "critical";
      /** Threat types with commas between them. An exclamation mark before a type excludes it. */
      type?: string;
      /** The client that was seen last. */
      client?: string;
      /** The exact subject of the threat. */
      subject?: string;
      /** What found the threat, as in `source` of a threat: a feed, an imported list, or `detection`. */
      source?: string;
      /** The person who takes care of the threat. Empty for threats without an owner. */
      owner?: string;
      /** Start of the range, included. Not allowed together with `period`. */
      from?: string;
      /** End of the range, excluded. Default: now. */
      to?: string;
      /** Length of the range that ends at `to`, for example 90m, 24h or 7d. */
      period?: string;
      /** The time to which the range applies. */
      by?: "first_seen" | "last_seen";
    };
    headers: undefined;
    body: undefined;
    answer: {
      /** Number of threats on all days. */
      count: number;
      days: Array<{
        day: string;
        severity: "info" | "low" | "medium" | "high" | "critical";
        threat_type: string;
        count: number;
      }>;
    };
  };
  /** Resolve, reopen or assign many threats */
  'POST /api/v1/dns-monitoring/threats/bulk': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      action: "resolve";
      /** Ids of at most 200 threats. */
      ids: Array<number>;
      note?: string | null;
    } | {
      action: "reopen";
      /** Ids of at most 200 threats. */
      ids: Array<number>;
      note?: string | null;
    } | {
      action: "assign";
      /** Ids of at most 200 threats. */
      ids: Array<number>;
      owner: string | null;
    };
    answer: {
      /** The threats after the change, including those that already were as requested. */
      changed: Array<Threat>;
      not_found: Array<number>;
      /** Ids of threats that stay resolved, because another threat about the same subject is open. */
      seen_again: Array<number>;
    };
  };
  /** Get one threat */
  'GET /api/v1/dns-monitoring/threats/{id}': {
    params: {
      id: number;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: ExplainedThreat;
  };
  /** Mark a threat resolved */
  'PUT /api/v1/dns-monitoring/threats/{id}/resolve': {
    params: {
      id: number;
    };
    query: undefined;
    headers: undefined;
    body: {
      note?: string | null;
    } | undefined;
    answer: Threat;
  };
  /** Say who takes care of a threat */
  'PUT /api/v1/dns-monitoring/threats/{id}/owner': {
    params: {
      id: number;
    };
    query: undefined;
    headers: undefined;
    body: {
      owner: string | null;
    };
    answer: Threat;
  };
  /** List the notes about a threat */
  'GET /api/v1/dns-monitoring/threats/{id}/notes': {
    params: {
      id: number;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      /** Number of items in this answer. */
      count: number;
      notes: Array<ThreatNote>;
    };
  };
  /** Note something about a threat */
  'POST /api/v1/dns-monitoring/threats/{id}/notes': {
    params: {
      id: number;
    };
    query: undefined;
    headers: undefined;
    body: {
      text: string;
    };
    answer: ThreatNote;
  };
  /** Open a resolved threat again */
  'PUT /api/v1/dns-monitoring/threats/{id}/reopen': {
    params: {
      id: number;
    };
    query: undefined;
    headers: undefined;
    body: {
      note?: string | null;
    } | undefined;
    answer: Threat;
  };
  /** List cases */
  'GET /api/v1/dns-monitoring/cases': {
    params: undefined;
    query: {
      location_id?: number;
      status?: "open" | "resolved";
      severity?: "info" | "low" | "medium" | "high" | "critical";
      /** A client of any threat in the case. */
      client?: string;
      /** The exact subject of the case or of one of its threats. */
      subject?: string;
      /** Start of the range, included. Not allowed together with `period`. */
      from?: string;
      /** End of the range, excluded. Default: now. */
      to?: string;
      /** Length of the range that ends at `to`, for example 90m, 24h or 7d. */
      period?: string;
      /** Maximum number of items in the answer. */
      limit?: number;
      /** Number of items to skip. */
      offset?: number;
    };
    headers: undefined;
    body: undefined;
    answer: {
      /** Number of items on all pages. */
      count: number;
      cases: Array<Case>;
      limit: number;
      offset: number;
    };
  };
  /** Get one case */
  'GET /api/v1/dns-monitoring/cases/{id}': {
    params: {
      id: number;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: ToldCase;
  };
  /** Resolve a case with all of its threats */
  'PUT /api/v1/dns-monitoring/cases/{id}/resolve': {
    params: {
      id: number;
    };
    query: undefined;
    headers: undefined;
    body: {
      note?: string | null;
    } | undefined;
    answer: Case;
  };
  /** Verify a threat's evidence */
  'GET /api/v1/dns-monitoring/threats/{id}/receipt': {
    params: {
      id: number;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      threat_id: number;
      /** SHA-256 hash in hexadecimal; null if the evidence was never sealed. */
      receipt: string | null;
      /** Whether the evidence is unchanged. */
      intact: boolean;
      queries: Array<{
        timestamp: string;
        digest: string;
        /** Whether the query is stored unchanged; null if the store cannot answer now. */
        stored: boolean | null;
      }>;
      /** Null if the threat was not raised by a list. */
      still_listed: boolean | null;
    };
  };
  /** Show a location's detection settings */
  'GET /api/v1/dns-monitoring/locations/{id}/detection': {
    params: {
      id: number;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      location_id: number;
      /** Differences from the built-in settings. */
      changes: DetectionChanges;
      /** All settings in force. */
      settings: Record<string, unknown>;
    };
  };
  /** Change a location's detection settings */
  'PUT /api/v1/dns-monitoring/locations/{id}/detection': {
    params: {
      id: number;
    };
    query: undefined;
    headers: undefined;
    body: {
      changes: DetectionChanges;
    };
    answer: {
      location_id: number;
      /** Differences from the built-in settings. */
      changes: DetectionChanges;
      /** All settings in force. */
      settings: Record<string, unknown>;
    };
  };
  /** Show what is known of a site: roles of clients and its own zones */
  'GET /api/v1/dns-monitoring/locations/{id}/site': {
    params: {
      id: number;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      location_id: number;
      /** Roles from the operator come first, then the most recently learned ones. */
      roles: Array<{
        /** An address, or a network that the operator declared. */
        client: string;
        role: "resolver" | "mail_server" | "scanner" | "domain_controller" | "shared" | "none";
        source: "operator" | "learned";
        since: string | null;
        last_seen: string | null;
      }>;
      own_zones: Array<{
        zone: string;
        source: "operator" | "learned";
        since: string | null;
        last_seen: string | null;
      }>;
    };
  };
  /** Show which techniques of MITRE ATT&CK detection covers */
  'GET /api/v1/dns-monitoring/attack-layer': {
    params: undefined;
    query: {
      location_id?: number;
    };
    headers: undefined;
    body: undefined;
    answer: AttackLayer;
  };
  /** Announce a canary */
  'POST /api/v1/dns-monitoring/canaries': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      patterns?: Array<"tunnel" | "dga" | "nxdomain">;
    };
    answer: {
      id: string;
      /** The label that each name must contain. */
      label: string;
      patterns: Array<"tunnel" | "dga" | "nxdomain">;
      /** Start of the canary. Names that are queried earlier can open real threats. */
      starts_at: string;
      ends_at: string;
    };
  };
  /** See which sensors would have caught what */
  'GET /api/v1/dns-monitoring/canaries': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      /** Number of items in this answer. */
      count: number;
      canaries: Array<{
        id: string;
        /** The location of the agent that queried the names. */
        location_id: number;
        patterns: Array<"tunnel" | "dga" | "nxdomain">;
        created_at: string;
        ends_at: string;
        locations: Array<{
          location_id: number;
          location_name: string;
          seen: boolean;
          queries: number;
          last_seen: string | null;
          caught: Array<{
            pattern: "tunnel" | "dga" | "nxdomain";
            /** Severity that the threat would have had; null if the pattern would not have opened a threat. */
            severity: "info" | "low" | "medium" | "high" | "critical" | null;
          }>;
          /** All threats that would have been opened. */
          raised: Array<{
            threat_type: string;
            severity: "info" | "low" | "medium" | "high" | "critical";
          }>;
          /** Results of each agent by what it saw itself. An agent that saw nothing is included if it has reported since the canary was announced. The fields above combine all agents of the location. */
          agents: Array<{
            id: number;
            /** The id that the sender chose for itself. */
            agent_id: string;
            host: string;
            software: string;
            seen: boolean;
            queries: number;
            last_seen: string | null;
            caught: Array<{
              pattern: "tunnel" | "dga" | "nxdomain";
              /** Severity that the threat would have had; null if the pattern would not have opened a threat. */
              severity: "info" | "low" | "medium" | "high" | "critical" | null;
            }>;
            /** All threats that would have been opened. */
            raised: Array<{
              threat_type: string;
              severity: "info" | "low" | "medium" | "high" | "critical";
            }>;
          }>;
        }>;
      }>;
    };
  };
  /** List Sigma rules */
  'GET /api/v1/dns-monitoring/sigma-rules': {
    params: undefined;
    query: {
      /** Maximum number of items in the answer. */
      limit?: number;
      /** Number of items to skip. */
      offset?: number;
    };
    headers: undefined;
    body: undefined;
    answer: {
      /** Number of items on all pages. */
      count: number;
      rules: Array<SigmaRule>;
      limit: number;
      offset: number;
    };
  };
  /** Add Sigma rules */
  'POST /api/v1/dns-monitoring/sigma-rules': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      /** The rules in YAML. */
      rules: string;
    };
    answer: {
      rules: Array<SigmaRule>;
    };
  };
  /** Get a Sigma rule with its text */
  'GET /api/v1/dns-monitoring/sigma-rules/{id}': {
    params: {
      id: number;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      rule: SigmaRule;
      /** The YAML text of the rule, exactly as it was submitted. */
      text: string;
    };
  };
  /** Replace a Sigma rule */
  'PUT /api/v1/dns-monitoring/sigma-rules/{id}': {
    params: {
      id: number;
    };
    query: undefined;
    headers: undefined;
    body: {
      /** The rule in YAML, as one document. */
      rules: string;
    };
    answer: SigmaRule;
  };
  /** Remove a Sigma rule */
  'DELETE /api/v1/dns-monitoring/sigma-rules/{id}': {
    params: {
      id: number;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      success: true;
    };
  };
  /** Try Sigma rules on stored queries */
  'POST /api/v1/dns-monitoring/sigma-rules/try': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      /** The rules in YAML. */
      rules: string;
      /** Limits the trial to one location. Default: all locations. */
      location_id?: number | null;
      /** Start of the range, included. Not allowed together with `period`. */
      from?: string;
      /** End of the range, excluded. Default: now. */
      to?: string;
      /** Length of the range that ends at `to`, for example 90m, 24h or 7d. */
      period?: string;
    };
    answer: {
      from: string;
      /** Where the trial ended. */
      to: string;
      /** False if the trial reached its limit of two million queries or one minute. To continue, send another request that starts at `to`. */
      complete: boolean;
      rows: number;
      /** Number of evaluations of a rule on a query that were skipped because the rules took too long. */
      skipped: number;
      rules: Array<{
        rule_id: string;
        title: string;
        state: "active" | "unsupported";
        problem: string | null;
        matches: number;
        /** Threats that the rules would have opened. */
        threats: number;
        sample_names: Array<string>;
      }>;
    };
  };
  /** Check an indicator against all loaded feeds */
  'GET /api/v1/threat-intel/check/{indicator}': {
    params: {
      /** A domain, IP address, network, URL, certificate hash or CVE number. */
      indicator: string;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      /** The indicator in its normal form. */
      indicator: string;
      is_malicious: boolean;
      feeds_checked: number;
      checked_at: string;
      severity?: "info" | "low" | "medium" | "high" | "critical";
      threat_type?: string;
      feeds?: Array<string>;
      details?: Array<{
        feed: string;
        /** The listed indicator: the requested one, a parent domain of it or a network around it. */
        indicator: string;
        threat_type: string;
        severity: "info" | "low" | "medium" | "high" | "critical";
        description: string | null;
        first_seen: string | null;
        last_seen: string | null;
        expires_at: string | null;
        /** How far the feed is trusted, from 0 to 1. */
        feed_weight: number;
        /** Position of the indicator in the document of the feed. */
        feed_row: number | null;
        fetched_at: string | null;
        /** SHA-256 of the document of the feed as it was fetched. */
        content_sha256: string | null;
        /** Further details from the feed. */
        more: Record<string, unknown> | null;
      }>;
      first_seen?: string | null;
      last_seen?: string | null;
    };
  };
  /** List the feeds of indicators */
  'GET /api/v1/threat-intel/feeds': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      total_feeds: number;
      feeds: Array<{
        id: string;
        name: string;
        type: "cve" | "url" | "ip" | "ioc" | "botnet_c2" | "ssl_certificate";
        status: "active" | "pending" | "degraded" | "needs_key" | "failed" | "disabled";
        /** When the version in use was fetched. */
        last_updated: string | null;
        /** Time of the last successful check of the feed, whether it had changed or not. */
        last_checked: string | null;
        /** Time of the last attempt, successful or not. */
        last_attempt_at: string | null;
        /** Time of the next attempt; a time in the past means at once. Null while the feed is off. */
        next_attempt_at: string | null;
        indicator_count: number;
        /** Why the feed is not active, or other remarks. */
        note: string | null;
        licence: string | null;
        homepage: string | null;
        /** URL of the publisher's document. */
        url: string | null;
        format: "lines" | "separated" | "hosts" | "json" | "ndjson" | "misp" | null;
        /** Whether everyone can use the feed without an account. Such feeds are switched on at the first start. */
        is_default: boolean;
        is_enabled: boolean;
        /** How far the feed is trusted. */
        weight: number | null;
        /** Severity of indicators for which the feed gives none. */
        severity: "info" | "low" | "medium" | "high" | "critical" | null;
        /** Threat type of indicators for which the feed gives none. */
        threat_type: string | null;
        /** Changes by administrators. A null field has the value of the settings or the built-in value. */
        changed: {
          enabled: boolean | null;
          weight: number | null;
          /** Severity of all indicators of the feed. It overrides the severity in the feed. */
          severity: "info" | "low" | "medium" | "high" | "critical" | null;
          /** Threat type of all indicators of the feed. It overrides the type in the feed. */
          threat_type: string | null;
        } | null;
        /** The publisher's key for the feed, without its value; null if the feed needs none. */
        key: {
          name: string;
          required: boolean;
          /** `setting`: the key comes from the settings of the collector. `stored`: an administrator set it. `unreadable`: it was stored by a collector with another `SONDE_TOKEN_SECRET`. Null if there is no key. */
          origin: "setting" | "stored" | "unreadable" | null;
        } | null;
      }>;
    };
  };
  /** Switch a feed on or off, or judge it differently */
  'PUT /api/v1/threat-intel/feeds/{id}': {
    params: {
      id: string;
    };
    query: undefined;
    headers: undefined;
    body: {
      enabled?: boolean | null;
      /** How far the feed is trusted. */
      weight?: number | null;
      /** Severity of all indicators of the feed. It overrides the severity in the feed. */
      severity?: "info" | "low" | "medium" | "high" | "critical" | null;
      /** Threat type of all indicators of the feed. It overrides the type in the feed. */
      threat_type?: string | null;
    };
    answer: {
      id: string;
      name: string;
      type: "cve" | "url" | "ip" | "ioc" | "botnet_c2" | "ssl_certificate";
      status: "active" | "pending" | "degraded" | "needs_key" | "failed" | "disabled";
      /** When the version in use was fetched. */
      last_updated: string | null;
      /** Time of the last successful check of the feed, whether it had changed or not. */
      last_checked: string | null;
      /** Time of the last attempt, successful or not. */
      last_attempt_at: string | null;
      /** Time of the next attempt; a time in the past means at once. Null while the feed is off. */
      next_attempt_at: string | null;
      indicator_count: number;
      /** Why the feed is not active, or other remarks. */
      note: string | null;
      licence: string | null;
      homepage: string | null;
      /** URL of the publisher's document. */
      url: string | null;
      format: "lines" | "separated" | "hosts" | "json" | "ndjson" | "misp" | null;
      /** Whether everyone can use the feed without an account. Such feeds are switched on at the first start. */
      is_default: boolean;
      is_enabled: boolean;
      /** How far the feed is trusted. */
      weight: number | null;
      /** Severity of indicators for which the feed gives none. */
      severity: "info" | "low" | "medium" | "high" | "critical" | null;
      /** Threat type of indicators for which the feed gives none. */
      threat_type: string | null;
      /** Changes by administrators. A null field has the value of the settings or the built-in value. */
      changed: {
        enabled: boolean | null;
        weight: number | null;
        /** Severity of all indicators of the feed. It overrides the severity in the feed. */
        severity: "info" | "low" | "medium" | "high" | "critical" | null;
        /** Threat type of all indicators of the feed. It overrides the type in the feed. */
        threat_type: string | null;
      } | null;
      /** The publisher's key for the feed, without its value; null if the feed needs none. */
      key: {
        name: string;
        required: boolean;
        /** `setting`: the key comes from the settings of the collector. `stored`: an administrator set it. `unreadable`: it was stored by a collector with another `SONDE_TOKEN_SECRET`. Null if there is no key. */
        origin: "setting" | "stored" | "unreadable" | null;
      } | null;
    };
  };
  /** Look at a feed now */
  'POST /api/v1/threat-intel/feeds/{id}/refresh': {
    params: {
      id: string;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      id: string;
      name: string;
      type: "cve" | "url" | "ip" | "ioc" | "botnet_c2" | "ssl_certificate";
      status: "active" | "pending" | "degraded" | "needs_key" | "failed" | "disabled";
      /** When the version in use was fetched. */
      last_updated: string | null;
      /** Time of the last successful check of the feed, whether it had changed or not. */
      last_checked: string | null;
      /** Time of the last attempt, successful or not. */
      last_attempt_at: string | null;
      /** Time of the next attempt; a time in the past means at once. Null while the feed is off. */
      next_attempt_at: string | null;
      indicator_count: number;
      /** Why the feed is not active, or other remarks. */
      note: string | null;
      licence: string | null;
      homepage: string | null;
      /** URL of the publisher's document. */
      url: string | null;
      format: "lines" | "separated" | "hosts" | "json" | "ndjson" | "misp" | null;
      /** Whether everyone can use the feed without an account. Such feeds are switched on at the first start. */
      is_default: boolean;
      is_enabled: boolean;
      /** How far the feed is trusted. */
      weight: number | null;
      /** Severity of indicators for which the feed gives none. */
      severity: "info" | "low" | "medium" | "high" | "critical" | null;
      /** Threat type of indicators for which the feed gives none. */
      threat_type: string | null;
      /** Changes by administrators. A null field has the value of the settings or the built-in value. */
      changed: {
        enabled: boolean | null;
        weight: number | null;
        /** Severity of all indicators of the feed. It overrides the severity in the feed. */
        severity: "info" | "low" | "medium" | "high" | "critical" | null;
        /** Threat type of all indicators of the feed. It overrides the type in the feed. */
        threat_type: string | null;
      } | null;
      /** The publisher's key for the feed, without its value; null if the feed needs none. */
      key: {
        name: string;
        required: boolean;
        /** `setting`: the key comes from the settings of the collector. `stored`: an administrator set it. `unreadable`: it was stored by a collector with another `SONDE_TOKEN_SECRET`. Null if there is no key. */
        origin: "setting" | "stored" | "unreadable" | null;
      } | null;
    };
  };
  /** Set the publisher's key of a feed */
  'PUT /api/v1/threat-intel/feeds/{id}/key': {
    params: {
      id: string;
    };
    query: undefined;
    headers: undefined;
    body: {
      key: string;
    };
    answer: {
      id: string;
      name: string;
      type: "cve" | "url" | "ip" | "ioc" | "botnet_c2" | "ssl_certificate";
      status: "active" | "pending" | "degraded" | "needs_key" | "failed" | "disabled";
      /** When the version in use was fetched. */
      last_updated: string | null;
      /** Time of the last successful check of the feed, whether it had changed or not. */
      last_checked: string | null;
      /** Time of the last attempt, successful or not. */
      last_attempt_at: string | null;
      /** Time of the next attempt; a time in the past means at once. Null while the feed is off. */
      next_attempt_at: string | null;
      indicator_count: number;
      /** Why the feed is not active, or other remarks. */
      note: string | null;
      licence: string | null;
      homepage: string | null;
      /** URL of the publisher's document. */
      url: string | null;
      format: "lines" | "separated" | "hosts" | "json" | "ndjson" | "misp" | null;
      /** Whether everyone can use the feed without an account. Such feeds are switched on at the first start. */
      is_default: boolean;
      is_enabled: boolean;
      /** How far the feed is trusted. */
      weight: number | null;
      /** Severity of indicators for which the feed gives none. */
      severity: "info" | "low" | "medium" | "high" | "critical" | null;
      /** Threat type of indicators for which the feed gives none. */
      threat_type: string | null;
      /** Changes by administrators. A null field has the value of the settings or the built-in value. */
      changed: {
        enabled: boolean | null;
        weight: number | null;
        /** Severity of all indicators of the feed. It overrides the severity in the feed. */
        severity: "info" | "low" | "medium" | "high" | "critical" | null;
        /** Threat type of all indicators of the feed. It overrides the type in the feed. */
        threat_type: string | null;
      } | null;
      /** The publisher's key for the feed, without its value; null if the feed needs none. */
      key: {
        name: string;
        required: boolean;
        /** `setting`: the key comes from the settings of the collector. `stored`: an administrator set it. `unreadable`: it was stored by a collector with another `SONDE_TOKEN_SECRET`. Null if there is no key. */
        origin: "setting" | "stored" | "unreadable" | null;
      } | null;
    };
  };
  /** Remove the publisher's key of a feed */
  'DELETE /api/v1/threat-intel/feeds/{id}/key': {
    params: {
      id: string;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      id: string;
      name: string;
      type: "cve" | "url" | "ip" | "ioc" | "botnet_c2" | "ssl_certificate";
      status: "active" | "pending" | "degraded" | "needs_key" | "failed" | "disabled";
      /** When the version in use was fetched. */
      last_updated: string | null;
      /** Time of the last successful check of the feed, whether it had changed or not. */
      last_checked: string | null;
      /** Time of the last attempt, successful or not. */
      last_attempt_at: string | null;
      /** Time of the next attempt; a time in the past means at once. Null while the feed is off. */
      next_attempt_at: string | null;
      indicator_count: number;
      /** Why the feed is not active, or other remarks. */
      note: string | null;
      licence: string | null;
      homepage: string | null;
      /** URL of the publisher's document. */
      url: string | null;
      format: "lines" | "separated" | "hosts" | "json" | "ndjson" | "misp" | null;
      /** Whether everyone can use the feed without an account. Such feeds are switched on at the first start. */
      is_default: boolean;
      is_enabled: boolean;
      /** How far the feed is trusted. */
      weight: number | null;
      /** Severity of indicators for which the feed gives none. */
      severity: "info" | "low" | "medium" | "high" | "critical" | null;
      /** Threat type of indicators for which the feed gives none. */
      threat_type: string | null;
      /** Changes by administrators. A null field has the value of the settings or the built-in value. */
      changed: {
        enabled: boolean | null;
        weight: number | null;
        /** Severity of all indicators of the feed. It overrides the severity in the feed. */
        severity: "info" | "low" | "medium" | "high" | "critical" | null;
        /** Threat type of all indicators of the feed. It overrides the type in the feed. */
        threat_type: string | null;
      } | null;
      /** The publisher's key for the feed, without its value; null if the feed needs none. */
      key: {
        name: string;
        required: boolean;
        /** `setting`: the key comes from the settings of the collector. `stored`: an administrator set it. `unreadable`: it was stored by a collector with another `SONDE_TOKEN_SECRET`. Null if there is no key. */
        origin: "setting" | "stored" | "unreadable" | null;
      } | null;
    };
  };
  /** Say what each feed is worth */
  'GET /api/v1/threat-intel/feeds/value': {
    params: undefined;
    query: {
      days?: number;
    };
    headers: undefined;
    body: undefined;
    answer: {
      days: number;
      /** Number of items in this answer. */
      count: number;
      feeds: Array<{
        id: string;
        indicator_count: number;
        /** Number of different indicators of the source that were seen. */
        hits: number;
        /** Number of seen indicators that no other source lists. */
        unique_hits: number;
        queries: number;
        /** Share of the source's indicators that no other source lists. */
        unique_share: number;
        overlaps: Array<{
          id: string;
          share: number;
        }>;
        expired_share: number;
        /** Median age of the indicators in days, counted from when the source last saw them. */
        median_age_days: number | null;
        /** Number of entries that were removed because they name well-known good targets; null for imported lists. */
        well_known: number | null;
        /** Median days from the listing of an indicator to its first hit at the locations. Negative if the source listed it after the hit. The listing date comes from the source, or else from the first time it was listed here. Null if no date is known. */
        lead_over_hits_days: number | null;
        /** Number of hits behind `lead_over_hits_days`. */
        dated_hits: number;
        /** Median days by which the source listed an indicator before the first other source. Negative if the source was later. Null if the source and another one have no dated indicator in common. */
        lead_over_feeds_days: number | null;
        /** Number of indicators behind `lead_over_feeds_days`. */
        dated_overlaps: number;
        /** Number of indicators behind the shares. */
        compared: number;
      }>;
    };
  };
  /** Look a vulnerability up in the catalogue of known exploited ones */
  'GET /api/v1/threat-intel/kev/{cve_id}': {
    params: {
      /** A CVE number, in upper or lower case. */
      cve_id: string;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      cve_id: string;
      in_kev: boolean | null;
      vulnerability_name: string | null;
      vendor: string | null;
      product: string | null;
      description: string | null;
      date_added: string | null;
      due_date: string | null;
      required_action: string | null;
      known_ransomware_use: boolean | null;
      notes: string | null;
      cwes: Array<string>;
    };
  };
  /** List the sources of indicators */
  'GET /api/v1/threat-intel/indicators': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      /** Number of items in this answer. */
      count: number;
      sources: Array<{
        source: string;
        indicator_count: number;
        last_updated: string;
      }>;
    };
  };
  /** List the indicators of a feed or an imported list */
  'GET /api/v1/threat-intel/indicators/{source}': {
    params: {
      source: string;
    };
    query: {
      /** Part of the name, in upper or lower case. */
      contains?: string;
      /** Maximum number of indicators in a page. */
      limit?: number;
      /** `next_cursor` of the previous page. */
      cursor?: string;
    };
    headers: undefined;
    body: undefined;
    answer: {
      source: string;
      /** Number of all indicators of the source, on all pages. */
      indicator_count: number;
      last_updated: string;
      /** Number of items in this answer. */
      count: number;
      indicators: Array<{
        /** A domain name, an address or network, a URL, a certificate hash or a CVE number. */
        name: string;
        threat_type: string;
        severity: "info" | "low" | "medium" | "high" | "critical";
        description: string | null;
        /** True for a domain name that does not include the names below it. */
        exact: boolean;
        /** Line or element in the document, from 1. */
        position: number | null;
        /** When the source first saw the indicator. */
        first_seen: string | null;
        /** When the source last saw the indicator. */
        last_seen: string | null;
        /** Null if the indicator does not expire. */
        expires_at: string | null;
      }>;
      limit: number;
      /** Null on the last page. */
      next_cursor: string | null;
    };
  };
  /** Replace the indicators of a source */
  'PUT /api/v1/threat-intel/indicators/{source}': {
    params: {
      source: string;
    };
    query: {
      /** Threat type of entries that have none. */
      threat_type?: string;
      /** Severity of entries that have none. */
      severity?: "info" | "low" | "medium" | "high" | "critical";
      /** Description of entries that have none. */
      description?: string;
    };
    headers: undefined;
    body: Array<string | {
      name: string;
      threat_type?: string;
      severity?: "info" | "low" | "medium" | "high" | "critical";
      description?: string;
    }> | RawBody<"text/plain" | "text/csv">;
    answer: {
      source: string;
      /** Number of indicators of the source after the change. */
      count: number;
      rejected: number;
      /** The first rejected entries. The position is the line, or the index in the array. */
      errors: Array<{
        position: number;
        message: string;
      }>;
    };
  };
  /** Delete a source of indicators */
  'DELETE /api/v1/threat-intel/indicators/{source}': {
    params: {
      source: string;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      source: string;
      removed: number;
    };
  };
  /** Register a resolver */
  'POST /api/v1/unbound/register': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      resolver_name: string;
      location: string;
      modules_enabled: Array<"threat_intel" | "analytics" | "policy">;
    };
    answer: {
      resolver_id: number;
      resolver_name: string;
      location: string;
      location_id: number | null;
      modules_enabled: Array<string>;
      /** The key, if only one module is enabled. Otherwise null; see `api_keys`. */
      api_key: string | null;
      /** The key of each module. */
      api_keys: Record<string, string>;
      /** The key with which the resolver sends single queries to the location. Only with the module `analytics`. */
      location_key: string | null;
      created_at: string;
    };
  };
  /** Get the policy of a resolver */
  'GET /api/v1/unbound/policy': {
    params: undefined;
    query: {
      /** The version that the resolver holds. If the changes since then are no longer kept, the answer has all rules. */
      since?: number;
      /** Seconds to wait for a version after `since` if there is none yet. */
      wait?: number;
      /** JSON, or the text of a response policy zone (RPZ). */
      format?: "json" | "rpz";
      /** The serial of the policy zone that the resolver uses, for display. */
      serial?: number;
      /** The version that the resolver rolled back from and does not accept again. */
      refused?: number;
      /** Number of rules that the resolver cannot enforce. */
      not_enforced?: number;
      /** Name of the zone for the format `rpz`. */
      zone?: string;
    };
    headers: undefined;
    body: undefined;
    answer: PolicyDocument | PolicyChange;
  };
  /** List policy rules */
  'GET /api/v1/unbound/policy/rules': {
    params: undefined;
    query: {
      resolver_id?: number;
      /** Maximum number of items in the answer. */
      limit?: number;
      /** Number of items to skip. */
      offset?: number;
    };
    headers: undefined;
    body: undefined;
    answer: {
      /** Number of items on all pages. */
      count: number;
      /** The version of the policy in force. */
      version: number;
      rules: Array<PolicyRuleEntry>;
      limit: number;
      offset: number;
    };
  };
  /** Create a policy rule */
  'POST /api/v1/unbound/policy/rules': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      match: {
        kind: "name";
        name: string;
      } | {
        kind: "wildcard";
        name: string;
      } | {
        kind: "domain";
        name: string;
      } | {
        kind: "client";
        network: string;
      } | {
        kind: "response";
        network: string;
      };
      action: {
        kind: "block";
        /** What the client receives: `nxdomain` (no such name), `nodata` (no such record), `drop` (no response), or `tcp_only` (a truncated response, so that the client retries over TCP). */
        answer?: "nxdomain" | "nodata" | "drop" | "tcp_only";
      } | {
        kind: "allow";
      } | {
        kind: "redirect";
        name: string;
      } | {
        kind: "redirect_to_addresses";
        addresses: Array<string>;
      } | {
        kind: "log";
      };
      /** Decides between rules for exactly the same match. The rule with the greater number wins. */
      priority?: number;
      /** When the rule applies; always if null or absent. */
      schedule?: {
        /** Days of the week, from 1 (Monday) to 7 (Sunday). */
        days: Array<number>;
        from: string;
        /** End of the time window, excluded. Equal to `from` means the whole day. */
        to: string;
        time_zone?: string;
      } | null;
      /** Percentage of the resolvers that receive the rule. Raise it step by step. */
      rollout_percent?: number;
      /** A note for people. */
      note?: string | null;
      /** Limits the rule to one resolver. Default: all resolvers of the account. */
      resolver_id?: number | null;
    };
    answer: PolicyRuleEntry;
  };
  /** Replace a policy rule */
  'PUT /api/v1/unbound/policy/rules/{id}': {
    params: {
      id: number;
    };
    query: undefined;
    headers: undefined;
    body: {
      match: {
        kind: "name";
        name: string;
      } | {
        kind: "wildcard";
        name: string;
      } | {
        kind: "domain";
        name: string;
      } | {
        kind: "client";
        network: string;
      } | {
        kind: "response";
        network: string;
      };
      action: {
        kind: "block";
        /** What the client receives: `nxdomain` (no such name), `nodata` (no such record), `drop` (no response), or `tcp_only` (a truncated response, so that the client retries over TCP). */
        answer?: "nxdomain" | "nodata" | "drop" | "tcp_only";
      } | {
        kind: "allow";
      } | {
        kind: "redirect";
        name: string;
      } | {
        kind: "redirect_to_addresses";
        addresses: Array<string>;
      } | {
        kind: "log";
      };
      /** Decides between rules for exactly the same match. The rule with the greater number wins. */
      priority?: number;
      /** When the rule applies; always if null or absent. */
      schedule?: {
        /** Days of the week, from 1 (Monday) to 7 (Sunday). */
        days: Array<number>;
        from: string;
        /** End of the time window, excluded. Equal to `from` means the whole day. */
        to: string;
        time_zone?: string;
      } | null;
      /** Percentage of the resolvers that receive the rule. Raise it step by step. */
      rollout_percent?: number;
      /** A note for people. */
      note?: string | null;
    };
    answer: PolicyRuleEntry;
  };
  /** Delete a policy rule */
  'DELETE /api/v1/unbound/policy/rules/{id}': {
    params: {
      id: number;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      id: number;
      deleted: true;
    };
  };
  /** List policy versions */
  'GET /api/v1/unbound/policy/versions': {
    params: undefined;
    query: {
      limit?: number;
    };
    headers: undefined;
    body: undefined;
    answer: {
      /** Number of items in this answer. */
      count: number;
      /** The version of the policy in force. */
      version: number;
      versions: Array<{
        version: number;
        changed_at: string;
        /** Number of rules that were created or changed. */
        rules_put: number;
        rules_deleted: number;
      }>;
      limit: number;
    };
  };
  /** Compare two versions of the policy */
  'GET /api/v1/unbound/policy/diff': {
    params: undefined;
    query: {
      /** Default: the version before `to`. */
      from?: number;
      /** Default: the version in force. */
      to?: number;
      /** Maximum number of rules in the answer. All rules are counted. */
      limit?: number;
    };
    headers: undefined;
    body: undefined;
    answer: {
      /** The version of the policy in force. */
      version: number;
      from: number;
      to: number;
      added: number;
      removed: number;
      changed: number;
      rules: Array<{
        change: "added" | "removed" | "changed";
        before: PolicyRuleEntry | null;
        after: PolicyRuleEntry | null;
      }>;
      feed_rules: {
        added: number;
        removed: number;
      };
      limit: number;
    };
  };
  /** Roll the policy back to a version */
  'POST /api/v1/unbound/policy/rollback': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      version: number;
    };
    answer: {
      /** The version of the policy now in force. */
      version: number;
      changed_at: string;
      rules_changed: number;
    };
  };
  /** Preview a policy rule */
  'POST /api/v1/unbound/policy/preview': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      match: {
        kind: "name";
        name: string;
      } | {
        kind: "wildcard";
        name: string;
      } | {
        kind: "domain";
        name: string;
      } | {
        kind: "client";
        network: string;
      } | {
        kind: "response";
        network: string;
      };
      /** Limits the preview to queries at the location of this resolver. */
      resolver_id?: number | null;
      location_id?: number | null;
      /** Start of the range, included. Not allowed together with `period`. */
      from?: string;
      /** End of the range, excluded. Default: now. */
      to?: string;
      /** Length of the range that ends at `to`, for example 90m, 24h or 7d. */
      period?: string;
    };
    answer: {
      from: string;
      to: string;
      /** Number of stored queries in the range. */
      queries: number;
      /** Number of these queries that the rule matches. */
      hits: number;
      share: number;
      clients: number;
      names: number;
      first_hit: string | null;
      last_hit: string | null;
      top_clients: Array<{
        client_ip: string;
        hits: number;
      }>;
      top_names: Array<{
        query_name: string;
        hits: number;
      }>;
    };
  };
  /** List what is taken as policy rules */
  'GET /api/v1/unbound/policy/sources': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      /** Number of items in this answer. */
      count: number;
      sources: Array<{
        id: number;
        /** Null if the rules apply to all resolvers of the account. */
        resolver_id: number | null;
        sources: Array<string>;
        min_confidence: number;
        min_severity: "info" | "low" | "medium" | "high" | "critical";
        action: {
          kind: "block";
          /** What the client receives: `nxdomain` (no such name), `nodata` (no such record), `drop` (no response), or `tcp_only` (a truncated response, so that the client retries over TCP). */
          answer: "nxdomain" | "nodata" | "drop" | "tcp_only";
        } | {
          kind: "allow";
        } | {
          kind: "redirect";
          name: string;
        } | {
          kind: "redirect_to_addresses";
          addresses: Array<string>;
        } | {
          kind: "log";
        };
        /** Number of rules from these sources. */
        rules: number;
        refreshed_at: string | null;
        created_at: string;
      }>;
    };
  };
  /** Take indicators as policy rules */
  'POST /api/v1/unbound/policy/sources': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      /** Feeds and imported lists, named as in `GET /api/v1/threat-intel/feeds`. */
      sources: Array<string>;
      /** Ignores sources with a lower trust. */
      min_confidence?: number;
      min_severity?: "info" | "low" | "medium" | "high" | "critical";
      action?: {
        kind: "block";
        /** What the client receives: `nxdomain` (no such name), `nodata` (no such record), `drop` (no response), or `tcp_only` (a truncated response, so that the client retries over TCP). */
        answer?: "nxdomain" | "nodata" | "drop" | "tcp_only";
      } | {
        kind: "allow";
      } | {
        kind: "redirect";
        name: string;
      } | {
        kind: "redirect_to_addresses";
        addresses: Array<string>;
      } | {
        kind: "log";
      };
      /** Limits the rules to one resolver. Default: all resolvers of the account. */
      resolver_id?: number | null;
    };
    answer: {
      id: number;
      /** Null if the rules apply to all resolvers of the account. */
      resolver_id: number | null;
      sources: Array<string>;
      min_confidence: number;
      min_severity: "info" | "low" | "medium" | "high" | "critical";
      action: {
        kind: "block";
        /** What the client receives: `nxdomain` (no such name), `nodata` (no such record), `drop` (no response), or `tcp_only` (a truncated response, so that the client retries over TCP). */
        answer: "nxdomain" | "nodata" | "drop" | "tcp_only";
      } | {
        kind: "allow";
      } | {
        kind: "redirect";
        name: string;
      } | {
        kind: "redirect_to_addresses";
        addresses: Array<string>;
      } | {
        kind: "log";
      };
      /** Number of rules from these sources. */
      rules: number;
      refreshed_at: string | null;
      created_at: string;
    };
  };
  /** Take indicators as policy rules no more */
  'DELETE /api/v1/unbound/policy/sources/{id}': {
    params: {
      id: number;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      id: number;
      deleted: true;
    };
  };
  /** List resolvers */
  'GET /api/v1/unbound/resolvers': {
    params: undefined;
    query: {
      /** Maximum number of items in the answer. */
      limit?: number;
      /** Number of items to skip. */
      offset?: number;
    };
    headers: undefined;
    body: undefined;
    answer: {
      /** Number of items on all pages. */
      count: number;
      resolvers: Array<{
        resolver_id: number;
        resolver_name: string;
        location: string;
        location_id: number | null;
        modules_enabled: Array<string>;
        created_at: string;
        last_seen: string | null;
        /** Null if the resolver has never reported its policy. */
        policy: HeldPolicy | null;
      }>;
      limit: number;
      offset: number;
    };
  };
  /** Delete a resolver */
  'DELETE /api/v1/unbound/resolvers/{id}': {
    params: {
      id: number;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      resolver_id: number;
      deleted: true;
    };
  };
  /** Compare a resolver with the wire */
  'GET /api/v1/unbound/resolvers/{id}/reconciliation': {
    params: {
      id: number;
    };
    query: {
      /** The location where the wire is observed. Default: all locations of the account. */
      wire_location_id?: number;
      /** Start of the range, included. Not allowed together with `period`. */
      from?: string;
      /** End of the range, excluded. Default: now. */
      to?: string;
      /** Length of the range that ends at `to`, for example 90m, 24h or 7d. */
      period?: string;
    };
    headers: undefined;
    body: undefined;
    answer: {
      resolver_id: number;
      from: string;
      to: string;
      /** Whether data from both sides exists. */
      comparable: boolean;
      dnstap_senders: number;
      wire_senders: number;
      resolver_addresses: Array<string>;
      totals: {
        /** Queries reported by the resolver and also seen on the wire. */
        both: number;
        /** Queries that only the resolver reported. They were lost on the wire, or took another path. */
        only_dnstap: number;
        /** Queries seen only on the wire. The dnstap frames of the resolver were lost. */
        only_wire: number;
        /** Queries whose answer on the wire differs from the answer of the resolver. The answer may have been tampered with. */
        different: number;
      };
      minutes: Array<{
        /** Queries reported by the resolver and also seen on the wire. */
        both: number;
        /** Queries that only the resolver reported. They were lost on the wire, or took another path. */
        only_dnstap: number;
        /** Queries seen only on the wire. The dnstap frames of the resolver were lost. */
        only_wire: number;
        /** Queries whose answer on the wire differs from the answer of the resolver. The answer may have been tampered with. */
        different: number;
        minute: string;
      }>;
      /** Names with the most differences. */
      names: Array<{
        /** Queries reported by the resolver and also seen on the wire. */
        both: number;
        /** Queries that only the resolver reported. They were lost on the wire, or took another path. */
        only_dnstap: number;
        /** Queries seen only on the wire. The dnstap frames of the resolver were lost. */
        only_wire: number;
        /** Queries whose answer on the wire differs from the answer of the resolver. The answer may have been tampered with. */
        different: number;
        query_name: string;
      }>;
      /** Servers that clients query instead of the resolver. */
      bypassed_by: Array<{
        server_ip: string;
        queries: number;
        clients: number;
      }>;
    };
  };
  /** Judge a query */
  'POST /api/v1/unbound/query': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      query_name: string;
    } | {
      query_names: Array<string>;
    };
    answer: Verdict | {
      count: number;
      verdicts: Array<Verdict>;
    };
  };
  /** Submit security alerts */
  'POST /api/v1/unbound/alerts': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      /** An id for the batch. A batch with a known id is not stored again. */
      batch_id: string;
      alerts: Array<{
        timestamp: string;
        query_name: string;
        client_ip?: string | null;
        threat_type: string;
        severity: "info" | "low" | "medium" | "high" | "critical";
        /** The listed indicator; the queried name if absent. */
        indicator?: string;
        /** The list that contains the indicator. */
        source?: string;
        message?: string;
        /** Number of queries that this alert represents. */
        count?: number;
      }>;
    };
    answer: {
      accepted: number;
      /** Number of threats that were opened or became more severe. */
      opened: Array<number>;
      batch_id: string;
      /** True if the batch was accepted earlier. The collector stored nothing this time. */
      duplicate: boolean;
    };
  };
  /** Upload query statistics */
  'POST /api/v1/unbound/analytics': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      /** An id for the batch. A batch with a known id is not stored again. */
      batch_id: string;
      statistics: Array<{
        /** Start of the period. Its counts belong to the day (UTC) of this time. */
        period_start: string;
        period_end: string;
        /** Number of queries from clients. */
        queries: number;
        /** Number of responses to clients. */
        responses?: number;
        /** Number of responses that a policy changed. */
        policy_hits?: number;
        transports?: {
          unknown?: number;
          udp?: number;
          tcp?: number;
          tls?: number;
          https?: number;
          quic?: number;
          dnscrypt_udp?: number;
          dnscrypt_tcp?: number;
        };
        /** Number of responses to clients, by numeric response code. */
        response_codes?: {
          "0"?: number;
          "1"?: number;
          "2"?: number;
          "3"?: number;
          "4"?: number;
          "5"?: number;
          "6"?: number;
          "7"?: number;
          "8"?: number;
          "9"?: number;
          "10"?: number;
          "11"?: number;
          "12"?: number;
          "13"?: number;
          "14"?: number;
          "15"?: number;
        };
        policy_actions?: {
          NXDOMAIN?: number;
          NODATA?: number;
          PASS?: number;
          DROP?: number;
          TRUNCATE?: number;
          LOCAL_DATA?: number;
        };
      }>;
    };
    answer: {
      accepted: number;
      batch_id: string;
      /** True if the batch was accepted earlier. The collector counted nothing this time. */
      duplicate: boolean;
    };
  };
  /** Get resolver statistics */
  'GET /api/v1/unbound/stats': {
    params: undefined;
    query: {
      resolver_id?: number;
      /** Number of days (UTC), including today. */
      days?: number;
      /** Maximum number of items in the answer. */
      limit?: number;
      /** Number of items to skip. */
      offset?: number;
    };
    headers: undefined;
    body: undefined;
    answer: {
      /** Number of items on all pages. */
      count: number;
      days: number;
      /** The version of the account's policy in force. */
      policy_version: number;
      resolvers: Array<{
        resolver_id: number;
        resolver_name: string;
        location: string;
        location_id: number | null;
        modules_enabled: Array<string>;
        created_at: string;
        last_seen: string | null;
        /** Null if the resolver has never reported its policy. */
        policy: HeldPolicy | null;
        queries: number;
        responses: number;
        policy_hits: number;
        transports: Record<string, number>;
        response_codes: Record<string, number>;
        policy_actions: Record<string, number>;
      }>;
      limit: number;
      offset: number;
    };
  };
  /** Search certificates out of logs */
  'GET /api/v2/certificates/search': {
    params: undefined;
    query: {
      /** A domain. Wildcard certificates that cover its names are found too. */
      domain: string;
      /** Whether to include names below the domain. */
      below?: boolean;
      /** Part of the issuer's name, in upper or lower case. */
      issuer?: string;
      /** Whether to return only certificates that are valid now. */
      current?: boolean;
      /** Only certificates that a log accepted within this number of days. */
      days?: number;
      /** Maximum number of items in the answer. */
      limit?: number;
      /** Number of items to skip. */
      offset?: number;
    };
    headers: undefined;
    body: undefined;
    answer: {
      domain: string;
      /** Number of items on all pages. */
      count: number;
      certificates: Array<{
        /** Id of the certificate, the same in all logs. */
        id: string;
        /** The name that matched the search. */
        name: string;
        /** The first 20 names of the certificate. */
        names: Array<string>;
        name_count: number;
        issuer: string;
        organization: string;
        serial: string;
        not_before: string;
        not_after: string;
        first_logged: string;
        logs: Array<string>;
        /** Whether only the precertificate was seen. */
        precertificate: boolean;
      }>;
      limit: number;
      offset: number;
    };
  };
  /** List certificates of watched domains */
  'GET /api/v2/certificates/watched': {
    params: undefined;
    query: {
      /** One of the watched domains. */
      domain?: string;
      relation?: "own" | "lookalike";
      /** Whether to return only certificates that are unusual, or only the others. */
      unusual?: boolean;
      /** Maximum number of items in the answer. */
      limit?: number;
      /** Number of items to skip. */
      offset?: number;
    };
    headers: undefined;
    body: undefined;
    answer: {
      /** Number of items on all pages. */
      count: number;
      certificates: Array<{
        id: number;
        location_id: number;
        watched: string;
        relation: "own" | "lookalike";
        /** How the look-alike imitates the watched domain. */
        imitation: string | null;
        /** The name that matched: a name in the certificate, or the domain that imitates. */
        name: string;
        /** The first 20 names of the certificate. */
        names: Array<string>;
        name_count: number;
        issuer: string;
        organization: string;
        serial: string;
        not_before: string;
        not_after: string;
        log: string;
        logged_at: string;
        seen_at: string;
        /** Null for a few seconds, until the certificate is judged. */
        verdict: {
          /** What is unusual; empty if nothing is. */
          reasons: Array<string>;
          severity: "info" | "low" | "medium" | "high" | "critical";
          details: Record<string, unknown>;
        } | null;
      }>;
      limit: number;
      offset: number;
    };
  };
  /** List certificate logs that are followed */
  'GET /api/v2/certificates/logs': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      /** Number of items in this answer. */
      count: number;
      logs: Array<{
        /** SHA-256 of the log's key, in hexadecimal. */
        id: string;
        name: string;
        operator: string;
        kind: "tiled" | "rfc6962";
        url: string;
        status: "following" | "stopped" | "ended";
        /** `fork`, `wrong_root` and `shrunk` mean that the log contradicts itself. `complete` and `retired` mean that it has ended. */
        reason: string | null;
        /** Statements signed by the log that cannot all be true. Anyone can verify them. */
        evidence: Record<string, unknown> | null;
        stopped_at: string | null;
        first_entry: number;
        /** Size of the tree up to which everything is read and verified. */
        verified_entries: number;
        /** Number of entries by the latest signed tree head; null before the first check. */
        entries: number | null;
        /** Number of entries that are not read yet. */
        lag: number | null;
        head_signed_at: string | null;
        looked_at: string | null;
        next_look_at: string;
        /** Number of failed checks in a row. */
        failures: number;
        last_error: string | null;
        today: {
          entries: number;
          /** Entries whose certificate is not readable DER. */
          unreadable: number;
          bytes: number;
        };
      }>;
    };
  };
  /** Follow a stopped certificate log again */
  'POST /api/admin/certificate-logs/{id}/resume': {
    params: {
      /** SHA-256 of the log's key, in hexadecimal. */
      id: string;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      id: string;
      status: "following";
    };
  };
  /** Scan a domain */
  'POST /api/scan': {
    params: undefined;
    query: {
      /** Whether to report progress as NDJSON lines. */
      stream?: boolean;
    };
    headers: undefined;
    body: {
      domain: string;
      check_ssl?: boolean;
      advanced?: boolean;
      expert?: boolean;
      options?: {
        dns?: Array<string>;
        security?: Array<string>;
        email?: Array<string>;
        intel?: Array<string>;
      };
      /** Runs only these checks, named as in `checks` of an answer. */
      checks?: Array<string>;
      /** Runs all checks again and ignores cached results. */
      force_refresh?: boolean;
    };
    answer: DomainScan;
  };
  /** Show a domain's latest scan */
  'GET /api/domain/{domain}': {
    params: {
      domain: string;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: DomainScan;
  };
  /** List a domain's scans */
  'GET /api/domain/{domain}/history': {
    params: {
      domain: string;
    };
    query: {
      limit?: number;
    };
    headers: undefined;
    body: undefined;
    answer: {
      domain: string;
      /** Number of items on all pages. */
      count: number;
      history: Array<{
        scan_timestamp: string;
        scan_id: string;
        scan_duration_ms: number;
        trigger: "request" | "bulk" | "monitor";
        checks: Array<string>;
        /** Number of failed findings. */
        failures: number;
        warnings: number;
        dnssec_enabled: boolean | null;
        dnssec_valid: boolean | null;
        spf_valid: boolean | null;
        dkim_valid: boolean | null;
        dmarc_valid: boolean | null;
        dmarc_policy: string | null;
        mta_sts_enabled: boolean | null;
        smtp_starttls_25: boolean | null;
        smtp_starttls_587: boolean | null;
        ssl_valid: boolean | null;
        ssl_expiry: string | null;
        registrar_name: string | null;
        registration_date: string | null;
        expiration_date: string | null;
      }>;
      limit: number;
    };
  };
  /** List tracked domains */
  'GET /api/domains': {
    params: undefined;
    query: {
      /** Maximum number of items in the answer. */
      limit?: number;
      /** Number of items to skip. */
      offset?: number;
      /** Page number from 1, for pages of `per_page`. Use it instead of `offset`. */
      page?: number;
      /** Items per page. Use it instead of `limit`. */
      per_page?: number;
    };
    headers: undefined;
    body: undefined;
    answer: {
      /** Number of items on all pages. */
      count: number;
      domains: Array<TrackedDomain>;
      limit: number;
      offset: number;
    };
  };
  /** Search tracked domains */
  'GET /api/search': {
    params: undefined;
    query: {
      q: string;
      limit?: number;
    };
    headers: undefined;
    body: undefined;
    answer: {
      /** The search text in its normal form. */
      query: string;
      /** Number of items on all pages. */
      count: number;
      domains: Array<TrackedDomain>;
      limit: number;
    };
  };
  /** Show the numbers of the platform */
  'GET /api/stats/live': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      /** Number of scanned domains. */
      total_domains: number;
      /** Number of domains with a known certificate. */
      ssl_certificates: number;
      /** Number of domains with an SPF or DMARC record. */
      email_records: number;
      /** Number of domains that are rescanned automatically. */
      drift_monitoring: number;
      /** Number of scanned addresses. */
      ips_tracked: number;
      active_feeds: number;
      last_updated: string;
    };
  };
  /** Explain an extended DNS error */
  'POST /api/v2/ede/decode': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      code: number;
      extra_text?: string;
    };
    answer: {
      code: number;
      name: string;
      description: string;
      category: string;
      severity: "info" | "low" | "medium" | "high" | "critical";
      /** Whether a retry can help; null if unknown. */
      retry: boolean | null;
      rfc: string;
      troubleshooting: Array<string>;
      extra_text: string | null;
      /** What the extra text points to. */
      hint: string | null;
    };
  };
  /** List extended DNS errors */
  'GET /api/v2/ede/codes': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      /** Number of items in this answer. */
      count: number;
      codes: Array<ExtendedError>;
    };
  };
  /** Test a resolver for extended DNS errors */
  'GET /api/v2/ede/test-resolver': {
    params: undefined;
    query: {
      /** IP address of the resolver. */
      resolver?: string;
    };
    headers: undefined;
    body: undefined;
    answer: {
      resolver: string;
      reachable: boolean;
      failure: string | null;
      edns: boolean | null;
      validates: boolean | null;
      supports_ede: boolean | null;
      /** Percentage of the cases with a reason in which the resolver reported the reason. */
      score: number | null;
      summary: string;
      cases: Array<ResolverCase>;
    };
  };
  /** Analyze a domain's SVCB and HTTPS records */
  'GET /api/v2/svcb/analyze': {
    params: undefined;
    query: {
      domain: string;
    };
    headers: undefined;
    body: undefined;
    answer: {
      domain: string;
      svcb_records: Array<ServiceBinding> | null;
      https_records: Array<ServiceBinding> | null;
      supports_http3: boolean | null;
      supports_ech: boolean | null;
      alias_chain: Array<string> | null;
      security: string | null;
      scanned_at: string;
      findings: Array<ScanFinding>;
      errors: Array<ScanError>;
    };
  };
  /** Audit a domain's DNSSEC */
  'POST /api/v2/audit/dnssec': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      domain: string;
    };
    answer: {
      domain: string;
      dnssec_enabled: boolean | null;
      dnssec_valid: boolean | null;
      status: "secure" | "insecure" | "bogus" | "indeterminate" | null;
      details: string | null;
      /** `unsigned` means that no DS record or trust anchor vouches for the zone. `sound` means that the zone validates and has no errors. */
      verdict: "sound" | "improvable" | "weak" | "broken" | "unsigned" | "unknown";
      /** Null if the verdict is `unknown`. */
      score: number | null;
      /** Null if nothing could be determined. */
      audit: {
        /** The zone that contains the domain. */
        zone: string | null;
        /** Each step of the validation, from the trust anchor down; null if the chain could not be looked up. */
        chain: Array<{
          zone: string;
          subject: string;
          status: "secure" | "insecure" | "bogus" | "indeterminate";
          message: string;
          rule: string;
        }> | null;
        /** The extended DNS error (RFC 8914) that a resolver would return. */
        extended_error: {
          code: number;
          name: string;
          text: string;
        } | null;
        signers: Array<{
          key_tag: number;
          algorithm: number;
          algorithm_name: string;
          digest_type: number;
          digest_name: string;
          /** Whether the DS record matches a key of the zone; null if this cannot be determined. */
          matches: boolean | null;
        }> | null;
        keys: Array<{
          key_tag: number;
          flags: number;
          algorithm: number;
          algorithm_name: string;
          /** Length of an RSA key. */
          bits: number | null;
          secure_entry_point: boolean;
          revoked: boolean;
          /** Whether a DS record or the trust anchor vouches for the key. */
          vouched_for: boolean;
          signs_keys: boolean;
        }> | null;
        signatures: Array<{
          covers: string;
          key_tag: number;
          algorithm: number;
          inception: string;
          expiration: string;
        }> | null;
        denial: {
          kind: "nsec" | "nsec3";
          iterations: number | null;
          salt_length: number | null;
          opt_out: boolean | null;
        } | null;
        child_sync: {
          cds: Array<string>;
          cdnskey: Array<string>;
          csync: Array<string>;
          asks_for_deletion: boolean;
        } | null;
        /** Every zone from the trust anchor down, at most twelve; null if no zone is known. */
        zones: Array<{
          zone: string;
          /** Result of Sonde's own validation; null if the validation did not get this far. */
          status: "secure" | "insecure" | "bogus" | "indeterminate" | null;
          /** Key tags in the trust anchor; null if the zone has no trust anchor. */
          anchors: Array<number> | null;
          /** DS records in the parent zone; null if they are unknown, or if the zone has a trust anchor. */
          signers: Array<{
            key_tag: number;
            algorithm: number;
            algorithm_name: string;
            digest_type: number;
            digest_name: string;
            /** Whether the DS record matches a key of the zone; null if this cannot be determined. */
            matches: boolean | null;
          }> | null;
          /** Null if the keys could not be looked up. */
          keys: Array<{
            key_tag: number;
            flags: number;
            algorithm: number;
            algorithm_name: string;
            /** Length of an RSA key. */
            bits: number | null;
            secure_entry_point: boolean;
            revoked: boolean;
            /** Whether a DS record or the trust anchor vouches for the key. */
            vouched_for: boolean;
            signs_keys: boolean;
          }> | null;
          /** The keys of the zone, and the DS records of the next zone or the proof that it has none. In the last zone, also the records of the domain. */
          sets: Array<{
            name: string;
            type: string;
            /** For NSEC and NSEC3: the name and type whose existence is denied. */
            denies: string | null;
            records: number;
            signatures: Array<{
              covers: string;
              key_tag: number;
              algorithm: number;
              inception: string;
              expiration: string;
              /** Null if it was not checked. */
              state: "good" | "expired" | "not_yet" | "no_key" | "unsupported" | "bad" | null;
              message: string | null;
            }>;
          }>;
        }> | null;
      } | null;
      scanned_at: string;
      findings: Array<ScanFinding>;
      errors: Array<ScanError>;
    };
  };
  /** Validate the configuration of a name server */
  'POST /api/validate/dns-config': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: RawBody<"multipart/form-data">;
    answer: {
      /** Whether the server would start with this configuration, as far as the files show. */
      valid: boolean;
      server_type: "bind" | "unbound" | "nsd" | "knot" | "dnsmasq" | "coredns" | "powerdns" | "pdns-recursor" | "dnsdist" | "blocky" | "adguard" | "kea";
      /** Whether the type was detected from the text rather than given in the request. */
      detected: boolean;
      server_version: string | null;
      files: Array<{
        name: string;
        lines: number;
        /** Whether the file is checked: the main file and every included file are. */
        used: boolean;
      }>;
      /** Number of items in this answer. */
      count: number;
      counts: Record<string, number>;
      /** Number of findings that were left out because there are too many. */
      omitted: number;
      findings: Array<ConfigurationFinding>;
    };
  };
  /** Validate a zone's digest */
  'GET /api/v2/dnssec/zonemd/validate': {
    params: undefined;
    query: {
      domain: string;
    };
    headers: undefined;
    body: undefined;
    answer: {
      domain: string;
      zone: string | null;
      published: Array<string> | null;
      /** Security status of the records by Sonde's own validation. */
      security: string | null;
      server: string | null;
      record_count: number | null;
      verdict: {
        status: "valid" | "invalid" | "absent" | "unverifiable" | "unsound";
        serial: number | null;
        message: string;
        rule: string;
        /** Number of records outside the zone. The digest does not include them. */
        out_of_zone: number;
        records: Array<{
          serial: number;
          scheme: number;
          hash_algorithm: number;
          digest: string;
          status: "valid" | "mismatch" | "wrong_serial" | "unsupported" | "duplicate" | "malformed";
          expected: string | null;
        }>;
      } | null;
      scanned_at: string;
      findings: Array<ScanFinding>;
      errors: Array<ScanError>;
    };
  };
  /** Validate the digest of a zone file */
  'POST /api/v2/dnssec/zonemd/validate': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      zone_file: string;
      /** Name of the zone, which completes relative names. Default: the owner of the SOA record. */
      domain?: string;
      /** Trusted DS or DNSKEY records of the zone, in master file format. */
      trust_anchor?: string;
    };
    answer: {
      zone: string | null;
      /** Line of the syntax error. */
      line: number | null;
      /** Security status of the signatures by the trust anchor; null without one. */
      security: "secure" | "insecure" | "bogus" | "indeterminate" | null;
      security_message: string | null;
      status: "valid" | "invalid" | "absent" | "unverifiable" | "unsound";
      serial: number | null;
      message: string;
      rule: string;
      /** Number of records outside the zone. The digest does not include them. */
      out_of_zone: number;
      records: Array<{
        serial: number;
        scheme: number;
        hash_algorithm: number;
        digest: string;
        status: "valid" | "mismatch" | "wrong_serial" | "unsupported" | "duplicate" | "malformed";
        expected: string | null;
      }>;
    };
  };
  /** Check a zone file */
  'POST /api/validate/zone': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      zone_file: string;
      /** Name of the zone, which completes relative names. Default: the owner of the SOA record. */
      domain?: string;
      /** The time at which signatures must be valid. Default: now. */
      at?: string;
    };
    answer: {
      /** The owner name of the SOA record; null if there is none. */
      zone: string | null;
      serial: number | null;
      /** Whether there is no finding of severity `error`. */
      accepted: boolean;
      signed: boolean;
      /** How a signed zone denies the existence of names. */
      denial: "nsec" | "nsec3" | null;
      record_count: number;
      /** Number of names, including empty non-terminals. */
      name_count: number;
      /** Null if the zone is not signed. */
      signatures: {
        checked: number;
        /** Number of signatures that were skipped because checking the zone takes too long. */
        unchecked: number;
      } | null;
      counts: {
        error: number;
        warning: number;
        info: number;
      };
      /** Number of findings that are counted but not listed. At most 100 of each code and 2,000 in total are listed. */
      omitted: number;
      findings: Array<{
        code: string;
        severity: "error" | "warning" | "info";
        /** Line from 1; null if something is missing in the zone. */
        line: number | null;
        /** Column from 1. Only for syntax errors. */
        column: number | null;
        name: string | null;
        message: string;
        rule: string;
      }>;
    };
  };
  /** Analyze who signs a zone */
  'GET /api/v2/dnssec/multi-signer/analyze': {
    params: undefined;
    query: {
      domain: string;
    };
    headers: undefined;
    body: undefined;
    answer: {
      domain: string;
      zone: string | null;
      signed: boolean | null;
      model: "none" | "single" | "model_1" | "model_2" | null;
      consistent: boolean | null;
      signers: Array<SignerGroup> | null;
      scanned_at: string;
      findings: Array<ScanFinding>;
      errors: Array<ScanError>;
    };
  };
  /** Score a domain's reputation */
  'GET /api/v2/reputation/score': {
    params: undefined;
    query: {
      domain: string;
    };
    headers: undefined;
    body: undefined;
    answer: {
      domain: string;
      score: number | null;
      grade: string | null;
      /** The best possible score for a domain with the same listings. */
      ceiling: number | null;
      components: {
        dns_config: number | null;
        email_auth: number | null;
        dnssec: number | null;
        ssl_tls: number | null;
        stability: number | null;
        threat_intel: number | null;
        diversity: number | null;
        performance: number | null;
      };
      details: Array<{
        component: "dns_config" | "email_auth" | "dnssec" | "ssl_tls" | "stability" | "threat_intel" | "diversity" | "performance";
        /** Weight out of 1000 if everything is measured. */
        weight: number;
        percent: number | null;
        contribution: number;
        possible: number;
        reasons: Array<{
          points: number;
          message: string;
          rule: string;
        }>;
      }>;
      /** Recommendations, the one with the greatest gain first. */
      recommendations: Array<string>;
    };
  };
  /** Tell who serves a domain */
  'GET /api/v2/fingerprint/domain': {
    params: undefined;
    query: {
      domain: string;
    };
    headers: undefined;
    body: undefined;
    answer: {
      domain: string;
      providers: {
        dns: string | null;
        cdn: Array<string> | null;
        hosting: Array<string> | null;
        mail: Array<string> | null;
      } | null;
      characteristics: {
        anycast: boolean | null;
        load_balanced: boolean | null;
        geo_distributed: boolean | null;
      } | null;
      confidence: number | null;
      evidence: Array<{
        provider: string;
        role: "dns" | "cdn" | "hosting" | "mail";
        source: string;
        value: string;
        confidence: number;
      }> | null;
      scanned_at: string;
      findings: Array<ScanFinding>;
      errors: Array<ScanError>;
    };
  };
  /** Tell what a resolver is and how it behaves */
  'GET /api/v2/fingerprint/resolver': {
    params: undefined;
    query: {
      resolver: string;
    };
    headers: undefined;
    body: undefined;
    answer: {
      resolver: string;
      reachable: boolean;
      software: {
        name: string;
        version: string | null;
        confidence: number;
      } | null;
      /** What the resolver says about itself. */
      identity: {
        version_bind: string | null;
        version_server: string | null;
        hostname_bind: string | null;
        id_server: string | null;
        authors: string | null;
        nsid: string | null;
      };
      edns: {
        supported: boolean | null;
        udp_size: number | null;
        version: number | null;
      };
      behaviour: {
        recursion: boolean | null;
        validates_dnssec: boolean | null;
        passes_dnssec_records: boolean | null;
        keeps_case: boolean | null;
        answers_tcp: boolean | null;
        cookies: boolean | null;
        minimises_names: boolean | null;
        refuses_any: boolean | null;
        extended_errors: boolean | null;
      };
      /** Time of the fastest answer in milliseconds. */
      milliseconds: number | null;
      errors: Array<ScanError>;
    };
  };
  /** Tell a domain's technologies */
  'GET /api/v2/intel/tech-stack/{domain}': {
    params: {
      domain: string;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      domain: string;
      /** URL of the page that was read; null if there was none. */
      url: string | null;
      /** True if a limit was reached before the scan was complete. */
      partial: boolean | null;
      count: number | null;
      technologies: Array<{
        name: string;
        category: string;
        subcategory: string | null;
        version: string | null;
        confidence: number;
        /** The evidence, as it was found. */
        evidence: string;
        /** Website of the maker; empty if unknown. */
        website: string;
        /** Known vulnerabilities of the version, by the operator's list; null without such a list. */
        vulnerabilities: Array<{
          id: string;
          severity: string;
          summary: string;
        }> | null;
      }> | null;
      scanned_at: string;
      findings: Array<ScanFinding>;
      errors: Array<ScanError>;
    };
  };
  /** Test for DNS over QUIC */
  'GET /api/v2/experimental/doq/test': {
    params: undefined;
    query: {
      domain: string;
    };
    headers: undefined;
    body: undefined;
    answer: {
      domain: string;
      /** Always null, because it cannot be measured. */
      doq_supported: null;
      handshake: "unsupported";
      /** True if a server answered; null if none did. */
      quic_at_doq_port: boolean | null;
      servers: Array<{
        host: string;
        address: string;
        port: number;
        role: "name_server" | "host";
        quic: "answers" | "timeout" | "refused" | "unreachable" | "malformed" | "too_large" | "refused_by_policy";
        /** Versions in hexadecimal: 00000001 is RFC 9000, 6b3343cf is RFC 9369. */
        versions: Array<string>;
      }>;
    };
  };
  /** Resolve a name of the Ethereum Name Service */
  'GET /api/v2/web3/ens/resolve': {
    params: undefined;
    query: {
      name?: string;
      /** Another name for `name`. */
      domain?: string;
      /** Number of gateways of a chain that must give the same answer at the same block. Contradicting answers cause a 502. */
      agreement?: number;
      /** Coins whose addresses to return besides Ether, Bitcoin and Solana, separated by commas. Each is a coin type or a word. */
      coins?: string;
      /** Keys of text records to return besides the usual ones, separated by commas. */
      texts?: string;
    };
    headers: undefined;
    body: undefined;
    answer: NameAnswer;
  };
  /** Resolve a name of Handshake's root */
  'GET /api/v2/web3/handshake/resolve': {
    params: undefined;
    query: {
      name?: string;
      /** Another name for `name`. */
      domain?: string;
    };
    headers: undefined;
    body: undefined;
    answer: NameAnswer;
  };
  /** Resolve a name of I2P */
  'GET /api/v2/alternative/i2p/resolve': {
    params: undefined;
    query: {
      name?: string;
      /** Another name for `name`. */
      domain?: string;
    };
    headers: undefined;
    body: undefined;
    answer: NameAnswer;
  };
  /** Resolve a name of the blockchain domain registry */
  'GET /api/v2/web3/registry/resolve': {
    params: undefined;
    query: {
      name?: string;
      /** Another name for `name`. */
      domain?: string;
      /** Number of gateways of a chain that must give the same answer at the same block. Contradicting answers cause a 502. */
      agreement?: number;
    };
    headers: undefined;
    body: undefined;
    answer: NameAnswer;
  };
  /** Tell which system a name belongs to, and resolve it */
  'GET /api/v2/web3/resolve': {
    params: undefined;
    query: {
      name?: string;
      /** Another name for `name`. */
      domain?: string;
      /** Number of gateways of a chain that must give the same answer at the same block. Contradicting answers cause a 502. */
      agreement?: number;
    };
    headers: undefined;
    body: undefined;
    answer: {
      /** The name in lower case without a trailing dot, normalised if the system defines rules for it. */
      name: string;
      kind: "ens" | "registry" | "handshake" | "i2p" | "onion" | "namecoin";
      /** Why the name is assigned to this kind. */
      reason: string;
      valid: boolean;
      /** Why the name is not valid, or another remark. */
      remark: string | null;
      /** In hexadecimal: the node of a blockchain name, the hash of an I2P destination, or the key of an onion service. */
      hash: string | null;
      /** The records; null if there are none, or if no source could be queried. `errors` then has the failures. */
      resolved: Record<string, unknown> | null;
      /** The sources of the answer: chains, an address book, or the root of Handshake. */
      sources: Array<string>;
      /** The blocks at which the records were read. */
      blocks: Array<{
        chain: string;
        number: number;
        time: string;
      }>;
      /** Number of gateways of each chain that gave this answer; null if the system has none. */
      agreement: number | null;
      queried_at: string;
      errors: Array<ScanError>;
      readings: Array<{
        kind: "ens" | "registry" | "handshake" | "i2p" | "onion" | "namecoin";
        /** Why the name is assigned to this kind. */
        reason: string;
        valid: boolean;
        /** Why the name is not valid, or another remark. */
        remark: string | null;
        /** In hexadecimal: the node of a blockchain name, the hash of an I2P destination, or the key of an onion service. */
        hash: string | null;
        /** The records; null if there are none, or if no source could be queried. `errors` then has the failures. */
        resolved: Record<string, unknown> | null;
        /** The sources of the answer: chains, an address book, or the root of Handshake. */
        sources: Array<string>;
        errors: Array<ScanError>;
      }>;
    };
  };
  /** List how the records of a name changed */
  'GET /api/v2/web3/history': {
    params: undefined;
    query: {
      name?: string;
      /** Another name for `name`. */
      domain?: string;
      days?: number;
    };
    headers: undefined;
    body: undefined;
    answer: {
      name: string;
      /** Number of scans in this time in which a source answered. */
      scans: number;
      /** Number of items in this answer. */
      count: number;
      history: Array<{
        scan_timestamp: string;
        scan_id: string;
        /** The records; null if there are none, or if no source could be queried. `errors` then has the failures. */
        resolved: Record<string, unknown> | null;
        /** The sources of the answer: chains, an address book, or the root of Handshake. */
        sources: Array<string>;
        /** The blocks at which the records were read. */
        blocks: Array<{
          chain: string;
          number: number;
          time: string;
        }>;
        changes: Array<{
          kind: "added" | "removed" | "changed";
          /** Path of the record in `resolved`. */
          record: string;
          old_value: string | null;
          new_value: string | null;
        }>;
      }>;
    };
  };
  /** Detect what changed about a domain */
  'GET /api/v2/drift/detect/{domain}': {
    params: {
      domain: string;
    };
    query: {
      days?: number;
    };
    headers: undefined;
    body: undefined;
    answer: {
      domain: string;
      /** Number of scans in this time that can be compared. */
      scans: number;
      drifted: boolean | null;
      from: string | null;
      to: string | null;
      /** Number of items in this answer. */
      count: number;
      changes: Array<DriftChange>;
      /** Changes that were reported when they happened, latest first: those between the two scans, or of the last `days`. */
      told: Array<{
        at: string;
        record_type: string;
        old_value: string | null;
        new_value: string | null;
        severity: "info" | "low" | "medium" | "high" | "critical";
        message: string;
      }>;
    };
  };
  /** Map what a domain stands on */
  'GET /api/v2/topology/domain/{domain}': {
    params: {
      domain: string;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      domain: string;
      nodes: Array<{
        id: string;
        kind: "zone" | "host" | "address" | "prefix";
        label: string;
      }>;
      edges: Array<{
        from: string;
        to: string;
        kind: string;
        /** Preference of a mail exchanger, or priority of a service. */
        preference: number | null;
      }>;
      truncated: boolean;
      diversity: {
        name_servers: number;
        /** Number of /24 prefixes (IPv4) and /48 prefixes (IPv6). */
        prefixes: number;
        /** Lower bound for the number of autonomous systems that announce the addresses; null if `SONDE_AS_TABLE` cannot tell. */
        autonomous_systems: number | null;
        ipv6: boolean | null;
      } | null;
      errors: Array<ScanError>;
    };
  };
  /** Submit many domains and IP addresses to be scanned */
  'POST /api/v2/bulk/submit': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      domains: Array<string>;
      check_ssl?: boolean;
      advanced?: boolean;
    };
    answer: BulkJob;
  };
  /** List bulk jobs */
  'GET /api/v2/bulk/jobs': {
    params: undefined;
    query: {
      /** Maximum number of items in the answer. */
      limit?: number;
      /** Number of items to skip. */
      offset?: number;
    };
    headers: undefined;
    body: undefined;
    answer: {
      /** Number of items on all pages. */
      count: number;
      jobs: Array<BulkJob>;
      limit: number;
      offset: number;
    };
  };
  /** Show a bulk job and its progress */
  'GET /api/v2/bulk/jobs/{job_id}': {
    params: {
      job_id: string;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: BulkJob;
  };
  /** Cancel a bulk job */
  'POST /api/v2/bulk/jobs/{job_id}/cancel': {
    params: {
      job_id: string;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: BulkJob;
  };
  /** List the results of a bulk job */
  'GET /api/v2/bulk/jobs/{job_id}/results': {
    params: {
      job_id: string;
    };
    query: {
      /** Maximum number of items in the answer. */
      limit?: number;
      /** Number of items to skip. */
      offset?: number;
      status?: "completed" | "failed";
      whole?: boolean;
    };
    headers: undefined;
    body: undefined;
    answer: {
      job_id: string;
      /** Number of items on all pages. */
      count: number;
      results: Array<BulkResult>;
      limit: number;
      offset: number;
    };
  };
  /** Tell what a site is made of */
  'POST /api/tech/scan': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      /** A domain, or an http or https URL. The site of a domain is fetched over https, or else over http. */
      url: string;
    };
    answer: {
      domain: string;
      /** URL of the page that was read, after redirects; null if there was none. */
      url: string | null;
      status: number | null;
      server_ip: string | null;
      title: string | null;
      /** Redirects on the way, in order. */
      redirects: Array<{
        url: string;
        status: number;
      }>;
      /** Null if no technology was found and not all sources could be queried. */
      technologies: Array<{
        name: string;
        category: string;
        subcategory: string | null;
        version: string | null;
        confidence: number;
        /** The evidence, as it was found. */
        evidence: string;
        /** Website of the maker; empty if unknown. */
        website: string;
        /** Known vulnerabilities of the version, by the operator's list; null without such a list. */
        vulnerabilities: Array<{
          id: string;
          severity: string;
          summary: string;
        }> | null;
      }> | null;
      count: number | null;
      /** Certificate of the page that was read; null without TLS. */
      ssl_info: {
        issuer: string;
        not_before: string;
        not_after: string;
        days_until_expiry: number;
      } | null;
      /** True if a limit of time or size was reached before the scan was complete. */
      partial: boolean | null;
      /** Changes since the previous scan of the site. */
      changes: Array<{
        technology: string;
        category: string;
        change: "added" | "removed" | "version";
        old_version: string | null;
        new_version: string | null;
        at: string;
      }>;
      scan_timestamp: string;
      errors: Array<ScanError>;
    };
  };
  /** Count what is known of sites */
  'GET /api/tech/stats': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      total_websites: number;
      total_technologies: number;
      total_categories: number;
      total_detections: number;
      /** Null before the first scan. */
      last_scan: string | null;
    };
  };
  /** List the technologies that most sites use */
  'GET /api/tech/top': {
    params: undefined;
    query: {
      /** Only this category, in upper or lower case. */
      category?: string;
      limit?: number;
    };
    headers: undefined;
    body: undefined;
    answer: {
      /** Number of items in this answer. */
      count: number;
      technologies: Array<{
        name: string;
        category: string;
        website_count: number;
      }>;
    };
  };
  /** List the categories of technologies that sites use */
  'GET /api/tech/categories': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      /** Number of items in this answer. */
      count: number;
      categories: Array<{
        category: string;
        website_count: number;
        unique_technologies: number;
        top_technologies: Array<{
          name: string;
          count: number;
        }>;
      }>;
    };
  };
  /** Show what a site was seen to be made of */
  'GET /api/tech/website/{domain}': {
    params: {
      domain: string;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      domain: string;
      url: string | null;
      server_ip: string | null;
      title: string | null;
      first_scanned: string;
      last_scanned: string;
      /** Number of items in this answer. */
      count: number;
      /** Technologies in the latest scan of the site. */
      technologies: Array<{
        name: string;
        category: string;
        subcategory: string | null;
        version: string | null;
        confidence: number;
        /** The evidence, as it was found. */
        evidence: string;
        /** Website of the maker; empty if unknown. */
        website: string;
        /** Known vulnerabilities of the version, by the operator's list; null without such a list. */
        vulnerabilities: Array<{
          id: string;
          severity: string;
          summary: string;
        }> | null;
        first_seen: string;
        last_seen: string;
        /** Since when the technology is no longer present. */
        gone_at: string | null;
        /** Versions, oldest first. */
        versions: Array<{
          version: string;
          first_seen: string;
          last_seen: string;
        }>;
      }>;
      former_technologies: Array<{
        name: string;
        category: string;
        subcategory: string | null;
        version: string | null;
        confidence: number;
        /** The evidence, as it was found. */
        evidence: string;
        /** Website of the maker; empty if unknown. */
        website: string;
        /** Known vulnerabilities of the version, by the operator's list; null without such a list. */
        vulnerabilities: Array<{
          id: string;
          severity: string;
          summary: string;
        }> | null;
        first_seen: string;
        last_seen: string;
        /** Since when the technology is no longer present. */
        gone_at: string | null;
        /** Versions, oldest first. */
        versions: Array<{
          version: string;
          first_seen: string;
          last_seen: string;
        }>;
      }>;
      /** Changes, newest first, at most 200. */
      changes: Array<{
        technology: string;
        category: string;
        change: "added" | "removed" | "version";
        old_version: string | null;
        new_version: string | null;
        at: string;
      }>;
    };
  };
  /** List the sites that use a technology */
  'GET /api/tech/using/{tech_name}': {
    params: {
      /** Name of the technology, in upper or lower case. */
      tech_name: string;
    };
    query: {
      /** A version. `6` also matches 6.5.2. */
      version?: string;
      limit?: number;
      offset?: number;
    };
    headers: undefined;
    body: undefined;
    answer: {
      technology: string;
      category: string | null;
      /** Number of items on all pages. */
      count: number;
      limit: number;
      offset: number;
      websites: Array<{
        domain: string;
        version: string | null;
        confidence: number;
        first_seen: string;
        last_seen: string;
      }>;
    };
  };
  /** Search technologies and sites by a part of their name */
  'GET /api/tech/search': {
    params: undefined;
    query: {
      q: string;
      /** Maximum number of technologies, and of sites. */
      limit?: number;
    };
    headers: undefined;
    body: undefined;
    answer: {
      query: string;
      /** Number of items in this answer. */
      count: number;
      technologies: Array<{
        name: string;
        category: string;
        website_count: number;
      }>;
      websites: Array<{
        domain: string;
        technology_count: number;
        last_scanned: string;
      }>;
    };
  };
  /** Check how well a page is made */
  'POST /api/quality/check': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      /** A domain, or an http or https URL. The site of a domain is fetched over https, or else over http. */
      url: string;
    };
    answer: {
      url: string;
      status: number | null;
      alerts: Array<{
        check: string;
        group: "page" | "security" | "transport" | "delivery" | "discovery" | "accessibility" | "dns";
        /** Null if it could not be determined. */
        passed: boolean | null;
        message: string;
        severity: "info" | "warning";
        /** The rule behind the check. */
        rule: string;
        evidence: string | null;
        advice: string | null;
        /** Points that are lost if the check fails. */
        weight: number;
      }>;
      /** Points left out of a hundred, and what cost the rest; null if the page cannot be fetched. */
      score: {
        points: number;
        deductions: Array<{
          check: string;
          points: number;
        }>;
        groups: Array<{
          group: "page" | "security" | "transport" | "delivery" | "discovery" | "accessibility" | "dns";
          passed: number;
          told: number;
          unknown: number;
        }>;
      } | null;
      /** True if only a part of the page was read. */
      partial: boolean;
      errors: Array<ScanError>;
    };
  };
  /** Search services behind TXT records */
  'GET /api/v2/intel/services': {
    params: undefined;
    query: {
      /** Provider of the service, in upper or lower case. */
      service?: string;
      domain?: string;
      /** `dangling` is an alias to a name in the zone of a service that does not exist at the service. */
      kind?: "verification" | "mail_sender" | "dangling";
      category?: string;
      /** What the supplier can do: send mail for the domain, by its SPF record, or store documents, by the purpose of the service. */
      can?: "send_mail" | "hold_documents";
      /** Whether to include services that have disappeared. */
      gone?: boolean;
      /** Maximum number of items in the answer. */
      limit?: number;
      /** Number of items to skip. */
      offset?: number;
    };
    headers: undefined;
    body: undefined;
    answer: {
      /** Number of items on all pages. */
      count: number;
      services: Array<{
        domain: string;
        service: string;
        category: string;
        kind: "verification" | "mail_sender" | "dangling";
        can: Array<"send_mail" | "hold_documents">;
        record: string;
        /** The rule that recognized the service; null if the rule no longer exists. */
        rule: {
          /** The provider's page behind the rule. */
          source: string;
          /** Whether the page was read and confirms the rule. If false, the page is only a hint where to look. */
          confirmed: boolean;
          terms: "facts_only";
        } | null;
        first_seen: string;
        last_seen: string;
        gone_since: string | null;
      }>;
      limit: number;
      offset: number;
    };
  };
  /** Count domains by service */
  'GET /api/v2/intel/services/top': {
    params: undefined;
    query: {
      limit?: number;
    };
    headers: undefined;
    body: undefined;
    answer: {
      /** Number of items in this answer. */
      count: number;
      services: Array<{
        service: string;
        category: string;
        kind: "verification" | "mail_sender" | "dangling";
        domains: number;
      }>;
    };
  };
  /** Scan an IP address */
  'GET /api/ip/{ip}/scan': {
    params: {
      /** An IPv4 or IPv6 address. */
      ip: string;
    };
    query: {
      force_refresh?: boolean;
      full_scan?: boolean;
      /** Whether to return the location by each source, and the answers of providers for which the operator has keys. */
      advanced?: boolean;
      expert?: boolean;
      /** JSON with `geo`, `security` and `advanced`, each an array of source names. */
      options?: string;
    };
    headers: undefined;
    body: undefined;
    answer: AddressScan;
  };
  /** Tell an IP address's reputation */
  'GET /api/ip/{ip}/reputation': {
    params: {
      /** An IPv4 or IPv6 address. */
      ip: string;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      ip: string;
      abuse_confidence: number;
      total_reports: number;
      num_distinct_users: number;
      last_reported_at: string | null;
      is_whitelisted: boolean;
      blacklists: {
        /** Null if no list gave an answer. */
        total_hits: number | null;
        details: Record<string, {
          /** Null if the list refused to answer or gave an answer that cannot be trusted. */
          listed: boolean | null;
          status: "listed" | "clean" | "refused" | "unknown";
          codes: Array<string>;
          kind: "mail" | "abuse" | "policy";
        }>;
      } | null;
      is_tor: boolean | null;
      is_proxy: boolean | null;
      is_vpn: boolean | null;
      threat_categories: Array<number>;
      evidence: Array<AbuseEvidence>;
      data_sources: Array<string>;
      errors: Array<ScanError>;
    };
  };
  /** Tell an IP address's route */
  'GET /api/ip/{ip}/bgp': {
    params: {
      /** An IPv4 or IPv6 address. */
      ip: string;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      ip: string;
      bgp: {
        prefix: string | null;
        origin_asn: number | null;
        /** All autonomous systems that announce the prefix. */
        origins: Array<number>;
        asn_name: string | null;
        asn_country: string | null;
        is_announced: boolean | null;
        /** Always null: no dataset of this installation has AS paths. */
        path: Array<number> | null;
        /** Validation state (RFC 6811) of the route that `origin_asn` announces. */
        rpki_status: "valid" | "invalid" | "not-found" | null;
        /** The validated ROA payloads that cover the route. The most specific one comes first. */
        rpki_payloads: Array<{
          prefix: string;
          max_length: number;
          asn: number;
        }> | null;
        as_path: Array<number> | null;
        covering_routes: Array<{
          prefix: string;
          origins: Array<number>;
        }>;
        /** When the prefix got its current origins; null if they have not changed since `known_since` of the history. */
        origin_since: string | null;
      };
      origin_history: OriginHistory;
      data_sources: Array<string>;
      would_fill: Record<string, Array<string>>;
    };
  };
  /** List an IP address's scans and the changes of its origin */
  'GET /api/ip/{ip}/history': {
    params: {
      /** An IPv4 or IPv6 address. */
      ip: string;
    };
    query: {
      limit?: number;
    };
    headers: undefined;
    body: undefined;
    answer: {
      ip: string;
      /** Number of items in this answer. */
      count: number;
      history: Array<{
        scan_timestamp: string;
        scan_id: string;
        scope: "basic" | "full";
        changed: Array<string>;
        abuse_confidence: number;
        blacklist_hits: number | null;
        geolocation: Geolocation | null;
        network: AddressNetwork;
        bgp: AddressBgp | null;
        reverse_dns: {
          has_ptr: boolean;
          ptr_record: string | null;
          ptr_records: Array<string>;
          /** Names whose own address records point back to this address. */
          confirmed: Array<string>;
        } | null;
      }>;
      origin_history: OriginHistory;
      limit: number;
    };
  };
  /** Report an IP address */
  'POST /api/ip/{ip}/reports': {
    params: {
      /** An IPv4 or IPv6 address. */
      ip: string;
    };
    query: undefined;
    headers: undefined;
    body: {
      /** 3 is fraud, 4 is DDoS, 9 is hacking, 10 is spam, 11 is malware. */
      category: 3 | 4 | 9 | 10 | 11;
      comment?: string;
      /** Proof, such as a log line or a URL. */
      proof?: string;
    };
    answer: {
      ip: string;
      /** 3 is fraud, 4 is DDoS, 9 is hacking, 10 is spam, 11 is malware. */
      category: 3 | 4 | 9 | 10 | 11;
      comment: string | null;
      reported_at: string;
    };
  };
  /** Scan a range of IP addresses */
  'GET /api/range/{cidr}/scan': {
    params: {
      /** The range in CIDR notation, with the slash written as `%2F`. */
      cidr: string;
    };
    query: {
      max_ips?: number;
      format?: "addresses" | "runs";
    };
    headers: undefined;
    body: undefined;
    answer: {
      cidr: string;
      total_ips: number;
      scanned_ips: number;
      results: Array<{
        ip: string;
        geolocation: Geolocation | null;
        network: AddressNetwork;
        reputation: {
          abuse_confidence: number;
          total_reports: number;
          /** Null if no blocklist result is known. */
          is_blacklisted: boolean | null;
        };
      }>;
      summary: {
        /** Number of addresses with a name; null if no scan has looked for names. */
        alive_ips: number | null;
        threat_ips: number;
        /** Number of listed addresses; null if no blocklist result is known. */
        blacklisted_ips: number | null;
        countries: Record<string, number>;
        asns: Record<string, number>;
      };
    };
  };
  /** Ask for the names and listings of a range */
  'POST /api/v2/range-jobs': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      cidr: string;
      blacklists?: boolean;
    };
    answer: RangeJob;
  };
  /** List jobs of ranges */
  'GET /api/v2/range-jobs': {
    params: undefined;
    query: {
      /** Maximum number of items in the answer. */
      limit?: number;
      /** Number of items to skip. */
      offset?: number;
    };
    headers: undefined;
    body: undefined;
    answer: {
      /** Number of items on all pages. */
      count: number;
      jobs: Array<RangeJob>;
      limit: number;
      offset: number;
    };
  };
  /** Show a job of a range and its progress */
  'GET /api/v2/range-jobs/{range_job_id}': {
    params: {
      range_job_id: string;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: RangeJob;
  };
  /** List what a job of a range has found */
  'GET /api/v2/range-jobs/{range_job_id}/results': {
    params: {
      range_job_id: string;
    };
    query: {
      /** Maximum number of items in the answer. */
      limit?: number;
      /** Number of items to skip. */
      offset?: number;
    };
    headers: undefined;
    body: undefined;
    answer: {
      job_id: string;
      /** Number of items on all pages. */
      count: number;
      results: Array<{
        ip: string;
        ptr_records: Array<string>;
        /** Names whose own address records point back to this address. */
        confirmed: Array<string>;
        listed_in: Array<string>;
        /** What could not be looked up: `reverse_dns`, or the name of a list. */
        unknown: Array<string>;
      }>;
      /** What the datasets say about the addresses in this answer. Each address appears once, and at most 2,000 addresses appear. A field that no dataset provides is null. The whole object is null if no dataset is loaded. */
      addresses: Array<AddressNote> | null;
      limit: number;
      offset: number;
    };
  };
  /** Cancel a job of a range */
  'POST /api/v2/range-jobs/{range_job_id}/cancel': {
    params: {
      range_job_id: string;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: RangeJob;
  };
  /** Describe an autonomous system */
  'GET /api/asn/{asn}': {
    params: {
      /** `64500`, `AS64500`, or `1.10`. */
      asn: string;
    };
    query: {
      /** Maximum number of prefixes in the answer. All prefixes are counted. */
      max_prefixes?: number;
    };
    headers: undefined;
    body: undefined;
    answer: {
      asn: number;
      name: string | null;
      description: string | null;
      country: string | null;
      announced_prefixes: number | null;
      prefixes: Array<string> | null;
      data_sources: Array<string>;
      would_fill: Record<string, Array<string>>;
    };
  };
  /** List IP addresses of high risk */
  'GET /api/ips/high-risk': {
    params: undefined;
    query: {
      limit?: number;
      min_confidence?: number;
    };
    headers: undefined;
    body: undefined;
    answer: {
      /** Number of all addresses with this risk, including those that the answer leaves out. */
      total: number;
      ips: Array<{
        ip: string;
        abuse_confidence: number;
        total_reports: number;
        country: string | null;
        asn: number | null;
        last_seen: string;
      }>;
    };
  };
  /** List the datasets about addresses */
  'GET /api/v1/datasets': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      /** Number of items in this answer. */
      count: number;
      datasets: Array<{
        id: string;
        name: string;
        /** Fields of answers that the dataset fills. */
        fills: Array<string>;
        is_default: boolean;
        is_enabled: boolean;
        is_loaded: boolean;
        status: "pending" | "active" | "degraded" | "needs_key" | "failed";
        note: string | null;
        entries: number | null;
        malformed_rows: number | null;
        last_updated: string | null;
        published_at: string | null;
        /** Time of the last attempt, successful or not. */
        last_attempt_at: string | null;
        next_attempt_at: string | null;
        licence: string;
        credit: string | null;
        homepage: string | null;
      }>;
    };
  };
  /** Look at a dataset now */
  'POST /api/v1/datasets/{id}/refresh': {
    params: {
      id: string;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      id: string;
      name: string;
      /** Fields of answers that the dataset fills. */
      fills: Array<string>;
      is_default: boolean;
      is_enabled: boolean;
      is_loaded: boolean;
      status: "pending" | "active" | "degraded" | "needs_key" | "failed";
      note: string | null;
      entries: number | null;
      malformed_rows: number | null;
      last_updated: string | null;
      published_at: string | null;
      /** Time of the last attempt, successful or not. */
      last_attempt_at: string | null;
      next_attempt_at: string | null;
      licence: string;
      credit: string | null;
      homepage: string | null;
    };
  };
  /** Switch a dataset on or off */
  'PUT /api/v1/datasets/{id}': {
    params: {
      id: string;
    };
    query: undefined;
    headers: undefined;
    body: {
      enabled: boolean | null;
    };
    answer: {
      id: string;
      name: string;
      /** Fields of answers that the dataset fills. */
      fills: Array<string>;
      is_default: boolean;
      is_enabled: boolean;
      is_loaded: boolean;
      status: "pending" | "active" | "degraded" | "needs_key" | "failed";
      note: string | null;
      entries: number | null;
      malformed_rows: number | null;
      last_updated: string | null;
      published_at: string | null;
      /** Time of the last attempt, successful or not. */
      last_attempt_at: string | null;
      next_attempt_at: string | null;
      licence: string;
      credit: string | null;
      homepage: string | null;
    };
  };
  /** Find domains by an e-mail address */
  'GET /api/v1/reverse-whois/email/{email}': {
    params: {
      email: string;
    };
    query: {
      limit?: number;
      /** Use `cursor` for results beyond 10,000. */
      offset?: number;
      /** `next_cursor` of the previous answer. */
      cursor?: string;
      match?: "exact" | "contains";
    };
    headers: undefined;
    body: undefined;
    answer: {
      search_type: "email" | "organization" | "registrar" | "nameserver";
      /** The search value in its normal form. */
      search_value: string;
      /** Number of all matching domains. A search with `contains` counts at most 10,000. */
      domain_count: number;
      domains: Array<{
        domain_name: string;
        registrar_name: string | null;
        registration_date: string | null;
        expiration_date: string | null;
        nameservers: Array<string> | null;
        entity_role: string;
        country_code: string | null;
        secure_dns_delegated: boolean | null;
        matched_on: string;
        seen_at: string;
        source: string;
      }>;
      next_cursor: string | null;
      cached: boolean;
      last_updated: string | null;
    };
  };
  /** Find domains by an organization */
  'GET /api/v1/reverse-whois/organization/{organization}': {
    params: {
      organization: string;
    };
    query: {
      limit?: number;
      /** Use `cursor` for results beyond 10,000. */
      offset?: number;
      /** `next_cursor` of the previous answer. */
      cursor?: string;
      match?: "exact" | "contains";
    };
    headers: undefined;
    body: undefined;
    answer: {
      search_type: "email" | "organization" | "registrar" | "nameserver";
      /** The search value in its normal form. */
      search_value: string;
      /** Number of all matching domains. A search with `contains` counts at most 10,000. */
      domain_count: number;
      domains: Array<{
        domain_name: string;
        registrar_name: string | null;
        registration_date: string | null;
        expiration_date: string | null;
        nameservers: Array<string> | null;
        entity_role: string;
        country_code: string | null;
        secure_dns_delegated: boolean | null;
        matched_on: string;
        seen_at: string;
        source: string;
      }>;
      next_cursor: string | null;
    };
  };
  /** Find domains by their registrar */
  'GET /api/v1/reverse-whois/registrar/{registrar}': {
    params: {
      registrar: string;
    };
    query: {
      limit?: number;
      /** Use `cursor` for results beyond 10,000. */
      offset?: number;
      /** `next_cursor` of the previous answer. */
      cursor?: string;
      match?: "exact" | "contains";
    };
    headers: undefined;
    body: undefined;
    answer: {
      search_type: "email" | "organization" | "registrar" | "nameserver";
      /** The search value in its normal form. */
      search_value: string;
      /** Number of all matching domains. A search with `contains` counts at most 10,000. */
      domain_count: number;
      domains: Array<{
        domain_name: string;
        registrar_name: string | null;
        registration_date: string | null;
        expiration_date: string | null;
        nameservers: Array<string> | null;
        entity_role: string;
        country_code: string | null;
        secure_dns_delegated: boolean | null;
        matched_on: string;
        seen_at: string;
        source: string;
      }>;
      next_cursor: string | null;
      registrar_info: {
        registrar_iana_id: number | null;
        abuse_email: string | null;
      };
    };
  };
  /** Find domains by a name server */
  'GET /api/v1/reverse-whois/nameserver/{nameserver}': {
    params: {
      nameserver: string;
    };
    query: {
      limit?: number;
      /** Use `cursor` for results beyond 10,000. */
      offset?: number;
      /** `next_cursor` of the previous answer. */
      cursor?: string;
      match?: "exact" | "contains";
    };
    headers: undefined;
    body: undefined;
    answer: {
      search_type: "email" | "organization" | "registrar" | "nameserver";
      /** The search value in its normal form. */
      search_value: string;
      /** Number of all matching domains. A search with `contains` counts at most 10,000. */
      domain_count: number;
      domains: Array<{
        domain_name: string;
        registrar_name: string | null;
        registration_date: string | null;
        expiration_date: string | null;
        nameservers: Array<string> | null;
        entity_role: string;
        country_code: string | null;
        secure_dns_delegated: boolean | null;
        matched_on: string;
        seen_at: string;
        source: string;
      }>;
      next_cursor: string | null;
    };
  };
  /** Erase a contact from the index */
  'DELETE /api/v1/reverse-whois/{kind}/{value}': {
    params: {
      kind: "email" | "organization" | "registrar" | "nameserver";
      value: string;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      kind: "email" | "organization" | "registrar" | "nameserver";
      /** Number of domains that had the contact. */
      domain_count: number;
    };
  };
  /** Import registrations into the index */
  'POST /api/v1/reverse-whois/import': {
    params: undefined;
    query: {
      /** The source that search results show for these entries. */
      source?: string;
    };
    headers: undefined;
    body: Array<Record<string, unknown>> | RawBody<"text/plain" | "text/csv" | "application/x-ndjson">;
    answer: {
      rows: number;
      /** Number of imported domains. */
      imported: number;
      malformed: number;
      first_malformed: number | null;
    };
  };
  /** List where the account is told of threats */
  'GET /api/v1/notifications/channels': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      /** Number of items in this answer. */
      count: number;
      channels: Array<NotificationChannel>;
    };
  };
  /** Be told of threats by webhook, e-mail, chat or pager */
  'POST /api/v1/notifications/channels': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      kind: "webhook" | "email" | "slack" | "teams" | "discord" | "pagerduty" | "opsgenie" | "alertmanager" | "ntfy" | "gotify" | "matrix" | "telegram";
      /** A URL, an e-mail address or a chat. For webhooks of chat services, the URL from the service. For servers (PagerDuty, Opsgenie, Alertmanager, Gotify), the root URL of their API. For ntfy, the URL of the topic. For Matrix, https://HOMESERVER/!ROOM:SERVER. For Telegram, the id of the chat. */
      target: string;
      /** Limits the channel to one location. Default: all locations. */
      location_id?: number | null;
      /** The key or token of the receiver, for kinds that need one. It is stored encrypted and never shown. */
      secret?: string | null;
      least_severity?: "info" | "low" | "medium" | "high" | "critical";
      /** Limits the channel to these threat types. Default: all types. */
      threat_types?: Array<string> | null;
      /** Whether to report resolutions too. By default, only PagerDuty, Opsgenie and Alertmanager receive them. */
      tells_resolved?: boolean | null;
      /** Whether to send one message per case, when its first threat is found. Another message follows if a more severe threat joins the case. The resolution is sent when no threat of the case is open. */
      by_case?: boolean | null;
      quiet_hours?: QuietHours | null;
      /** Collects the threats of an hour or a day in one message. Critical threats are still sent at once. Not for pagers. */
      digest?: {
        every: "hour" | "day";
        /** Time of day at which the daily digest is sent. */
        at?: string;
        time_zone?: string;
      } | null;
      note?: string | null;
    };
    answer: {
      id: number;
      kind: "webhook" | "email" | "slack" | "teams" | "discord" | "pagerduty" | "opsgenie" | "alertmanager" | "ntfy" | "gotify" | "matrix" | "telegram";
      /** The URL, address or chat that receives the messages. If the URL alone allows anyone to post, it is shown shortened. */
      target: string;
      /** Null if the channel covers all locations of the account. */
      location_id: number | null;
      least_severity: "info" | "low" | "medium" | "high" | "critical";
      /** Null if the channel covers all types of threats. */
      threat_types: Array<string> | null;
      /** Whether the channel also reports that a threat was resolved. */
      tells_resolved: boolean;
      /** Whether threats of one case cause only one message. Another message follows only if a more severe threat joins the case. */
      by_case: boolean;
      quiet_hours: QuietHours | null;
      /** Null if each threat is sent in its own message. */
      digest: {
        every: "hour" | "day";
        /** Time of day at which the daily digest is sent. */
        at: string;
        time_zone: string;
      } | null;
      note: string | null;
      created_at: string;
      /** Notifications that wait for an attempt. */
      waiting: number;
      /** Notifications that were given up. */
      dead: number;
      /** Number of threats that were dropped because the queue was full. */
      refused: number;
      last_delivered_at: string | null;
      /** The secret that signs webhooks, shown only in this answer. */
      secret: string | null;
    };
  };
  /** Be told no more over a channel */
  'DELETE /api/v1/notifications/channels/{id}': {
    params: {
      id: number;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      success: true;
    };
  };
  /** Send a test over a channel */
  'POST /api/v1/notifications/channels/{id}/test': {
    params: {
      id: number;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      delivered: boolean;
      /** HTTP status of the receiver's answer. */
      status: number | null;
      error: string | null;
    };
  };
  /** List what was told over a channel */
  'GET /api/v1/notifications/channels/{id}/deliveries': {
    params: {
      id: number;
    };
    query: {
      state?: "waiting" | "delivered" | "dead" | "joined";
      /** Maximum number of items in the answer. */
      limit?: number;
      /** Number of items to skip. */
      offset?: number;
    };
    headers: undefined;
    body: undefined;
    answer: {
      /** Number of items on all pages. */
      count: number;
      deliveries: Array<{
        id: number;
        threat_id: number;
        /** Whether the notification reports the threat or its resolution. */
        event: "threat" | "resolved";
        state: "waiting" | "delivered" | "dead" | "joined";
        attempts: number;
        created_at: string;
        next_attempt_at: string | null;
        finished_at: string | null;
        last_error: string | null;
      }>;
      limit: number;
      offset: number;
    };
  };
  /** Try again what was given up */
  'POST /api/v1/notifications/channels/{id}/retry': {
    params: {
      id: number;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      retried: number;
    };
  };
  /** List the reports that are mailed */
  'GET /api/v1/notifications/reports': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      /** Number of items in this answer. */
      count: number;
      reports: Array<MailReport>;
    };
  };
  /** Have a report mailed every day or week */
  'POST /api/v1/notifications/reports': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      every: "day" | "week";
      /** Day of weekly reports, from 1 (Monday). */
      weekday?: number;
      /** Hour of the day in `time_zone`. */
      hour: number;
      /** An IANA time zone name. */
      time_zone: string;
      /** Limits the report to one location. Default: all locations. */
      location_id?: number | null;
      recipient: string;
    };
    answer: MailReport;
  };
  /** Mail a report no more */
  'DELETE /api/v1/notifications/reports/{id}': {
    params: {
      id: number;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      success: true;
    };
  };
  /** Confirm that reports may be mailed to an address */
  'POST /api/v1/notifications/reports/confirm': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      /** The token in the link of the mail. */
      token: string;
    };
    answer: {
      recipient: string;
      next_at: string;
    };
  };
  /** End the reports that are mailed to an address */
  'POST /api/v1/notifications/reports/unsubscribe': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      /** The token in the link of the mail. */
      token: string;
    };
    answer: {
      success: true;
    };
  };
  /** List the kinds of sinks */
  'GET /api/admin/sink-kinds': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      /** Number of items in this answer. */
      count: number;
      kinds: Array<{
        kind: string;
        title: string;
        /** JSON Schema of `config`. */
        config_schema: Record<string, unknown>;
        /** What the secret is; null if the kind has none. */
        secret: string | null;
        secret_needed: boolean;
        /** The first presentation is the default. */
        presentations: Array<string>;
      }>;
      presentations: Array<{
        presentation: string;
        title: string;
        /** Where the fields of the presentation are published. */
        published: string;
        queries: boolean;
        threats: boolean;
      }>;
    };
  };
  /** List sinks */
  'GET /api/admin/sinks': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      /** Number of items in this answer. */
      count: number;
      sinks: Array<Sink>;
    };
  };
  /** Create a sink */
  'POST /api/admin/sinks': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      /** The name of the sink for people. */
      name: string;
      /** One of the kinds in `/api/admin/sink-kinds`. */
      kind: string;
      presentation?: "json" | "ecs" | "ocsf" | "zeek" | "cef" | "cof" | "rows";
      /** Default: everything that the presentation can show. */
      queries?: boolean;
      threats?: boolean;
      /** Configuration by the `config_schema` of the kind. */
      config?: Record<string, unknown>;
      filter?: {
        /** Empty means all locations. */
        location_ids?: Array<number>;
        /** Only queries for these names and all names below them; all names if empty. This filter and the next three apply to queries only. */
        suffixes?: Array<string>;
        /** Query types such as `A`; all if empty. */
        query_types?: Array<string>;
        /** Response codes such as `NXDOMAIN`, or `none` for no response; all if empty. */
        response_codes?: Array<string>;
        /** Passes on one of this number of queries. */
        sample?: number;
        /** Threats with a lower severity are left out. */
        least_severity?: "info" | "low" | "medium" | "high" | "critical";
      };
      /** Stored encrypted and never shown. */
      secret?: string;
      test?: boolean;
    };
    answer: Sink;
  };
  /** Pause or resume a sink */
  'PUT /api/admin/sinks/{name}': {
    params: {
      /** The name of the sink for people. */
      name: string;
    };
    query: undefined;
    headers: undefined;
    body: {
      paused: boolean;
    };
    answer: Sink;
  };
  /** Delete a sink */
  'DELETE /api/admin/sinks/{name}': {
    params: {
      /** The name of the sink for people. */
      name: string;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      success: true;
    };
  };
  /** Send a test to a sink */
  'POST /api/admin/sinks/{name}/test': {
    params: {
      /** The name of the sink for people. */
      name: string;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      success: true;
    };
  };
  /** Discover the TAXII server */
  'GET /taxii2': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      title: string;
      description: string;
      default: string;
      api_roots: Array<string>;
    };
  };
  /** Get the API root of the TAXII server */
  'GET /taxii2/sonde': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      title: string;
      versions: Array<string>;
      /** Limit for written content. The server accepts none. */
      max_content_length: number;
    };
  };
  /** List the collections of the TAXII server */
  'GET /taxii2/sonde/collections': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      collections: Array<{
        id: string;
        title: string;
        description: string;
        alias: string;
        can_read: true;
        /** Always false. To add indicators of your own, use a feed or a list of indicators. */
        can_write: false;
        media_types: Array<string>;
      }>;
    };
  };
  /** Get a collection of the TAXII server */
  'GET /taxii2/sonde/collections/{collection_id}': {
    params: {
      /** Id or alias of the collection, as in the list of collections. */
      collection_id: string;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      id: string;
      title: string;
      description: string;
      alias: string;
      can_read: true;
      /** Always false. To add indicators of your own, use a feed or a list of indicators. */
      can_write: false;
      media_types: Array<string>;
    };
  };
  /** List the objects of a TAXII collection */
  'GET /taxii2/sonde/collections/{collection_id}/objects': {
    params: {
      /** Id or alias of the collection, as in the list of collections. */
      collection_id: string;
    };
    query: {
      /** Only objects that were added after this time. */
      added_after?: string;
      /** Objects in a page, at most 2000. */
      limit?: number;
      /** The value of `next` in the previous page. */
      next?: string;
      /** Ids of objects, separated by commas. */
      "match[id]"?: string;
      /** Types of objects, separated by commas. */
      "match[type]"?: string;
      /** `last`, `first`, `all` or the date of a version. An object has only one version. */
      "match[version]"?: string;
      /** Only `2.1` returns objects. */
      "match[spec_version]"?: string;
    };
    headers: undefined;
    body: undefined;
    answer: {
      more?: boolean;
      next?: string;
      objects?: Array<Record<string, unknown>>;
    };
  };
  /** List the manifest of a TAXII collection */
  'GET /taxii2/sonde/collections/{collection_id}/manifest': {
    params: {
      /** Id or alias of the collection, as in the list of collections. */
      collection_id: string;
    };
    query: {
      /** Only objects that were added after this time. */
      added_after?: string;
      /** Objects in a page, at most 2000. */
      limit?: number;
      /** The value of `next` in the previous page. */
      next?: string;
      /** Ids of objects, separated by commas. */
      "match[id]"?: string;
      /** Types of objects, separated by commas. */
      "match[type]"?: string;
      /** `last`, `first`, `all` or the date of a version. An object has only one version. */
      "match[version]"?: string;
      /** Only `2.1` returns objects. */
      "match[spec_version]"?: string;
    };
    headers: undefined;
    body: undefined;
    answer: {
      more?: boolean;
      next?: string;
      objects?: Array<{
        id: string;
        date_added: string;
        version: string;
        media_type: string;
      }>;
    };
  };
  /** Get an object of a TAXII collection */
  'GET /taxii2/sonde/collections/{collection_id}/objects/{object_id}': {
    params: {
      /** Id or alias of the collection, as in the list of collections. */
      collection_id: string;
      object_id: string;
    };
    query: {
      /** Only objects that were added after this time. */
      added_after?: string;
      /** Objects in a page, at most 2000. */
      limit?: number;
      /** The value of `next` in the previous page. */
      next?: string;
      /** `last`, `first`, `all` or the date of a version. An object has only one version. */
      "match[version]"?: string;
      /** Only `2.1` returns objects. */
      "match[spec_version]"?: string;
    };
    headers: undefined;
    body: undefined;
    answer: {
      more?: boolean;
      next?: string;
      objects?: Array<Record<string, unknown>>;
    };
  };
  /** List the versions of an object of a TAXII collection */
  'GET /taxii2/sonde/collections/{collection_id}/objects/{object_id}/versions': {
    params: {
      /** Id or alias of the collection, as in the list of collections. */
      collection_id: string;
      object_id: string;
    };
    query: {
      /** Only objects that were added after this time. */
      added_after?: string;
      /** Objects in a page, at most 2000. */
      limit?: number;
      /** The value of `next` in the previous page. */
      next?: string;
      /** Only `2.1` returns objects. */
      "match[spec_version]"?: string;
    };
    headers: undefined;
    body: undefined;
    answer: {
      versions: Array<string>;
    };
  };
  /** Get a file of a MISP feed */
  'GET /misp/{collection}/{file}': {
    params: {
      /** Id or alias of the collection, as in the list of collections. */
      collection: string;
      file: string;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: Record<string, unknown>;
  };
  /** Download a block list */
  'GET /api/v1/threat-intel/block-lists/{collection}': {
    params: {
      /** Id or alias of the collection, as in the list of collections. */
      collection: string;
    };
    query: {
      format?: "domains" | "hosts" | "adguard" | "rpz" | "addresses" | "sigma";
    };
    headers: undefined;
    body: undefined;
    answer: undefined;
  };
  /** List products */
  'GET /api/v2/marketplace/products': {
    params: undefined;
    query: {
      kind?: "module" | "check" | "detector" | "feed" | "dataset" | "integration" | "own";
      /** Only for callers with an account. */
      state?: "active" | "available" | "not_configured" | "pending" | "degraded" | "needs_key" | "failed";
      /** Part of the licence, in upper or lower case. */
      licence?: string;
      tag?: string;
      /** Words that must all occur. */
      q?: string;
      /** Maximum number of items in the answer. */
      limit?: number;
      /** Number of items to skip. */
      offset?: number;
    };
    headers: undefined;
    body: undefined;
    answer: {
      /** Number of items on all pages. */
      count: number;
      products: Array<Product>;
      /** Number of products of each kind, on all pages. */
      kinds: Record<string, number>;
      limit: number;
      offset: number;
    };
  };
  /** List courses */
  'GET /api/v2/training/courses': {
    params: undefined;
    query: {
      level?: "beginner" | "intermediate" | "advanced";
      topic?: string;
      /** Words that must all occur, in the course or its lessons. */
      q?: string;
      /** Maximum number of items in the answer. */
      limit?: number;
      /** Number of items to skip. */
      offset?: number;
    };
    headers: undefined;
    body: undefined;
    answer: {
      /** Number of items on all pages. */
      count: number;
      courses: Array<CourseSummary>;
      limit: number;
      offset: number;
    };
  };
  /** Show a course with its lessons */
  'GET /api/v2/training/courses/{course_id}': {
    params: {
      course_id: string;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: Course;
  };
  /** Get the queries of a lesson */
  'GET /api/v2/training/captures/{capture_id}': {
    params: {
      capture_id: string;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      title: string;
      licence: string;
      queries: Array<{
        /** When the query was seen: ISO 8601 with a time zone, or Unix time in seconds. */
        timestamp: string | number;
        /** Address of the client. */
        client_ip: string;
        /** The queried name. A trailing dot is removed, and upper-case letters become lower case. */
        query_name: string;
        /** A mnemonic such as AAAA, the form TYPE65, or the number. */
        query_type: string | number;
        /** A mnemonic such as NXDOMAIN, or the number; absent if no response was seen. */
        response_code?: string | number | null;
        answers?: Array<string | {
          /** Owner name; the queried name if absent. */
          name?: string;
          /** Record type; the queried type if absent. */
          type?: string | number;
          /** TTL in seconds. */
          ttl?: number;
          /** The record data in presentation form. */
          data: string;
        }>;
        /** Short form for a single answer that is an IP address. */
        response_ip?: string | null;
        /** Milliseconds from query to response. If absent, the query does not count in latencies. */
        response_time_ms?: number | null;
        /** udp (default), tcp, dot, doh, doq, dnscrypt-udp or dnscrypt-tcp. */
        protocol?: string;
        /** Address of the server. */
        server_ip?: string;
        client_port?: number;
        /** 53 if absent. */
        server_port?: number;
        /** 1 (IN) if absent. */
        query_class?: number;
        /** Bytes of the query message. */
        query_size?: number;
        /** Bytes of the response message. */
        response_size?: number;
        /** EDNS client subnet as address/prefix. */
        client_subnet?: string;
        /** The resolver's policy rule that matched. */
        policy_rule?: string;
      }>;
    };
  };
  /** Answer an exercise */
  'POST /api/v2/training/courses/{course_id}/answers': {
    params: {
      course_id: string;
    };
    query: undefined;
    headers: undefined;
    body: {
      lesson_id: string;
      exercise_id: string;
      answer?: string;
    };
    answer: {
      correct: boolean;
      /** Present once the answer is correct. */
      explanation: string | null;
      /** Present until the answer is correct. */
      hint: string | null;
      progress: CourseProgress;
    };
  };
  /** Begin a course anew */
  'DELETE /api/v2/training/courses/{course_id}/answers': {
    params: {
      course_id: string;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      forgotten: number;
    };
  };
  /** Show how far one is in the courses */
  'GET /api/v2/training/progress': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      /** Number of items in this answer. */
      count: number;
      courses: Array<CourseProgress>;
    };
  };
  /** Show the content files and what is wrong with them */
  'GET /api/admin/content': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      /** Number of items in this answer. */
      count: number;
      content: Array<{
        kind: string;
        items: number;
        /** Changes whenever the content changes. */
        version: string;
        problems: Array<{
          file: string;
          line: number | null;
          message: string;
        }>;
      }>;
    };
  };
  /** Show the brand of this host */
  'GET /api/v2/whitelabel/config': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: Brand;
  };
  /** Generate a compliance report */
  'POST /api/v2/compliance/generate-report': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      framework: string;
      domains?: Array<string>;
      title?: string;
      /** Whether to scan the domains again first. */
      scan?: boolean;
    };
    answer: ComplianceReport;
  };
  /** List compliance frameworks */
  'GET /api/v2/compliance/frameworks': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      /** Number of items in this answer. */
      count: number;
      frameworks: Array<{
        id: string;
        title: string;
        version: string;
        source: string;
        /** How the ids of the controls were confirmed. */
        confirmed: string;
        controls: Array<{
          id: string;
          /** Title in Sonde's own words. */
          title: string;
          /** Whether `source` confirms this id as the framework's own; null if Sonde assigned the id. */
          confirmed: boolean | null;
          source: string | null;
          of: "domain" | "account" | "outside";
          weight: number;
          /** The checks behind the control. */
          checks: Array<string>;
          /** Why a scan cannot assess the control. */
          reason: string | null;
        }>;
      }>;
    };
  };
  /** List compliance reports */
  'GET /api/v2/compliance/reports': {
    params: undefined;
    query: {
      /** Maximum number of items in the answer. */
      limit?: number;
      /** Number of items to skip. */
      offset?: number;
    };
    headers: undefined;
    body: undefined;
    answer: {
      /** Number of items on all pages. */
      count: number;
      reports: Array<ComplianceReport>;
      limit: number;
      offset: number;
    };
  };
  /** Show a compliance report */
  'GET /api/v2/compliance/reports/{report_id}': {
    params: {
      report_id: string;
    };
    query: {
      format?: "json" | "html" | "csv";
    };
    headers: undefined;
    body: undefined;
    answer: {
      report_id: string;
      framework: string;
      title: string;
      status: "queued" | "running" | "completed" | "failed" | "cancelled";
      domains: number;
      done: number;
      /** Share of the domains that are done. */
      progress: number;
      /** The bulk job that scans the domains first. */
      scan_job_id: string | null;
      error: string | null;
      created_at: string;
      started_at: string | null;
      finished_at: string | null;
      /** Null until the report is finished. */
      document: ComplianceReportDocument | null;
      integrity: {
        /** SHA-256 of the document, in hexadecimal. */
        digest: string;
        /** Ed25519 signature in base64. */
        signature: string;
        key_id: string;
      } | null;
    };
  };
  /** Delete a compliance report */
  'DELETE /api/v2/compliance/reports/{report_id}': {
    params: {
      report_id: string;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      success: true;
    };
  };
  /** Verify a compliance report */
  'POST /api/v2/compliance/verify': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      document: {
        report_id: string;
      };
      integrity: {
        digest: string;
        signature: string;
      };
    };
    answer: {
      valid: boolean;
      digest_matches: boolean;
      signature_matches: boolean;
    };
  };
  /** List schedules of compliance reports */
  'GET /api/v2/compliance/schedules': {
    params: undefined;
    query: {
      /** Maximum number of items in the answer. */
      limit?: number;
      /** Number of items to skip. */
      offset?: number;
    };
    headers: undefined;
    body: undefined;
    answer: {
      /** Number of items on all pages. */
      count: number;
      schedules: Array<ComplianceSchedule>;
      limit: number;
      offset: number;
    };
  };
  /** Have a compliance report written again and again */
  'POST /api/v2/compliance/schedules': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      framework: string;
      title?: string;
      domains?: Array<string>;
      /** Whether to scan the domains again before each report. */
      scan?: boolean;
      every: "daily" | "weekly" | "monthly";
      /** Hour of the day in UTC. */
      hour?: number;
      /** Day of the week from 1 (Monday), for weekly schedules. */
      weekday?: number;
      /** Day of the month, for monthly schedules. */
      day?: number;
      /** Addresses that receive the report by mail. The operator of the collector must allow them. */
      emails?: Array<string>;
      /** URLs that receive the event by POST. */
      webhooks?: Array<string>;
      /** Whether to notify recipients only if something changed. */
      only_changes?: boolean;
      active?: boolean;
    };
    answer: ComplianceSchedule;
  };
  /** Change a schedule of compliance reports */
  'PUT /api/v2/compliance/schedules/{schedule_id}': {
    params: {
      schedule_id: string;
    };
    query: undefined;
    headers: undefined;
    body: {
      framework: string;
      title?: string;
      domains?: Array<string>;
      /** Whether to scan the domains again before each report. */
      scan?: boolean;
      every: "daily" | "weekly" | "monthly";
      /** Hour of the day in UTC. */
      hour?: number;
      /** Day of the week from 1 (Monday), for weekly schedules. */
      weekday?: number;
      /** Day of the month, for monthly schedules. */
      day?: number;
      /** Addresses that receive the report by mail. The operator of the collector must allow them. */
      emails?: Array<string>;
      /** URLs that receive the event by POST. */
      webhooks?: Array<string>;
      /** Whether to notify recipients only if something changed. */
      only_changes?: boolean;
      active?: boolean;
    };
    answer: ComplianceSchedule;
  };
  /** Delete a schedule of compliance reports */
  'DELETE /api/v2/compliance/schedules/{schedule_id}': {
    params: {
      schedule_id: string;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      success: true;
    };
  };
  /** Show the key that compliance reports are signed with */
  'GET /api/v2/compliance/signing-key': {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    answer: {
      key_id: string;
      algorithm: "Ed25519";
      /** SubjectPublicKeyInfo in PEM. */
      public_key: string;
    };
  };
}

/** The payloads of the events that the server publishes. */
export interface PublishedEvents {
  /** A certificate for a domain appeared in a certificate transparency log. */
  ct_log_entry: {
    domain: string;
    certificate: {
      issuer: string;
      serial: string;
      not_before: string;
      not_after: string;
    };
    timestamp: string;
  };
  /** The records or the registrar of a tracked domain changed in a meaningful way. */
  dns_change: {
    domain: string;
    /** A record type such as `MX`, `_dmarc TXT`, or `registrar`. */
    record_type: string;
    old_value: string | null;
    new_value: string | null;
    /** How much the change affects who controls the domain or who can send mail in its name. */
    severity: "info" | "low" | "medium" | "high" | "critical";
    timestamp: string;
  };
  /** The certificate of a tracked domain is about to expire, or has expired. */
  ssl_expiry_alert: {
    domain: string;
    days_until_expiry: number;
    expiry_date: string;
    severity: "info" | "low" | "medium" | "high" | "critical";
    /** Where the certificate is served: `web`, `smtp`, `dot` or `doh` with host, address and port. Or `certificate log` with the name of the log and the beginning of the digest. */
    endpoint: string;
    timestamp: string;
  };
  /** The registration of a tracked domain is about to expire, or has expired. */
  registration_expiry_alert: {
    domain: string;
    days_until_expiry: number;
    expiry_date: string;
    severity: "info" | "low" | "medium" | "high" | "critical";
    timestamp: string;
  };
  /** A threat was opened at a location of the account. */
  threat_alert: {
    id: number;
    type: string;
    message: string;
    severity: "info" | "low" | "medium" | "high" | "critical";
    location_id: number;
    domain: string;
    client_ip: string;
    /** What the datasets say about the addresses in this answer. Each address appears once, and at most 2,000 addresses appear. A field that no dataset provides is null. The whole object is null if no dataset is loaded. */
    addresses: Array<AddressNote> | null;
    timestamp: string;
  };
  /** Threats at a location of the account were grouped into a new case, or a case became more severe. */
  case_alert: {
    id: number;
    change: "opened" | "worsened";
    title: string;
    severity: "info" | "low" | "medium" | "high" | "critical";
    location_id: number;
    clients: Array<string>;
    threats: number;
    timestamp: string;
  };
  /** A scan of a domain ended. */
  scan_complete: {
    domain: string;
    result: Record<string, unknown>;
    timestamp: string;
  };
  /** A site uses a new technology, no longer uses one, or uses another version of one. */
  technology_change: {
    domain: string;
    technology: string;
    category: string;
    change: "added" | "removed" | "version";
    old_version: string | null;
    new_version: string | null;
    timestamp: string;
  };
  /** The TXT records of a domain show a new service, or no longer show a known one. Or an alias to a service now leads nowhere (`dangling`), or no longer does. */
  service_change: {
    domain: string;
    service: string;
    category: string;
    kind: "verification" | "mail_sender" | "dangling";
    change: "added" | "removed";
    timestamp: string;
  };
}
