/**
 * The schema has DNS monitoring as REST shows it, with names in camel case. All of it takes a key or token of an
 * account.
 */
export const monitoringTypeDefs = `#graphql
  "An object of any shape, as REST shows it."
  scalar JSON

  extend type Query {
    """
    Stored queries of the account, newest first, of the last 24 hours unless asked otherwise. Conditions are those of REST:
    several values with commas between them, an exclamation mark before one that is left out.
    """
    queries(
      locationId: Float, from: String, to: String, period: String,
      client: String, name: String, suffix: String, queryType: String, responseCode: String, server: String,
      agentId: String, protocol: String, policyRule: String, slowerThanMs: Float,
      limit: Int = 100, cursor: String
    ): QueryPage!
    "Threats of the account, newest first, of all times unless asked otherwise."
    threats(
      locationId: Float, status: String, severity: String, type: String, client: String, subject: String,
      source: String, owner: String, from: String, to: String, period: String, by: String = "last_seen",
      limit: Int = 100, offset: Int = 0
    ): ThreatPage!
    "One threat, with the stored queries that it rests on."
    threat(id: Float!): ExplainedThreat
    "Cases of the account: threats that belong together, newest first; a range of time is about when they were seen last."
    cases(
      locationId: Float, status: String, severity: String, client: String, subject: String,
      from: String, to: String, period: String, limit: Int = 100, offset: Int = 0
    ): CasePage!
    "One case, with its story and its threats."
    case(id: Float!): ToldCase
    "Monitoring locations of the account."
    locations(limit: Int = 100, offset: Int = 0): LocationPage!
    "Senders of the account, each with so many of its latest runs: what arrived of them and what is missing."
    agents(locationId: Float, runs: Int = 3, limit: Int = 100, offset: Int = 0): AgentPage!
    "Resolvers of the account."
    resolvers(limit: Int = 100, offset: Int = 0): ResolverPage!
  }

  type QueryPage {
    "Queries in this page."
    count: Int!
    items: [StoredQuery!]!
    "What datasets know of the addresses in the items, each once; null if no dataset is loaded."
    addresses: [AddressNote!]
    "Null on the last page."
    nextCursor: String
  }

  type ThreatPage {
    "Threats that match, on all pages."
    count: Int!
    items: [Threat!]!
    "What datasets know of the addresses in the items, each once; null if no dataset is loaded."
    addresses: [AddressNote!]
  }

  type CasePage {
    "Cases that match, on all pages."
    count: Int!
    items: [Case!]!
  }

  type LocationPage {
    "Locations of the account, on all pages."
    count: Int!
    items: [Location!]!
  }

  type AgentPage {
    "Agents that match, on all pages."
    count: Int!
    items: [Agent!]!
  }

  type ResolverPage {
    "Resolvers of the account, on all pages."
    count: Int!
    items: [Resolver!]!
  }

  "What datasets know of an address; a field that no dataset fills is null."
  type AddressNote {
    ip: String!
    "The autonomous system that announces it."
    asn: Float
    asnName: String
    "Where it is used."
    country: String
    isHosting: Boolean
    isVpn: Boolean
    isTor: Boolean
    isRelay: Boolean
    isAnycast: Boolean
  }

  "A stored DNS transaction."
  type StoredQuery {
    "When the query was seen, to the microsecond."
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
    "In the letters of the query, if it has capitals."
    queryNameCase: String
    "In the letters of the response, if they are not the query's."
    responseNameCase: String
    queryType: String!
    queryClass: Int!
    "Null if no response came."
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
    "The second tag (QinQ)."
    innerVlan: Int
    "Network identifier of VXLAN or Geneve."
    vni: Int
    interface: String
    malformedQuery: MalformedMessage
    malformedResponse: MalformedMessage
    "False if the response had records and none of them is stored."
    recordsKept: Boolean!
    records: [StoredRecord!]!
    "Records that the query brought: of an UPDATE, a NOTIFY, an IXFR."
    queryRecords: [QueryRecord!]!
  }

  type MalformedMessage {
    reason: String!
    "In hexadecimal."
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
    "SCOPE PREFIX-LENGTH of the response (RFC 7871)."
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
    "Seconds."
    ttl: Float!
    data: String!
  }

  type QueryRecord {
    section: String!
    name: String!
    type: String!
    class: Int!
    "Seconds."
    ttl: Float!
    data: String!
  }

${threatType('Threat', '')}
${threatType(
  'ExplainedThreat',
  `
    "At most 50, newest first, of the day before it was seen last; null if the store cannot tell now."
    queries: [StoredQuery!]
    "What datasets know of the addresses in all of this, each once; null if no dataset is loaded."
    addresses: [AddressNote!]`,
)}
${caseType('Case', '')}
${caseType(
  'ToldCase',
  `
    "What happened, in the order of time."
    story: [StoryLine!]!
    "What to do next, the first thing first; none if it is resolved."
    nextSteps: [String!]!
    "Its threats, in the order in which they were first seen."
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
    "The identity that the sender gave itself."
    agentId: String!
    software: String!
    host: String!
    firstSeen: String!
    lastSeen: String!
    "Rows accepted in all of its runs."
    rows: Float!
    rejectedRows: Float!
    "Newest first."
    runs: [AgentRun!]!
  }

  type AgentRun {
    runId: String!
    firstSeen: String!
    lastSeen: String!
    batches: Float!
    missingBatches: Float!
    "The first gaps, both ends included."
    missing: [BatchGap!]!
    rows: Float!
    rejectedRows: Float!
    complete: Boolean!
    "The sender's own counters, totals since the run began."
    ledger: JSON!
    "What was done to the rows before they were sent."
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
    "Null if it never told which policy it holds."
    policy: HeldPolicy
  }
  type HeldPolicy {
    version: Float!
    heldSince: String!
    toldAt: String!
    "When the first version came that it does not hold; null if it holds the latest."
    behindSince: String
    "Of the policy zone as the resolver is given it; null if not told."
    serial: Float
    "The version that it went back from by itself or when told to, and takes no more."
    wentBackFrom: Float
    "Rules that this resolver cannot be told of."
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
    "Different clients that it was seen at."
    clients: [String!]!
    queryName: String!
    source: String!
    message: String!
    "Queries that it was seen in."
    count: Float!
    firstSeen: String!
    lastSeen: String!
    resolvedAt: String
    resolutionNote: String
    owner: String
    reopenedAt: String
    reopeningNote: String
    "Null for a moment, and of remarks that belong to none."
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
    "Open as long as one of its threats is."
    status: String!
    severity: String!
    "The client that it began with."
    clientIp: String
    "The domain or address that it began with."
    cause: String
    clients: [String!]!
    threatTypes: [String!]!
    threatCount: Int!
    openThreatCount: Int!
    "Queries that its threats were seen in."
    queryCount: Float!
    firstSeen: String!
    lastSeen: String!
    openedAt: String!
    resolvedAt: String${more}
  }
`;
}
