/** A proof states what a zone's denial of existence shows. */
export type Proof =
  | { readonly shows: 'nodata' | 'nxdomain' | 'wildcard'; readonly optOut: boolean; readonly message: string }
  /** There is a delegation at the name `cut`, and no DS: what is at and below it is not signed. */
  | {
      readonly shows: 'unsigned delegation';
      readonly cut: string;
      readonly optOut: boolean;
      readonly message: string;
    }
  /** It can't be examined at a reasonable price. */
  | { readonly shows: 'too costly'; readonly message: string; readonly code: number }
  | { readonly shows: 'nothing'; readonly message: string };

/** A denied question is a name and type without an answer, whose absence must be proved. */
export interface Denied {
  readonly name: string;
  readonly type: number;
  readonly zone: string;
}

/** Makes a proof that shows nothing, with the reason. */
export function nothing(message: string): Proof {
  return { shows: 'nothing', message };
}

/** Makes a proof that a name is delegated without DS. */
export function unsignedDelegation(cut: string): Proof {
  return { shows: 'unsigned delegation', cut, optOut: false, message: `${cut} is delegated without DS.` };
}
