/** A passkey is a key pair of a person's device or password manager (WebAuthn), of which this is the public half. */
export interface Passkey {
  readonly id: number;
  readonly personId: number;
  /** Authenticators know the passkey by this id. */
  readonly credentialId: Buffer;
  /** SubjectPublicKeyInfo in DER. */
  readonly publicKey: Buffer;
  /** The number of its signatures, if the authenticator counts; else 0. */
  readonly signCount: number;
  /** Ways on which the authenticator is reached, as the browser told them. */
  readonly transports: readonly string[];
  /** Whether it is kept in more places than one. */
  readonly backedUp: boolean;
  /** The host that it is good for. */
  readonly relyingParty: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

export type NewPasskey = Omit<Passkey, 'id' | 'lastUsedAt'>;

export interface PasskeyStore {
  /** Lists the passkeys of a person, the oldest first. */
  list(personId: number): Promise<Passkey[]>;
  /** `taken` if it is somebody's already; `full` if the person has `most`. */
  add(passkey: NewPasskey, most: number): Promise<Passkey | 'taken' | 'full'>;
  find(credentialId: Buffer): Promise<Passkey | undefined>;
  /**
   * Notes a use. False if the count does not go on from the one before, also if two use it at once: then somebody may
   * have a copy of it. Authenticators that do not count always say 0.
   */
  use(id: number, use: { signCount: number; backedUp: boolean; at: Date }): Promise<boolean>;
  /** Undefined if the person has no such passkey. */
  rename(personId: number, id: number, name: string): Promise<Passkey | undefined>;
  remove(personId: number, id: number): Promise<boolean>;
  /** Removes all of a person; returns how many those were. */
  removeAll(personId: number): Promise<number>;
}
