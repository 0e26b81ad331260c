/** Used tickets are tickets of sign-ins that were used: each is good once, on whichever collector. */
export interface UsedTickets {
  /** Uses a ticket up. False if it was used before, also at the same moment. */
  use(id: string, expiresAt: Date): Promise<boolean>;
  forgetBefore(time: Date): Promise<number>;
}
