/** An enrolment token lets agents get keys of their own; it is stored by its SHA-256 alone. */
export interface EnrolmentToken {
  readonly id: number;
  readonly accountId: number;
  readonly locationId: number;
  /** The first characters, enough to recognise it by. */
  readonly prefix: string;
  readonly label: string;
  /** Networks that agents may come from, in CIDR notation; anywhere if null. */
  readonly networks: readonly string[] | null;
  /** How many agents it is good for, and how many used it. */
  readonly uses: number;
  readonly used: number;
  /** Tries by those who know it, when it was no good any more or from elsewhere. */
  readonly refused: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
}

export type NewEnrolmentToken = Pick<
  EnrolmentToken,
  'accountId' | 'locationId' | 'prefix' | 'label' | 'networks' | 'uses' | 'expiresAt'
> & { readonly hash: Buffer };

/** An enrolled agent has a key that nobody else has. */
export interface EnrolledAgent {
  readonly id: number;
  readonly accountId: number;
  readonly locationId: number;
  /** Null when the token is forgotten. */
  readonly tokenId: number | null;
  readonly keyId: number;
  readonly keyPrefix: string;
  /** The identity that the agent gave itself. */
  readonly uuid: string;
  readonly software: string;
  readonly host: string;
  /** Where it enrolled from. */
  readonly address: string;
  readonly enrolledAt: Date;
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
  /** Of its newest certificate; null if it has none. */
  readonly certificateIssuedAt: Date | null;
  readonly certificateEndsAt: Date | null;
}

/** An agent whose answer got lost may ask again for this many milliseconds: later, who has a stolen key is no wiser for a used token. */
export const askedAgainWithin = 3_600_000;

/** An enrolment is what an agent asks for with a token. */
export interface Enrolment {
  readonly tokenHash: Buffer;
  readonly at: Date;
  readonly key: { readonly prefix: string; readonly hash: Buffer };
  readonly uuid: string;
  readonly software: string;
  readonly host: string;
  readonly address: string;
  /** Judges whether an agent may come from where it does. */
  readonly isFrom: (networks: readonly string[]) => boolean;
}

/** A refusal states why a token that somebody knows is not good; `key`: the key is another's, or was revoked. */
export type EnrolmentRefusal = 'used' | 'expired' | 'revoked' | 'elsewhere' | 'key';

export type EnrolmentOutcome =
  | { readonly kind: 'enrolled'; readonly agent: EnrolledAgent; readonly again: boolean }
  /** `tries` counts the refused ones of the token, this one included. */
  | {
      readonly kind: 'refused';
      readonly why: EnrolmentRefusal;
      readonly token: Pick<EnrolmentToken, 'id' | 'accountId'>;
      readonly tries: number;
    }
  | { readonly kind: 'unknown' };

/** The store keeps tokens for enrolment and the agents that used them. */
export interface EnrolmentStore {
  /** Undefined if the account has that many good ones already, whatever is made at once. */
  createToken(token: NewEnrolmentToken, most: number, now: Date): Promise<EnrolmentToken | undefined>;
  /** Newest first. */
  tokens(locationIds: readonly number[], limit: number): Promise<EnrolmentToken[]>;
  /** Undefined if the account has no such token; one that was revoked before stays as it is. */
  revokeToken(accountId: number, id: number, at: Date): Promise<EnrolmentToken | undefined>;
  /**
   * Uses a token once more and makes the agent's key, or says why not. Of many at once no more than its uses are let in. An
   * agent that asks again with the key that it has is told so for an hour, whatever became of the token.
   */
  enrol(enrolment: Enrolment): Promise<EnrolmentOutcome>;
  /** Newest first. */
  agents(locationIds: readonly number[], limit: number): Promise<EnrolledAgent[]>;
  /** The agent that a key was made for. */
  agentOfKey(keyId: number): Promise<EnrolledAgent | undefined>;
  /** Revokes an agent's key. Undefined if the account has no such agent. */
  revokeAgent(accountId: number, id: number): Promise<EnrolledAgent | undefined>;
  forgetTokensBefore(time: Date): Promise<number>;
}
