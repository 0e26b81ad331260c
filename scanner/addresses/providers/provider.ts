/** A provider verdict states how a provider rates an address, in one form for all providers. */
export interface ProviderVerdict {
  /** Its id. */
  readonly provider: string;
  /** 0 if it has nothing against the address, to 1. */
  readonly severity: number;
  readonly reason: string | null;
  /** The time at which it was last seen doing harm, in milliseconds; null if the provider does not say. */
  readonly seenAt: number | null;
  /** The interface's ids: 3 fraud, 4 DDoS, 9 hacking, 10 spam, 11 malware. */
  readonly categories: readonly number[];
  readonly usageType: string | null;
  readonly isp: string | null;
  readonly domain: string | null;
}

export interface ProviderQuestion {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** An address provider is asked about single addresses over HTTP, with a key of the operator's. */
export interface AddressProvider {
  /** In kebab case; a source's name in answers and options. */
  readonly id: string;
  readonly name: string;
  /** The base URL of the API. */
  readonly base: string;
  /** Questions in a day that the key without a price is good for; the operator may have another. */
  readonly perDay: number;
  readonly ask: (address: string, key: string) => ProviderQuestion;
  /** Asks for less, if the answer to `ask` is longer than is read. */
  readonly askBriefly?: (address: string, key: string) => ProviderQuestion;
  /** Statuses besides 200 whose body is an answer: some say so that they know nothing. */
  readonly alsoAnswers?: readonly number[];
  /** Reads the answer; undefined if it is none. */
  readonly read: (
    body: Readonly<Record<string, unknown>>,
    status: number,
  ) => Omit<ProviderVerdict, 'provider'> | undefined;
}

export const nothingAgainst: Omit<ProviderVerdict, 'provider'> = {
  severity: 0,
  reason: null,
  seenAt: null,
  categories: [],
  usageType: null,
  isp: null,
  domain: null,
};

export function defineProvider(provider: AddressProvider): AddressProvider {
  return provider;
}
