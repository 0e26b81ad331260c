/** A clock tells the time of day. Everything that decides by time asks here, so that tests can move it. */
export interface Clock {
  /** Returns milliseconds since 1970. */
  now(): number;
}
