/** A service binding is one SVCB or HTTPS record (RFC 9460), read. */
export interface ServiceBinding {
  /** 0 is alias mode. */
  readonly priority: number;
  /** The target as in shared/dns/names.ts; `.` as it stands in the record. */
  readonly target: string;
  /** Keys in the order of the record. */
  readonly parameters: readonly ServiceParameter[];
}

export interface ServiceParameter {
  readonly key: number;
  /** The value as it is on the wire. */
  readonly value: Uint8Array;
}
