/** Texts of who signs a zone, and of the digest that it has of itself. */
export const texts = {
  signers: 'Signers',
  unknownModel: 'The signers are unknown.',
  models: {
    none: 'The zone is not signed.',
    single: 'One signer.',
    model_1: 'Several signers that share one key signing key (RFC 8901, model 1).',
    model_2: 'Several signers, each with keys of its own (RFC 8901, model 2).',
  },
  inconsistent: 'The signers do not agree.',
  keys: (tags: string) => `signing keys: ${tags}`,
  denials: { nsec: 'denials by NSEC', nsec3: 'denials by NSEC3' },
  digest: 'Digest of the zone',
  noDigest: 'The zone publishes no digest (ZONEMD).',
  publishedOnly:
    'The zone publishes a digest. It could not be verified, because no name server provides the whole zone.',
  digests: {
    valid: 'The zone matches its digest.',
    invalid: 'The zone does not match its digest.',
    absent: 'The zone publishes no digest (ZONEMD).',
    unverifiable: 'The digest could not be verified.',
    unsound: 'The transferred zone has errors.',
  },
  from: (server: string) => `Zone data from ${server}.`,
} as const;
