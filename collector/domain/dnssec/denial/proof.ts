/** What a zone's denial of existence shows. */
export type Proof =
  | { readonly shows: 'nodata' | 'nxdomain' | 'wildcard'; readonly optOut: boolean; readonly message: string }
  /** There is a delegation here, and no DS: what is below is not signed. */
  | { readonly shows: 'unsigned delegation'; readonly optOut: boolean; readonly message: string }
  /** It can't be examined at a reasonable price. */
  | { readonly shows: 'too costly'; readonly message: string; readonly code: number }
  | { readonly shows: 'nothing'; readonly message: string };

/** What has to be shown of a name and type that has no answer. */
export interface Denied {
  readonly name: string;
  readonly type: number;
  readonly zone: string;
}

/** Nothing is shown, and why. */
export function nothing(message: string): Proof {
  return { shows: 'nothing', message };
}
