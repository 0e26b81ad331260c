/**
 * The schema has DNS monitoring as REST shows it, with names in camel case. All of it takes a key or token of an
 * account.
 */
export const monitoringTypeDefs = `#graphql
  "An object of any shape, as in the REST API."
  scalar JSON

  extend type Query {
    """
    Stored queries of the account, newest first. The default range is the last 24 hours. Filters work as in the REST API:
    a filter accepts several values with commas between them, and an exclamation mark before a value excludes it.
    """
    queries(
      locationId: Float, from: String, to: String, period: String,
      client: String, name: String, suffix: String, queryType: String, responseCode: String, server: String,
      agentId: String, protocol: String, policyRule: String, slowerThanMs: Float,
      limit: Int = 100, cursor: String
    ): QueryPage!
    "Threats of the account, newest first. Without a time range, threats of all times are returned."
    threats(
      locationId: Float, status: String, severity: String, type: String, client: String, subject: String,
      source: String, owner: String, from: String, to: String, period: String, by: String = "last_seen",
      limit: Int = 100, offset: Int = 0
    ): ThreatPage!
    "One threat, with the stored queries behind it."
    threat(id: Float!): ExplainedThreat
    "Cases of the account, newest first. A case groups threats that belong together. A time range applies to the time when a case was last seen."
    cases(
      locationId: Float, status: String, severity: String, client: String, subject: String,
      from: String, to: String, period: String, limit: Int = 100, offset: Int = 0
    ): CasePage!
    "One case, with its story, recommended next steps and threats."
    case(id: Float!): ToldCase
    "Monitoring locations of the account."
    locations(limit: Int = 100, offset: Int = 0): LocationPage!
    "Senders of the account. The argument runs is the number of latest runs to show for each: what arrived and what is missing."
    agents(locationId: Float, runs: Int = 3, limit: Int = 100, offset: Int = 0): AgentPage!
    "Resolvers of the account."
    resolvers(limit: Int = 100, offset: Int = 0): ResolverPage!
  }

  type QueryPage {
    "Number of queries in this page."
    count: Int!
    items: [StoredQuery!]!
    "What the datasets say about the addresses in the items. Each address appears once. Null if no dataset is loaded."
    addresses: [AddressNote!]
    "Null on the last page."
    nextCursor: String
  }

  type ThreatPage {
    "Number of matching threats on all pages."
    count: Int!
    items: [Threat!]!
    "What the datasets say about the addresses in the items. Each address appears once. Null if no dataset is loaded."
    addresses: [AddressNote!]
  }

  type CasePage {
    "Number of matching cases on all pages."
    count: Int!
    items: [Case!]!
  }

  type LocationPage {
    "Number of locations on all pages."
    count: Int!
    items: [Location!]!
  }

  type AgentPage {
    "Number of matching agents on all pages."
    count: Int!
    items: [Agent!]!
  }

  type ResolverPage {
    "Number of resolvers on all pages."
    count: Int!
    items: [Resolver!]!
  }

  "What the datasets say about an address. A field that no dataset provides is null."
  type AddressNote {
    ip: String!
    "The autonomous system that announces the address."
    asn: Float
    asnName: String
    "Country in which the address is used, two letters (ISO 3166-1)."
    country: String
    isHosting: Boolean
    isVpn: Boolean
    isTor: Boolean
    isRelay: Boolean
    isAnycast: Boolean
  }

  "A stored DNS transaction."
  type StoredQuery {
    "When the query was seen, precise to the microsecond."
    timestamp: String!
    locationId: Float!
    agentId: Float!
    outcome: String!
    clientIp: String!
    clientPort: Int!
    serverIp: String!
    serverPort: Int!
    protocol: String!
    nameService: String!
    messageId: Int!
    operationCode: Int!
    queryName: String!
    "The queried name with the upper-case letters of the query. Null if it has none, or if the spelling is unknown."
    queryNameCase: String
    "The queried name with the upper-case letters of the response, if it differs from the query."
    responseNameCase: String
    queryType: String!
    queryClass: Int!
    "Null if no response was seen."
    responseCode: String
    responseTimeMs: Float
    tcpRoundTripMs: Float
    querySize: Int!
    responseSize: Int!
    answerCount: Int!
    authorityCount: Int!
    additionalCount: Int!
    flags: Flags!
    "Null if neither message had an OPT record."
    edns: Edns
    policyRule: String
    marks: [String!]!
    vlan: Int
    "The second VLAN tag (QinQ)."
    innerVlan: Int
    "Network identifier (VNI) of VXLAN or Geneve."
    vni: Int
    interface: String
    malformedQuery: MalformedMessage
    malformedResponse: MalformedMessage
    "False if the response had records but none of them is stored."
    recordsKept: Boolean!
    records: [StoredRecord!]!
    "Records in the query message of an UPDATE, a NOTIFY or an IXFR."
    queryRecords: [QueryRecord!]!
  }

  type MalformedMessage {
    reason: String!
    "First octets of the message in hexadecimal."
    firstOctets: String!
  }

  type Flags {
    recursionDesired: Boolean!
    recursionAvailable: Boolean!
    authoritative: Boolean!
    truncated: Boolean!
    authenticData: Boolean!
    checkingDisabled: Boolean!
  }

  type Edns {
    version: Int!
    udpSize: Int!
    responseUdpSize: Int
    dnssecOk: Boolean!
    clientSubnet: String
    "SCOPE PREFIX-LENGTH of the response (RFC 7871); null if absent."
    clientSubnetScope: Int
    cookie: Boolean!
    clientCookie: Boolean!
    serverCookie: Boolean!
    serverIdAsked: Boolean!
    serverIdGiven: Boolean!
    serverId: String
    queryPadded: Boolean!
    responsePadded: Boolean!
    keepAlive: Boolean!
    extendedErrors: [Int!]!
    extendedErrorTexts: [String]!
  }

  type StoredRecord {
    section: String!
    name: String!
    type: String!
    "TTL in seconds."
    ttl: Float!
    data: String!
  }

  type QueryRecord {
    section: String!
    name: String!
    type: String!
    class: Int!
    "TTL in seconds."
    ttl: Float!
    data: String!
  }

${threatType('Threat', '')}
${threatType(
  'ExplainedThreat',
  `
    "Stored queries about the subject, newest first, at most 50, from the day before the threat was last seen. Null if the store cannot answer now."
    queries: [StoredQuery!]
    "What the datasets say about the addresses in this answer. Each address appears once. Null if no dataset is loaded."
    addresses: [AddressNote!]`,
)}
${caseType('Case', '')}
${caseType(
  'ToldCase',
  `
    "What happened, in chronological order."
    story: [StoryLine!]!
    "Recommended next steps, the first one first; empty if the case is resolved."
    nextSteps: [String!]!
    "Threats of the case, in the order in which they were first seen."
    items: [Threat!]!`,
)}
  type StoryLine {
    at: String!
    text: String!
    severity: String!
    threatId: Float!
  }

  type Location {
    id: Float!
    locationName: String!
    description: String
    retentionDays: Int
    createdAt: String!
    updatedAt: String!
  }

  type Agent {
    id: Float!
    locationId: Float!
    "The id that the sender chose for itself."
    agentId: String!
    software: String!
    host: String!
    firstSeen: String!
    lastSeen: String!
    "Rows accepted in all runs of the agent."
    rows: Float!
    rejectedRows: Float!
    "Runs, newest first."
    runs: [AgentRun!]!
  }

  type AgentRun {
    runId: String!
    firstSeen: String!
    lastSeen: String!
    batches: Float!
    missingBatches: Float!
    "The first gaps in the numbers of batches, both ends included."
    missing: [BatchGap!]!
    rows: Float!
    rejectedRows: Float!
    complete: Boolean!
    "Counters that the sender keeps itself, as totals since the run began."
    ledger: JSON!
    "What the sender did to the rows before it sent them."
    treatment: JSON!
  }

  type BatchGap {
    from: Float!
    to: Float!
  }

  type Resolver {
    resolverId: Float!
    resolverName: String!
    location: String!
    locationId: Float
    modulesEnabled: [String!]!
    createdAt: String!
    lastSeen: String
    "Null if the resolver has never reported its policy."
    policy: HeldPolicy
  }
  type HeldPolicy {
    version: Float!
    heldSince: String!
    toldAt: String!
    "Time of the first version that the resolver does not have yet; null if it has the latest version."
    behindSince: String
    "Serial of the policy zone on the resolver; null if it was not reported."
    serial: Float
    "The version that the resolver rolled back from, by itself or by a command. The resolver does not accept this version again."
    wentBackFrom: Float
    "Number of rules that this resolver cannot enforce."
    rulesNotEnforced: Float
  }
`;

