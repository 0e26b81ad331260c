/** The schema has connections of encrypted DNS as REST shows them, with names in camel case. */
export const encryptedTypeDefs = `#graphql
  extend type Query {
    """
    Connections of encrypted DNS. The connection that began last comes first. The default range is the last 24 hours.
    Filters work as for queries.
    """
    encryptedConnections(
      locationId: Float, from: String, to: String, period: String,
      client: String, server: String, protocol: String, provider: String, serverName: String, ja4: String,
      lookedUp: String, agentId: String, limit: Int = 100, cursor: String
    ): EncryptedConnectionPage!
  }

  type EncryptedConnectionPage {
    "Number of connections in this page."
    count: Int!
    items: [EncryptedConnection!]!
    "What the datasets say about the addresses in the items. Each address appears once. Null if no dataset is loaded."
    addresses: [AddressNote!]
    "Null on the last page."
    nextCursor: String
  }

  "A connection of encrypted DNS that an agent saw. Agents do not decrypt connections."
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
    "The server name that the client sent (SNI). Empty if it sent none; null if the ClientHello was not read."
    serverName: String
    alpn: [String!]
    ja4: String
    ech: Boolean
    bytesToServer: Float!
    bytesToClient: Float!
    "Whether the client looked up the address of the server in unencrypted DNS before; null if this is unknown."
    lookedUp: Boolean
    vlan: Int
  }
`;
