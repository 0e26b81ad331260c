/**
 * The schema declares the interface. Everything but identities may be null: a source that was not asked has no value.
 */
export const typeDefs = `#graphql
  type Query {
    "The latest scan of a domain."
    domain(domain: String!): Domain
    "Tracked domains."
    domains(limit: Int = 100, offset: Int = 0): [Domain!]!
    "Tracked domains whose names contain the text."
    searchDomains(query: String!, limit: Int = 100): [Domain!]!
    "What is known of an IP address."
    ipAddress(ip: String!): IpAddress
    "Earlier scans of an IP address, newest first."
    ipScanHistory(ip: String!, limit: Int = 50): [IpAddress!]!
    "The certificate of a domain."
    certificate(domain: String!): Certificate
    "Certificates of tracked domains that expire within this number of days, or have already expired."
    expiringCertificates(days: Int = 30): [ExpiringCertificate!]!
    "Numbers of this installation. Null for features that it does not use."
    statistics: Statistics!
  }

  type Mutation {
    "Scans a domain, or returns recent results from the cache."
    scanDomain(domain: String!, checkSsl: Boolean = true): ScanDomainResult!
    scanIpAddress(ip: String!, fullScan: Boolean = true): ScanIpAddressResult!
  }

  type Domain {
    domain: String!
    dnssecEnabled: Boolean
    dnssecValid: Boolean
    spfValid: Boolean
    spfRecord: String
    dmarcValid: Boolean
    dmarcPolicy: String
    sslValid: Boolean
    sslIssuer: String
    sslExpiry: String
    registrarName: String
    registrationDate: String
    expirationDate: String
    dnsRecords: [DnsRecord!]
    createdAt: String
  }

  type DnsRecord {
    name: String!
    type: String!
    value: String!
    "TTL in seconds."
    ttl: Int!
  }

  type IpAddress {
    ip: String!
    ipVersion: Int!
    isPrivate: Boolean!
    scanTimestamp: String
    geolocation: Geolocation
    network: Network
    bgp: Bgp
    reputation: Reputation
  }

  type Geolocation {
    country: String
    region: String
    city: String
    latitude: Float
    longitude: Float
    timezone: String
  }

  type Network {
    asn: Float
    asnName: String
    organization: String
    isp: String
    hostname: String
    isVpn: Boolean
    isProxy: Boolean
    isTor: Boolean
    isHosting: Boolean
  }

  type Bgp {
    prefix: String
    originAsn: Float
    asPath: [Float!]
    isAnnounced: Boolean
    rpkiStatus: String
  }

  type Reputation {
    abuseConfidenceScore: Int
    totalReports: Int
    lastReported: String
    isWhitelisted: Boolean
    blacklistHits: Int
  }

  type Certificate {
    domain: String!
    issuer: String
    subject: String
    validFrom: String
    validUntil: String
    serialNumber: String
    isValid: Boolean
    isExpired: Boolean
    daysUntilExpiry: Int
  }

  type ExpiringCertificate {
    domain: String!
    validUntil: String!
    daysUntilExpiry: Int!
    issuer: String
  }

  type Statistics {
    totalDomains: Int
    totalIpScans: Int
    dnssecEnabledCount: Int
    sslValidCount: Int
    totalUsers: Int
  }

  type ScanDomainResult {
    success: Boolean!
    domain: Domain
  }

  type ScanIpAddressResult {
    success: Boolean!
    ipAddress: IpAddress
  }
`;
