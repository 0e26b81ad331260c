/** The schema has the names beside the DNS. */
export const nameTypeDefs = `#graphql
  extend type Query {
    "Resolves a name beside the DNS in every system to which it can belong. The main answer is from the most likely system."
    resolveName(name: String!, agreement: Int = 1): NameResolution!
    "Earlier states of the records of a name beside the DNS, by scans, newest first."
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
    "The records; null if there are none, or if no source could be queried."
    resolved: JSON
    sources: [String!]!
    blocks: [NameBlock!]!
    "Number of gateways of each chain that gave this answer; null if the system has none."
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
