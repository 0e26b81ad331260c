import type { Membership } from './credentials.ts';

/**
 * Setup links let somebody set his password without having one; they are stored by the SHA-256 of their token alone.
 */
export interface SetupLinkStore {
  /** Makes one; those made for the person before are void. */
  create(link: { personId: number; hash: Buffer; expiresAt: Date }): Promise<void>;
  /** Finds the person whom a link is for, while it is good. */
  find(hash: Buffer, at: Date): Promise<Membership | undefined>;
  /**
   * Uses it up: sets the password, and the address and names that are given; voids tokens and ends sessions. Undefined
   * if it is not good any more, `taken` if the e-mail address is somebody else's: then it is not used up.
   */
  redeem(
    hash: Buffer,
    at: Date,
    change: {
      passwordHash: string;
      email?: string | undefined;
      firstName?: string | null | undefined;
      lastName?: string | null | undefined;
    },
  ): Promise<Membership | 'taken' | undefined>;
  forgetBefore(time: Date): Promise<number>;
}