function threatType(name: string, more: string): string {
  return `
  type ${name} {
    id: Float!
    locationId: Float!
    threatType: String!
    severity: String!
    status: String!
    subject: String!
    clientIp: String!
    "The different clients at which the threat was seen. At most about a hundred."
    clients: [String!]!
    queryName: String!
    source: String!
    message: String!
    "Number of queries in which the threat was seen."
    count: Float!
    firstSeen: String!
    lastSeen: String!
    resolvedAt: String
    resolutionNote: String
    owner: String
    reopenedAt: String
    reopeningNote: String
    "The case of the threat. Null for a moment after the threat is opened, and for remarks that belong to no case."
    caseId: Float
    technique: String
    evidence: JSON${more}
  }
`;
}

function caseType(name: string, more: string): string {
  return `
  type ${name} {
    id: Float!
    locationId: Float!
    title: String!
    "A case is open as long as one of its threats is open."
    status: String!
    severity: String!
    "The client with which the case began."
    clientIp: String
    "The domain or address with which the case began."
    cause: String
    clients: [String!]!
    threatTypes: [String!]!
    threatCount: Int!
    openThreatCount: Int!
    "Number of queries in which its threats were seen."
    queryCount: Float!
    firstSeen: String!
    lastSeen: String!
    openedAt: String!
    resolvedAt: String${more}
  }
`;
}
