/** A wanted scan states the domain and the checks that the command line asks for. */
export interface WantedScan {
  /** In its normal form. */
  readonly domain: string;
  readonly advanced: boolean;
  /** Just these checks. */
  readonly only: readonly string[] | undefined;
  readonly refresh: boolean;
}
