import type { NetworkRegistration } from '@sonde/scanner/ports/network-registration.ts';

/** The store keeps registrations of networks by their ranges. All methods throw a StoreError. */
export interface NetworkRegistrationStore {
  /** The narrowest network that an address lies in and that was read since; undefined if there is none. */
  find(ip: string, since: Date): Promise<NetworkRegistration | undefined>;
  save(registration: NetworkRegistration, at: Date): Promise<void>;
  forgetBefore(date: Date): Promise<number>;
}
