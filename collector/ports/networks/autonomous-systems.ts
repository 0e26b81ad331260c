/** An autonomous system is a network under one routing policy (RFC 1930), as the datasets tell of it. */
export interface AutonomousSystem {
  readonly asn: number;
  readonly name: string | null;
  /** Two letters. */
  readonly country: string | null;
}

/** Autonomous systems tell who announces an address. */
export interface AutonomousSystems {
  /** 16 bytes, IPv4 mapped; undefined if that is unknown. */
  find(address: Uint8Array): AutonomousSystem | undefined;
}
