/** Leases let one collector of several do what should be done once. */
export interface Leases {
  /** Takes or prolongs a lease; false while another holder has it. */
  take(name: string, holder: string, seconds: number): Promise<boolean>;
  /** Gives it back early, so that nobody waits for its end. */
  release(name: string, holder: string): Promise<void>;
}
