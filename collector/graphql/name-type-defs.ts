/** The schema has the names beside the DNS. */
export const nameTypeDefs = `#graphql
  extend type Query {
    "A name beside the DNS, resolved in every system that it may belong to; the likeliest answers."
    resolveName(name: String!, agreement: Int = 1): NameResolution!
    "How the records of a name beside the DNS changed, by scans, newest first."
    nameHistory(name: String!, days: Int = 365): [NameState!]!
  }

  type NameResolution {
    name: String!
    "ens, registry, handshake, i2p, onion or namecoin."
    kind: String!
    reason: String!
    valid: Boolean!
    remark: String
    hash: String
    "The records; null if there are none, or if nobody could be asked."
    resolved: JSON
    sources: [String!]!
    blocks: [NameBlock!]!
    "Gateways of each chain that gave this answer."
    agreement: Int
    queriedAt: String!
    errors: [NameError!]!
    readings: [NameReading!]!
  }

  type NameReading {
    kind: String!
    reason: String!
    valid: Boolean!
    remark: String
    hash: String
    resolved: JSON
    sources: [String!]!
    errors: [NameError!]!
  }

  type NameBlock {
    chain: String!
    number: Float!
    time: String!
  }

  type NameError {
    source: String!
    code: String!
    message: String!
  }

  type NameState {
    scanTimestamp: String!
    scanId: String!
    resolved: JSON
    changes: [NameChange!]!
  }

  type NameChange {
    kind: String!
    record: String!
    oldValue: String
    newValue: String
  }
`;
