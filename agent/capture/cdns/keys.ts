/**
 * The keys are the keys of the maps of C-DNS (RFC 8618 appendix A), by the map.
 */
export const preambleKeys = {
  majorVersion: 0,
  minorVersion: 1,
  privateVersion: 2,
  blockParameters: 3,
} as const;
export const parameterKeys = { storage: 0, collection: 1 } as const;
export const storageKeys = {
  ticksPerSecond: 0,
  maxBlockItems: 1,
  hints: 2,
  opcodes: 3,
  recordTypes: 4,
  flags: 5,
  clientPrefixV4: 6,
  clientPrefixV6: 7,
} as const;
export const hintKeys = { queryResponse: 0, signature: 1, record: 2, otherData: 3 } as const;
export const collectionKeys = { queryTimeout: 0, interfaces: 4, generator: 8 } as const;
export const blockKeys = {
  preamble: 0,
  statistics: 1,
  tables: 2,
  queryResponses: 3,
  addressEvents: 4,
  malformedMessages: 5,
} as const;
export const blockPreambleKeys = { earliestTime: 0, parametersIndex: 1 } as const;
export const statisticsKeys = {
  processedMessages: 0,
  items: 1,
  unmatchedQueries: 2,
  unmatchedResponses: 3,
  malformedItems: 5,
} as const;
export const tableKeys = {
  addresses: 0,
  classTypes: 1,
  names: 2,
  signatures: 3,
  questionLists: 4,
  questions: 5,
  recordLists: 6,
  records: 7,
  malformedData: 8,
} as const;
export const classTypeKeys = { type: 0, class: 1 } as const;
export const signatureKeys = {
  serverAddress: 0,
  serverPort: 1,
  transportFlags: 2,
  flags: 4,
  opcode: 5,
  headerFlags: 6,
  queryCode: 7,
  classType: 8,
  questionCount: 9,
  answerCount: 10,
  authorityCount: 11,
  additionalCount: 12,
  ednsVersion: 13,
  udpSize: 14,
  options: 15,
  responseCode: 16,
} as const;
export const questionKeys = { name: 0, classType: 1 } as const;
export const recordKeys = { name: 0, classType: 1, ttl: 2, data: 3 } as const;
export const malformedDataKeys = { serverAddress: 0, serverPort: 1, transportFlags: 2, payload: 3 } as const;
export const itemKeys = {
  timeOffset: 0,
  clientAddress: 1,
  clientPort: 2,
  id: 3,
  signature: 4,
  responseDelay: 6,
  name: 7,
  querySize: 8,
  responseSize: 9,
  queryExtended: 11,
  responseExtended: 12,
} as const;
export const extendedKeys = { questions: 0, answers: 1, authorities: 2, additionals: 3 } as const;
export const addressEventKeys = { type: 0, count: 4 } as const;
export const malformedMessageKeys = { timeOffset: 0, clientAddress: 1, clientPort: 2, data: 3 } as const;

/** The item hints are bits that tell which fields of a query and its response a file has (RFC 8618 section 7.3.1.1.1.1). */
export const itemHints = {
  queryAnswers: 1 << 12,
  queryAuthorities: 1 << 13,
  queryAdditionals: 1 << 14,
  responseAnswers: 1 << 15,
  responseAuthorities: 1 << 16,
  responseAdditionals: 1 << 17,
} as const;

/** The signature flags are the bits of `qr-sig-flags`. */
export const signatureFlags = {
  hasQuery: 1 << 0,
  hasResponse: 1 << 1,
  queryHasOptions: 1 << 2,
  responseHasOptions: 1 << 3,
  queryHasNoQuestion: 1 << 4,
  responseHasNoQuestion: 1 << 5,
} as const;

/** The flag places are the bits of the DNS header's second word by the bits of `qr-dns-flags` for queries; those for responses begin at 8. */
export const flagPlaces = [0x0010, 0x0020, 0x0040, 0x0080, 0x0100, 0x0200, 0x0400] as const;
/** The bit of `qr-dns-flags` that tells of DNSSEC OK in a query. */
export const dnssecOkFlag = 1 << 7;
export const responseFlagsFrom = 8;

/** The address event names are the kinds of events that C-DNS counts for each address, by number. */
export const addressEventNames = [
  'tcp_reset',
  'icmp_time_exceeded',
  'icmp_destination_unreachable',
  'icmpv6_time_exceeded',
  'icmpv6_destination_unreachable',
  'icmpv6_packet_too_big',
] as const;
