/** A finding states what one check found and how severe it is; `advice` says what to do if it is not well. */
export interface Finding {
  readonly check: string;
  readonly state: 'well' | 'odd' | 'wrong';
  readonly message: string;
  readonly advice?: string;
}
