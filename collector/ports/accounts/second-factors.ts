/** Second factors state what a person has besides the password. */
export interface SecondFactors {
  /** Since when codes of an authenticator app are asked for; null if they are not. */
  readonly appSince: Date | null;
  /** Recovery codes that are left. */
  readonly recoveryCodes: number;
}

/**
 * The store keeps authenticator apps (TOTP, RFC 6238) and recovery codes. Computing a code takes the secret itself, so that is stored,
 * sealed by whoever gives it (domain/people/second-factor/sealed-secrets.ts).
 */
export interface SecondFactorStore {
  find(personId: number): Promise<SecondFactors>;
  /** Begins with an app: the secret counts for nothing before a code of it was confirmed. One that is in force stays so. */
  offer(personId: number, secret: Buffer): Promise<void>;
  /** The secrets of a person: the one in force, and the one that was offered. */
  secrets(personId: number): Promise<{ inForce: Buffer | null; offered: Buffer | null }>;
  /**
   * Puts the offered secret into force and the recovery codes in place of those before. False if the offer is another
   * by now.
   */
  confirm(
    personId: number,
    change: { secret: Buffer; step: number; at: Date; recoveryCodes: readonly Buffer[] },
  ): Promise<boolean>;
  /** Uses up the code of a step, and of all before it. False if it was used up before, also at the same moment. */
  useStep(personId: number, secret: Buffer, step: number): Promise<boolean>;
  /** Uses a recovery code up, by its hash. False if there is none such any more. */
  useRecoveryCode(personId: number, hash: Buffer): Promise<boolean>;
  /** False if no app is in force. */
  replaceRecoveryCodes(personId: number, hashes: readonly Buffer[]): Promise<boolean>;
  /** Removes app and recovery codes. False if no app was in force. */
  remove(personId: number): Promise<boolean>;
  /** Secrets of exactly that many bytes, which is to say those that nobody sealed. */
  unsealed(bytes: number): Promise<{ personId: number; secret: Buffer }[]>;
  /** Puts a secret in the place of another, in force or offered. False where it is not there any more. */
  reseal(personId: number, before: Buffer, after: Buffer): Promise<boolean>;
}
