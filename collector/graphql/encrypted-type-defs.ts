/** The schema has connections of encrypted DNS as REST shows them, with names in camel case. */
export const encryptedTypeDefs = `#graphql
  extend type Query {
    "Connections of encrypted DNS, those that began last first, of the last 24 hours unless asked otherwise; conditions as of queries."
    encryptedConnections(
      locationId: Float, from: String, to: String, period: String,
      client: String, server: String, protocol: String, provider: String, serverName: String, ja4: String,
      lookedUp: String, agentId: String, limit: Int = 100, cursor: String
    ): EncryptedConnectionPage!
  }

  type EncryptedConnectionPage {
    "Connections in this page."
    count: Int!
    items: [EncryptedConnection!]!
    "What datasets know of the addresses in the items, each once; null if no dataset is loaded."
    addresses: [AddressNote!]
    "Null on the last page."
    nextCursor: String
  }

  "A connection of encrypted DNS, which was seen and not decrypted."
  type EncryptedConnection {
    id: String!
    locationId: Float!
    agentId: Float!
    startedAt: String!
    lastSeen: String!
    durationMs: Float!
    isOpen: Boolean!
    clientIp: String!
    clientPort: Int!
    clientHidden: Boolean!
    serverIp: String!
    serverPort: Int!
    protocol: String!
    provider: String
    hello: String!
    "The name that the client gave, empty if none; null if the hello was not read."
    serverName: String
    alpn: [String!]
    ja4: String
    ech: Boolean
    bytesToServer: Float!
    bytesToClient: Float!
    "Whether the client got the server's address by DNS in the clear before; null if nobody can say."
    lookedUp: Boolean
    vlan: Int
  }
`;
