/** Texts of who signs a zone, and of the digest that it has of itself. */
export const texts = {
  signers: 'Who signs it',
  unknownModel: 'Could not be found out.',
  models: {
    none: 'Nobody: the zone is not signed.',
    single: 'One signer.',
    model_1: 'Several signers that share the key of the zone’s entry (RFC 8901, model 1).',
    model_2: 'Several signers, each with keys of its own (RFC 8901, model 2).',
  },
  inconsistent: 'They do not agree.',
  keys: (tags: string) => `keys that sign: ${tags}`,
  denials: { nsec: 'denials by NSEC', nsec3: 'denials by NSEC3' },
  digest: 'Digest of the zone',
  noDigest: 'The zone publishes no digest (ZONEMD).',
  publishedOnly: 'The zone publishes a digest; it could not be verified, since nobody gives the whole zone.',
  digests: {
    valid: 'The zone is as its digest says.',
    invalid: 'The zone is not as its digest says.',
    absent: 'The zone publishes no digest (ZONEMD).',
    unverifiable: 'The digest could not be verified.',
    unsound: 'The zone that was given is not sound.',
  },
  from: (server: string) => `Given by ${server}.`,
} as const;
